import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createMemoryLocks } from './memory-locks';

/** Empties the storage of the browser that tests have, and gives it locks. */
export function emptyBrowser(): void {
  fakeBrowser.reset();
  vi.stubGlobal('navigator', { locks: { request: createMemoryLocks() } });
}
