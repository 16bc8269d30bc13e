import type { ServedCheck } from './served-report';

export interface AnalysedPage {
  readonly url: string;
  readonly name: string;
  readonly site: string;
  /** Number of links. A quarter, at most 60, lead to other sites. */
  readonly links: number;
  /** Number of images. None has an alternative text or a new format. */
  readonly images: number;
  /** Number of scripts. None is deferred. */
  readonly scripts: number;
  /** Factor for sizes and times, from 0.85 to 1.5. */
  readonly factor: number;
}

/**
 * - `passing`: the value of a passed check
 * - `failed`: the errors of a failed check, by kind. An entry `value` replaces `passing`.
 */
type CheckKind = readonly [
  importance: ServedCheck['importance'],
  passing: unknown,
  failed: Readonly<Record<string, unknown>>,
];

/**
 * Returns the 36 checks of a report, in the order of installations of version 13. Names, values and errors
 * come from the service's public copies (GiaoBrain/SEO-Analyzer, app/Traits/ReportTrait.php).
 */
export function checkKinds(page: AnalysedPage): Readonly<Record<string, CheckKind>> {
  const { url, name, site } = page;
  const { host, origin, pathname } = new URL(url);
  const base = `${origin}${pathname.replace(/\/$/, '')}`;
  const scaled = (usual: number, digits = 0) => Number((usual * page.factor).toFixed(digits));
  const images = repeat(page.images, (number) => ({
    url: `${base}/i/hall-${number}.jpg`,
    text: '',
  }));
  const scripts = repeat(page.scripts, (number) => `${base}/js/booking-${number}.js`);
  const title = `${name}: opening hours, tickets and directions | ${site}`;
  const firstWord = name.toLowerCase().split(' ')[0];
  const externalCount = Math.min(60, Math.floor(page.links / 4));
  const pageLinks = {
    Internals: repeat(page.links - externalCount, (number) => ({
      url: `${base}/room-${number}`,
      text: `Room ${number}`,
    })),
    Externals: repeat(externalCount, (number) => ({
      url: `https://partner-${number}.example/`,
      text: '',
    })),
  };
  const requests = {
    JavaScripts: scripts,
    CSS: [`${base}/css/site.css`],
    Images: images.map((image) => image.url),
  };
  const length = { min: '1', max: '60' };
  const missing = null;
  return {
    title: ['high', `${name}, ${site}`, { value: title, length }],
    meta_description: ['high', 'Hours, tickets and how to get there.', { value: null, missing }],
    headings: [
      'high',
      { h1: [name], h2: ['Hours', 'Tickets', 'Directions'] },
      { value: { h1: [name, 'Tickets'], h2: ['Hours'] }, too_many: null },
    ],
    content_keywords: [
      'high',
      { 0: firstWord, 3: host.split('.').at(-2) },
      { value: [], missing: ['harbour'] },
    ],
    image_keywords: ['high', null, { missing: images }],
    image_format: ['medium', ['AVIF', 'WebP'], { bad_format: images }],
    in_page_links: ['medium', pageLinks, { too_many: { max: '150' } }],
    load_time: ['medium', scaled(0.412_345, 6), { value: scaled(3.4, 2), too_slow: { max: '2' } }],
    page_size: ['medium', scaled(48_231), { value: scaled(412_800), too_large: { max: '330000' } }],
    http_requests: ['medium', requests, { too_many: { max: '50' } }],
    defer_javascript: ['low', null, { missing: scripts }],
    dom_size: ['low', scaled(812), { value: scaled(2_204), too_many: { max: '1500' } }],
    doctype: ['medium', 'html', { value: null, missing }],
    text_compression: ['high', scaled(48_231), { missing }],
    structured_data: [
      'medium',
      { 'Open Graph': { 'og:title': title, 'og:image': `${base}/i/hall-1.jpg` } },
      { value: [], missing },
    ],
    meta_viewport: ['medium', 'width=device-width, initial-scale=1', { value: null, missing }],
    https_encryption: ['high', url, { value: url.replace('https', 'http'), missing: 'https' }],
    http2: ['medium', '2', { value: '1.1', failed: null }],
    htst: ['low', ['max-age=31536000'], { value: [], missing }],
    seo_friendly_url: ['high', url, { bad_format: null, missing }],
    language: ['medium', 'en', { value: null, missing }],
    favicon: ['medium', `${base}/favicon.svg`, { value: null, missing }],
    content_length: ['low', scaled(1_204), { value: scaled(312), too_few: { min: '500' } }],
    text_html_ratio: ['low', scaled(12), { value: scaled(6), too_small: { min: '10' } }],
    charset: ['medium', 'utf-8', { value: null, missing }],
    deprecated_html_tags: ['low', null, { bad_tags: { font: 3, center: 1 } }],
    '404_page': ['high', `${base}/404-5d41402a`, { value: false, missing }],
    noindex: ['high', null, { value: 'noindex, nofollow', missing }],
    robots: ['high', null, { failed: [`${pathname.slice(0, 40)}*`] }],
    sitemap: ['low', [`${origin}/sitemap.xml`], { value: [], failed: null }],
    mixed_content: [
      'medium',
      null,
      {
        failed: {
          Images: [`http://${host}/i/roof.png`],
          CSS: [`http://${host}/a.css`],
        },
      },
    ],
    server_signature: ['medium', [], { value: ['nginx/1.18.0'], failed: null }],
    unsafe_cross_origin_links: ['medium', null, { failed: ['https://weather.example/harbour'] }],
    plaintext_email: ['low', null, { failed: { 0: `desk@${host}`, 2: `shop@${host}` } }],
    social: [
      'low',
      { Instagram: [{ url: 'https://instagram.com/m', text: '' }] },
      { value: [], missing },
    ],
    inline_css: ['low', null, { failed: ['color: red', 'margin: 0'] }],
  };
}

/** Calls a function with the numbers from 1 to `count`. */
function repeat<T>(count: number, itemOf: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => itemOf(index + 1));
}
