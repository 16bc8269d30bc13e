import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readSitemap } from '@/lib/import/sitemap';

/** A separate script lets the worker start without the sitemap parser. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { readSitemap });
});
