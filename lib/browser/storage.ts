import { browser } from 'wxt/browser';
import type { StoredItem } from '@/lib/model/stored-item';

/** `local` survives the browser, `session` lives in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

/**
 * Names one value in the browser's storage.
 * @param isValue tells a usable value from one that was written by hand or by another version
 */
export function storedItem<T>(
  area: StorageArea,
  key: string,
  isValue: (raw: unknown) => raw is T,
): StoredItem<T> {
  const storage = browser.storage[area];
  const usable = (raw: unknown) => (isValue(raw) ? raw : undefined);
  return {
    read: async () => usable((await storage.get(key))[key]),
    write: (value) => storage.set({ [key]: value }),
    remove: () => storage.remove(key),
    watch(onChange) {
      const listener = (changes: Record<string, { newValue?: unknown }>) => {
        if (key in changes) onChange(usable(changes[key]?.newValue));
      };
      storage.onChanged.addListener(listener);
      return () => storage.onChanged.removeListener(listener);
    },
  };
}

/** Keeps `storage.local` from content scripts, in browsers that can. */
export async function limitStorageToTrustedContexts(): Promise<void> {
  const local: { setAccessLevel?(level: { accessLevel: string }): Promise<void> } =
    browser.storage.local;
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
