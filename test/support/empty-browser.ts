import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { RunExclusive } from '@/lib/storage/locks';

/** Resets the fake browser, and sets a `navigator` with locks. */
export function emptyBrowser(): void {
  fakeBrowser.reset();
  useLocks();
}

/** Gives the fake browser new locks. */
export function useLocks(): void {
  vi.stubGlobal('navigator', { language: 'en-US', locks: { request: createLocks() } });
}

export function createLocks(): RunExclusive {
  /** For each lock, a promise that resolves at the end of the latest work, by name of the lock. */
  const lastEnds = new Map<string, Promise<unknown>>();
  return async (name, ...rest) => {
    const work = rest.at(-1) as () => Promise<never>;
    const result = (lastEnds.get(name) ?? Promise.resolve()).then(work);
    lastEnds.set(
      name,
      result.catch(() => {}),
    );
    return result;
  };
}
