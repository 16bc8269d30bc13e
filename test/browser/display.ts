/** Whether a person can see a browser window here; false on CI, where nobody looks. */
export function hasDisplay(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (platform === 'darwin' || platform === 'win32') return !env.CI;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
