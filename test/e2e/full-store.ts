import { evaluateInExtension } from '../browser/extension-origin';
import type { Stage } from './stage';

declare const chrome: {
  storage: {
    local: {
      get(): Promise<Record<string, unknown>>;
      set(items: object): Promise<void>;
      remove(keys: string[]): Promise<void>;
      getBytesInUse(): Promise<number>;
    };
  };
};

/** Writes to the extension's store until it takes not one byte more. */
export async function fillStore({ browser, extensionId }: Stage): Promise<void> {
  await evaluateInExtension(browser, extensionId, async () => {
    for (let size = 4_000_000, count = 0; size >= 1; count += 1) {
      try {
        await chrome.storage.local.set({ [`junk/${count}`]: 'x'.repeat(size) });
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
}

/** Takes away what the store was filled with. */
export async function emptyStore({ browser, extensionId }: Stage): Promise<void> {
  await evaluateInExtension(browser, extensionId, async () => {
    const keys = Object.keys(await chrome.storage.local.get());
    await chrome.storage.local.remove(keys.filter((key) => key.startsWith('junk/')));
  });
}

/** How many bytes the extension has stored. */
export function bytesInStore({ browser, extensionId }: Stage): Promise<number> {
  return evaluateInExtension(browser, extensionId, () => chrome.storage.local.getBytesInUse());
}

/** The keys of what the extension has stored. */
export function keysInStore({ browser, extensionId }: Stage): Promise<string[]> {
  return evaluateInExtension(browser, extensionId, async () =>
    Object.keys(await chrome.storage.local.get()),
  );
}
