import { expect, it } from 'vitest';
import { readableName } from '@/lib/report/content/readable-name';

it.each([
  ['meta_description', 'Meta description'],
  ['load-time', 'Load time'],
  ['loadTime', 'Load time'],
  ['ogImageURL', 'Og image URL'],
  ['HTTPStatus', 'HTTP status'],
  ['brokenURLs_found', 'Broken URLs found'],
  ['TIMEOUT_SECONDS', 'Timeout seconds'],
  ['h1_count', 'H1 count'],
  ['2xx', '2xx'],
  ['seo', 'SEO'],
  ['api', 'API'],
  ['site_id', 'Site ID'],
  ['https_encryption', 'HTTPS encryption'],
  ['__proto__', '__proto__'],
  ['Load time (ms)', 'Load time (ms)'],
  ['größe_bytes', 'größe_bytes'],
  ['', ''],
])('the field name %j is shown as %j', (name, readable) => {
  expect(readableName(name)).toBe(readable);
});
