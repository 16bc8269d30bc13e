import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launchChromium } from './chromium/launch';
import { launchFirefox } from './firefox/launch';
import type { BrowserName, LaunchOptions, RunningExtension } from './running-extension';

const LAUNCHERS = { chromium: launchChromium, firefox: launchFirefox };

/**
 * Starts a browser with the extension. Resolves when the background has started.
 * @throws if the folder contains no extension, or if the browser refuses the extension
 */
export async function launchWithExtension(
  name: BrowserName,
  options: LaunchOptions,
): Promise<RunningExtension> {
  const extensionDir = resolve(options.extensionDir);
  await access(join(extensionDir, 'manifest.json')).catch(() => {
    throw new Error(`There is no built extension in ${extensionDir}: build it first.`);
  });
  return LAUNCHERS[name]({ ...options, extensionDir });
}
