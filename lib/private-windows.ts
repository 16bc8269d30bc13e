/** Whether the jobs of a window are private. An unknown window counts as private. */
export function isPrivateWindow(window: { incognito?: boolean } | undefined): boolean {
  return window?.incognito !== false;
}

/** Returns the storage area of a job. The area `session` is in memory only. */
export function areaOf({ isPrivate }: { isPrivate: boolean }): 'session' | 'local' {
  return isPrivate ? 'session' : 'local';
}
