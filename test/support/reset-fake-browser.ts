import { afterAll, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import './fake-storage-keys';

// Test files in one process share the fake browser. This setup file undoes the changes of each test file.

const areasWithOriginals = Object.entries(fakeBrowser).map(
  ([name, area]) => [name, area, { ...area }] as const,
);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  fakeBrowser.reset();
  Reflect.deleteProperty(globalThis, 'indexedDB');
  for (const [name, area, functions] of areasWithOriginals) {
    Reflect.set(
      fakeBrowser,
      name,
      typeof area === 'object' ? Object.assign(area, functions) : area,
    );
  }
});
