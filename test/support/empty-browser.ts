import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { RunExclusive } from '@/lib/storage/locks';

/** Empties the storage of the browser that tests have, and gives it locks. */
export function emptyBrowser(): void {
  fakeBrowser.reset();
  vi.stubGlobal('navigator', { language: 'en-US', locks: { request: createLocks() } });
}

/** Locks, as `navigator.locks` gives them to one context. */
export function createLocks(): RunExclusive {
  const last = new Map<string, Promise<unknown>>();
  // A promise of its own for each caller: what it rejects with fails a test where nobody catches it.
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
