import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readSitemap } from '@/lib/import/sitemap';

/** The sitemap parser, in a file of its own so that the worker starts without it. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { readSitemap });
});
