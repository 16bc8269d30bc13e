import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const native = { runtime: { id: 'native' } };
const chrome = { runtime: { id: 'chrome' } };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('chrome', chrome);
});
afterEach(() => vi.unstubAllGlobals());

describe('the browser of the worker', () => {
  it('is the one that the browser has of its own', async () => {
    vi.stubGlobal('browser', native);
    const { browser } = await import('@/lib/browser/worker-browser');
    expect(browser).toBe(native);
  });

  it.each([undefined, {}])('is `chrome` where `browser` is %j', async (other) => {
    vi.stubGlobal('browser', other);
    const { browser } = await import('@/lib/browser/worker-browser');
    expect(browser).toBe(chrome);
  });
});
