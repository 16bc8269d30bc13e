import type { browser as known } from 'wxt/browser';

const { browser: own, chrome } = globalThis as Partial<Record<'browser' | 'chrome', typeof known>>;

/**
 * What `wxt/browser` is in the worker. In Manifest V3 `chrome` answers by promises as well, in all
 * that lib/browser calls; it is the only one in Chrome before 148.
 */
export const browser = (own?.runtime?.id ? own : chrome) as typeof known;
