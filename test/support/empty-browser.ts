import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { RunExclusive } from '@/lib/storage/locks';

/** Resets the fake browser, and gives it locks. */
export function emptyBrowser(): void {
  fakeBrowser.reset();
  vi.stubGlobal('navigator', { language: 'en-US', locks: { request: createLocks() } });
}

/** Creates an implementation of `navigator.locks.request` for one context. */
export function createLocks(): RunExclusive {
  const last = new Map<string, Promise<unknown>>();
  // Each caller gets its own promise, so that an uncaught rejection fails its test.
  return async (name, ...rest) => {
    const work = rest.at(-1) as () => Promise<never>;
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}
