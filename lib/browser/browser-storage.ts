import { browser } from 'wxt/browser';

/**
 * Watches all items of both areas whose keys have a prefix.
 * @param onChange called with the rest of the key and the new value; undefined for a removed item
 * @returns a function that stops watching
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

/** Denies content scripts access to `storage.local`. Some browsers do not support this. */
export async function limitStorageToTrustedContexts(): Promise<void> {
  const local: { setAccessLevel?(level: { accessLevel: string }): Promise<void> } =
    browser.storage.local;
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

/**
 * Reads and watches the policy of an administrator.
 * @param onPolicy called with the policy at once and, in Chromium, after each change. Firefox reads
 *   the policy only when the browser starts.
 */
export function watchPolicy(onPolicy: (policy: Record<string, unknown>) => Promise<void>): void {
  const { managed } = browser.storage;
  // Without a policy, Firefox rejects (bugzilla.mozilla.org/show_bug.cgi?id=1868153).
  const read = async () => onPolicy(await managed.get().catch(() => ({}))).catch(() => {});
  managed.onChanged?.addListener(read);
  void read();
}
