import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readSitemap } from '@/lib/import/sitemap';

/** A separate script, so that the worker starts without the sitemap parser. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { readSitemap });
});
