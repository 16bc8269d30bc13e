/** A check as installations answer it: `errors` only where it failed. */
interface WireCheck {
  passed: boolean;
  importance: 'high' | 'medium' | 'low';
  value: unknown;
  errors?: Record<string, unknown>;
}

export type WireChecks = Record<string, WireCheck>;

/** What to vary of the usual checks. */
interface Variation {
  /** The names of the checks that fail; the usual sixteen if absent. */
  failing?: readonly string[];
  /** How many links the page has, most of them to its own site. */
  links?: number;
  /** How many images it has, all of them without a text and in an older format. */
  images?: number;
  /** How many scripts, none of them deferred. */
  scripts?: number;
}

const PAGE = 'https://museum.example/visit';

/** As in a usual report: some of every importance and in every group. */
const USUALLY_FAILING = [
  ...['title', 'meta_description', 'headings', 'image_keywords', '404_page', 'robots'],
  ...['load_time', 'page_size', 'image_format', 'defer_javascript'],
  ...['server_signature', 'unsafe_cross_origin_links', 'plaintext_email'],
  ...['sitemap', 'content_length', 'deprecated_html_tags'],
];

/**
 * The 36 checks of a report's `results`, in the order in which installations of version 13 make
 * them. Names, values and errors are those of their public code (see real-service.md).
 */
export function usualChecks(variation: Variation = {}): WireChecks {
  const { failing = USUALLY_FAILING, links = 60, images = 4, scripts = 3 } = variation;
  const imageList = list(images, (at) => ({ url: `${PAGE}/i/hall-${at}.jpg`, text: '' }));
  const scriptList = list(scripts, (at) => `${PAGE}/js/booking-${at}.js`);
  const all = makeChecks(links, imageList, scriptList);
  return Object.fromEntries(
    Object.entries(all).map(([name, [importance, passing, failed]]) => {
      if (!failing.includes(name)) return [name, { passed: true, importance, value: passing }];
      const { value = passing, ...errors } = failed;
      return [name, { passed: false, importance, value, errors }];
    }),
  );
}

/** Each with its importance, its value where it passes, and its errors, with their value, where not. */
type Both = [WireCheck['importance'], passing: unknown, failed: Record<string, unknown>];

function makeChecks(links: number, images: unknown[], scripts: string[]): Record<string, Both> {
  const title = 'Plan your visit: opening hours, tickets and directions | Harbour Museum';
  const external = Math.min(60, Math.floor(links / 4));
  const pageLinks = {
    Internals: list(links - external, (at) => ({ url: `${PAGE}/room-${at}`, text: `Room ${at}` })),
    Externals: list(external, (at) => ({ url: `https://partner-${at}.example/`, text: '' })),
  };
  const requests = {
    JavaScripts: scripts,
    CSS: [`${PAGE}/css/site.css`],
    Images: list(images.length, (at) => `${PAGE}/i/hall-${at}.jpg`),
  };
  const length = { min: '1', max: '60' };
  const missing = null;
  return {
    title: ['high', 'Plan your visit, Harbour Museum', { value: title, length }],
    meta_description: ['high', 'Hours, tickets and how to get there.', { value: null, missing }],
    headings: [
      'high',
      { h1: ['Plan your visit'], h2: ['Hours', 'Tickets', 'Directions'] },
      { value: { h1: ['Plan your visit', 'Tickets'], h2: ['Hours'] }, too_many: null },
    ],
    content_keywords: ['high', { 0: 'plan', 3: 'museum' }, { value: [], missing: ['harbour'] }],
    image_keywords: ['high', null, { missing: images }],
    image_format: ['medium', ['AVIF', 'WebP'], { bad_format: images }],
    in_page_links: ['medium', pageLinks, { too_many: { max: '150' } }],
    load_time: ['medium', 0.412_345, { value: 3.4, too_slow: { max: '2' } }],
    page_size: ['medium', 48_231, { value: 412_800, too_large: { max: '330000' } }],
    http_requests: ['medium', requests, { too_many: { max: '50' } }],
    defer_javascript: ['low', null, { missing: scripts }],
    dom_size: ['low', 812, { value: 2_204, too_many: { max: '1500' } }],
    doctype: ['medium', 'html', { value: null, missing }],
    text_compression: ['high', 48_231, { missing }],
    structured_data: [
      'medium',
      { 'Open Graph': { 'og:title': title, 'og:image': `${PAGE}/i/hall-1.jpg` } },
      { value: [], missing },
    ],
    meta_viewport: ['medium', 'width=device-width, initial-scale=1', { value: null, missing }],
    https_encryption: ['high', PAGE, { value: PAGE.replace('https', 'http'), missing: 'https' }],
    http2: ['medium', '2', { value: '1.1', failed: null }],
    htst: ['low', ['max-age=31536000'], { value: [], missing }],
    seo_friendly_url: ['high', PAGE, { bad_format: null, missing }],
    language: ['medium', 'en', { value: null, missing }],
    favicon: ['medium', `${PAGE}/favicon.svg`, { value: null, missing }],
    content_length: ['low', 1_204, { value: 312, too_few: { min: '500' } }],
    text_html_ratio: ['low', 12, { value: 6, too_small: { min: '10' } }],
    charset: ['medium', 'utf-8', { value: null, missing }],
    deprecated_html_tags: ['low', null, { bad_tags: { font: 3, center: 1 } }],
    '404_page': ['high', `${PAGE}/404-5d41402a`, { value: false, missing }],
    noindex: ['high', null, { value: 'noindex, nofollow', missing }],
    robots: ['high', null, { failed: ['/visit*'] }],
    sitemap: ['low', ['https://museum.example/sitemap.xml'], { value: [], failed: null }],
    mixed_content: [
      'medium',
      null,
      {
        failed: {
          Images: ['http://museum.example/i/roof.png'],
          CSS: ['http://museum.example/a.css'],
        },
      },
    ],
    server_signature: ['medium', [], { value: ['nginx/1.18.0'], failed: null }],
    unsafe_cross_origin_links: ['medium', null, { failed: ['https://weather.example/harbour'] }],
    plaintext_email: [
      'low',
      null,
      { failed: { 0: 'desk@museum.example', 2: 'shop@museum.example' } },
    ],
    social: [
      'low',
      { Instagram: [{ url: 'https://instagram.com/m', text: '' }] },
      { value: [], missing },
    ],
    inline_css: ['low', null, { failed: ['color: red', 'margin: 0'] }],
  };
}

function list<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index + 1));
}
