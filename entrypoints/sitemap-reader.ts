import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readSitemap } from '@/lib/import/sitemap';

/** The readers of formats, for the worker: apart from it, so that it starts without them. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { readSitemap });
});
