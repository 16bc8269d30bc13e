import { describe, expect, it } from 'vitest';
import { readableName } from '@/lib/report/content/name-words';

describe("a field's name for people", () => {
  it.each([
    ['meta_description', 'Meta description'],
    ['loadTime', 'Load time'],
    ['load-time', 'Load time'],
    ['seo.title', 'SEO title'],
    ['canonicalUrl', 'Canonical URL'],
    ['og_imageURL', 'OG image URL'],
    ['HTTPStatus', 'HTTP status'],
    ['HTTP_STATUS', 'HTTP status'],
    ['http2_enabled', 'HTTP2 enabled'],
    ['is_https', 'Is HTTPS'],
    ['h1', 'H1'],
    ['h1_count', 'H1 count'],
    ['count_of_h2', 'Count of H2'],
    ['LCP', 'LCP'],
    ['XYZ_Value', 'XYZ value'],
    ['TOTAL_COUNT', 'Total count'],
    ['webp', 'WebP'],
    ['external_ids', 'External IDs'],
    ['URLs', 'URLs'],
    ['brokenURLs', 'Broken URLs'],
    ['XYZs_found', 'XYZs found'],
    ['json_ld', 'JSON LD'],
    ['JSON-LD', 'JSON LD'],
    ['x', 'x'],
    ['2xx', '2xx'],
    ['__proto__', '__proto__'],
    ['Load time (ms)', 'Load time (ms)'],
    ['عنوان', 'عنوان'],
    ['', ''],
  ])('%j is %j', (name, readable) => {
    expect(readableName(name)).toBe(readable);
  });
});
