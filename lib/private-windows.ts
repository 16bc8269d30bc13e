/**
 * Whether the jobs of a window are private. An unknown window counts as private. A private job is
 * stored in memory only, and neither the badge nor a notification shows it.
 */
export function isPrivateWindow(window: { incognito?: boolean } | undefined): boolean {
  return window?.incognito !== false;
}

/** Returns the storage area of a job: memory for a private job, otherwise the disk. */
export function areaOf({ isPrivate }: { isPrivate: boolean }): 'session' | 'local' {
  return isPrivate ? 'session' : 'local';
}
