/**
 * Whether jobs of a window are private. A private job stays in memory until it finishes. No badge
 * and no notification shows a private job. An unknown window counts as private.
 */
export function isPrivateWindow(window: { incognito?: boolean } | undefined): boolean {
  return window?.incognito !== false;
}

/** Returns the storage area of a job: the browser's memory or the disk. */
export function areaOf({ isPrivate }: { isPrivate: boolean }): 'session' | 'local' {
  return isPrivate ? 'session' : 'local';
}
