import { browser } from 'wxt/browser';

/**
 * Watches all items of both areas whose keys have a prefix. Returns a function that stops watching.
 * @param onChange called with the key without prefix, and the new value; undefined for a removed
 *   item
 */
export function watchStored(
  prefix: string,
  onChange: (name: string, value: unknown) => void,
): () => void {
  const stopFunctions = (['local', 'session'] as const).map((area) =>
    watchArea(area, prefix, (values) => {
      for (const [name, value] of values) onChange(name, value);
    }),
  );
  return () => {
    for (const stop of stopFunctions) stop();
  };
}

/**
 * Watches all items of one area whose keys have a prefix. Returns a function that stops watching.
 * @param onChange called once for each write, with the new values by the keys without prefix
 */
export function watchArea(
  area: 'local' | 'session',
  prefix: string,
  onChange: (values: ReadonlyMap<string, unknown>) => void,
): () => void {
  const { onChanged } = browser.storage[area];
  const listener = (changes: Record<string, { newValue?: unknown }>) => {
    const values = new Map<string, unknown>();
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(prefix)) values.set(key.slice(prefix.length), newValue);
    }
    if (values.size > 0) onChange(values);
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

/** Reads the policy of an administrator. Chromium also reports changes; Firefox does not. */
export function watchPolicy(onPolicy: (policy: Record<string, unknown>) => Promise<void>): void {
  const { managed } = browser.storage;
  // Without a policy, Firefox rejects (bugzilla.mozilla.org/show_bug.cgi?id=1868153).
  const readPolicy = async () => onPolicy(await managed.get().catch(() => ({}))).catch(() => {});
  managed.onChanged?.addListener(readPolicy);
  void readPolicy();
}
