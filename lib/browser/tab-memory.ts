/** What this tab remembers through reloads; browsers may write it to disk, so it tells no address. */
export const tabMemory = {
  /** Whether the tab was opened for a private window; null where that was never remembered. */
  isPrivate(): boolean | null {
    const { state } = history;
    const known = typeof state === 'object' && state !== null && 'isPrivate' in state;
    return known ? state.isPrivate !== false : null;
  },
  remember(isPrivate: boolean): void {
    history.replaceState({ isPrivate }, '');
  },
};
