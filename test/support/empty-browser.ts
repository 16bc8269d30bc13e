import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { RunExclusive } from '@/lib/storage/locks';

/** Empties the storage of the browser that tests have, and gives it locks. */
export function emptyBrowser(): void {
  fakeBrowser.reset();
  const last = new Map<string, Promise<unknown>>();
  const request: RunExclusive = (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const end = turn.catch(() => {});
    last.set(name, end);
    return turn;
  };
  vi.stubGlobal('navigator', { locks: { request } });
}
