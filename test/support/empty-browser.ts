import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { RunExclusive } from '@/lib/storage/locks';

/** Resets the fake browser, and gives it locks. */
export function emptyBrowser(): void {
  fakeBrowser.reset();
  vi.stubGlobal('navigator', { language: 'en-US', locks: { request: createLocks() } });
}

export function createLocks(): RunExclusive {
  /** The end of the latest work under each lock. Never rejects. */
  const lastEnds = new Map<string, Promise<unknown>>();
  return async (name, ...rest) => {
    const work = rest.at(-1) as () => Promise<never>;
    // The caller gets this promise, so that an uncaught rejection fails the caller's test.
    const result = (lastEnds.get(name) ?? Promise.resolve()).then(work);
    lastEnds.set(
      name,
      result.catch(() => {}),
    );
    return result;
  };
}
