import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readSitemap } from '@/lib/import/sitemap';

/** Adds the sitemap parser to the worker. A separate script lets the worker start without the parser. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { readSitemap });
});
