import type { browser as polyfilled } from 'wxt/browser';

const known = globalThis as { browser?: typeof polyfilled };

/** Where the build puts `webextension-polyfill`, which makes a global of itself. */
const POLYFILL = '/browser-polyfill.js';

// Chrome 148 and later have a `browser` of their own, as Firefox always had. The polyfill would only
// hand it out again.
if (!known.browser?.runtime?.id) await import(/* @vite-ignore */ POLYFILL);

/** What `wxt/browser` is in a page. */
export const browser = known.browser as typeof polyfilled;
