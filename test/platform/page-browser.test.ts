import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const POLYFILL = '/browser-polyfill.js';
const native = { runtime: { id: 'native' } };
const polyfill = { runtime: { id: 'polyfill' } };
const loaded = vi.fn();

beforeEach(() => {
  vi.resetModules();
  loaded.mockClear();
  vi.doMock(POLYFILL, () => {
    loaded();
    vi.stubGlobal('browser', polyfill);
    return {};
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(POLYFILL);
});

describe('the browser of a page', () => {
  it('is the one that the browser has of its own', async () => {
    vi.stubGlobal('browser', native);
    const { browser } = await import('@/lib/browser/page-browser');
    expect(browser).toBe(native);
    expect(loaded).not.toHaveBeenCalled();
  });

  it.each([
    undefined,
    // An element with this id, or what web pages get.
    {},
  ])('is made by the polyfill where there is %j', async (other) => {
    vi.stubGlobal('browser', other);
    const { browser } = await import('@/lib/browser/page-browser');
    expect(browser).toBe(polyfill);
    expect(loaded).toHaveBeenCalledOnce();
  });
});
