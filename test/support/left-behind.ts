import { afterAll, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';

// Test files that run in one process share its modules, and with them the browser that they change.

const areas = Object.entries(fakeBrowser).map(([name, area]) => [name, area, { ...area }] as const);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  fakeBrowser.reset();
  Reflect.deleteProperty(globalThis, 'indexedDB');
  for (const [name, area, functions] of areas) {
    Reflect.set(
      fakeBrowser,
      name,
      typeof area === 'object' ? Object.assign(area, functions) : area,
    );
  }
});
