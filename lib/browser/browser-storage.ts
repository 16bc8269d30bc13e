import { browser } from 'wxt/browser';

/**
 * Follows the values, on the disk or in memory, whose keys begin alike: pages that show many of them.
 * @param onChange gets the rest of the key, and the value that is stored now; undefined: none
 * @returns the way to stop
 */
export function watchStored(
  prefix: string,
  onChange: (name: string, value: unknown) => void,
): () => void {
  const { onChanged } = browser.storage;
  const listener = (changes: Record<string, { newValue?: unknown }>) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(prefix)) onChange(key.slice(prefix.length), newValue);
    }
  };
  onChanged.addListener(listener);
  return () => onChanged.removeListener(listener);
}

/** Keeps `storage.local` from content scripts, in browsers that can. */
export async function limitStorageToTrustedContexts(): Promise<void> {
  const local: { setAccessLevel?(level: { accessLevel: string }): Promise<void> } =
    browser.storage.local;
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

/**
 * Calls back with what an administrator has set, now and, in Chromium, after each change; Firefox reads its
 * policy when it starts, and rejects where it has none (bugzilla.mozilla.org/show_bug.cgi?id=1868153).
 */
export function followPolicy(take: (policy: Record<string, unknown>) => Promise<void>): void {
  const { managed } = browser.storage;
  const read = async () => take(await managed.get().catch(() => ({}))).catch(() => {});
  managed.onChanged?.addListener(read);
  void read();
}
