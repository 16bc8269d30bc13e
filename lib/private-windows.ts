/**
 * Whether a job of this window is private: it is stored in memory until it is finished, and no badge or
 * notification tells of it. A window that nobody knows counts as private.
 */
export function isPrivateWindow(window: { incognito?: boolean } | undefined): boolean {
  return window?.incognito !== false;
}

/** The area that a job is stored in: the memory of the browser, or the disk. */
export function areaOf({ isPrivate }: { isPrivate: boolean }): 'session' | 'local' {
  return isPrivate ? 'session' : 'local';
}
