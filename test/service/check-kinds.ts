import type { ServedCheck } from './served-report';

/** What checks tell of a page: as one that passed, and as one that failed, with the reasons. */
export interface CheckKind {
  readonly importance: ServedCheck['importance'];
  readonly passed: (page: AnalysedPage) => unknown;
  readonly failed: (
    page: AnalysedPage,
  ) => readonly [value: unknown, errors: ServedCheck['errors'] & object];
}

/** A page that was never fetched: all that is told of it follows from its address. */
export interface AnalysedPage {
  readonly url: string;
  readonly host: string;
  readonly origin: string;
  /** What it is called, by the last part of its path. */
  readonly name: string;
  /** A whole number from `least` to `most`, the same one for the same page and subject. */
  number(subject: string, least: number, most: number): number;
  /** So many links to pages of its own. */
  links(count: number): readonly Link[];
  /** How many links it has at the least. */
  readonly fewestLinks: number;
}

interface Link {
  readonly url: string;
  readonly text: string;
}

function kind(
  importance: CheckKind['importance'],
  passed: CheckKind['passed'],
  failed: CheckKind['failed'],
): CheckKind {
  return { importance, passed, failed };
}

const missing = () => [null, { missing: null }] as const;
const keywords = ({ name, host }: AnalysedPage) => [
  name.toLowerCase(),
  host.split('.').at(-2) ?? host,
  'opening hours',
  'prices',
];
const images = ({ origin }: AnalysedPage) => [
  { url: `${origin}/images/front.png`, text: '' },
  { url: `${origin}/images/roof-at-night.png`, text: '' },
];
const requests = (page: AnalysedPage) => ({
  JavaScripts: page.links(6).map(({ url }) => `${url}.js`),
  CSS: [`${page.origin}/app.css`],
  Images: images(page).map(({ url }) => url),
});
const foreign = { url: 'https://maps.example/market-square', text: 'How to find us' };

/** In the order and the groups of the services' own pages: SEO, performance, security, miscellaneous. */
export const CHECK_KINDS: Readonly<Record<string, CheckKind>> = {
  title: kind(
    'high',
    ({ name, host }) => `${name} – ${host}`,
    ({ name, host }) => [
      `${name}, opening hours, prices and all that there is to know before you come – ${host}`,
      { length: { min: '1', max: '60' } },
    ],
  ),
  meta_description: kind(
    'high',
    ({ name }) => `${name}: all there is to know, at a glance.`,
    missing,
  ),
  headings: kind(
    'high',
    ({ name }) => ({ h1: [name], h2: ['Opening hours', 'Prices'], h3: ['Groups'] }),
    () => [{ h2: ['Opening hours', 'Prices'] }, { missing: null }],
  ),
  content_keywords: kind('medium', keywords, (page) => [
    keywords(page).slice(0, 2),
    { failed: null },
  ]),
  image_keywords: kind(
    'medium',
    () => null,
    (page) => [null, { missing: images(page) }],
  ),
  seo_friendly_url: kind(
    'high',
    ({ url }) => url,
    ({ url }) => [url, { failed: null }],
  ),
  '404_page': kind(
    'high',
    ({ origin }) => `${origin}/404-5e0c0ffe`,
    ({ origin }) => [`${origin}/404-5e0c0ffe`, { failed: null }],
  ),
  robots: kind(
    'high',
    () => null,
    ({ url }) => [null, { failed: [`${new URL(url).pathname.slice(0, 40)}*`] }],
  ),
  noindex: kind(
    'high',
    () => null,
    () => ['noindex, follow', { failed: null }],
  ),
  in_page_links: kind(
    'medium',
    (page) => ({ Internals: page.links(Math.max(12, page.fewestLinks)), Externals: [foreign] }),
    (page) => [
      { Internals: page.links(Math.max(160, page.fewestLinks)), Externals: [foreign] },
      { too_many: { max: '150' } },
    ],
  ),
  language: kind('medium', () => 'en', missing),
  favicon: kind('medium', ({ origin }) => `${origin}/favicon.ico`, missing),
  text_compression: kind('high', (page) => page.number('gzip', 9_000, 40_000), missing),
  load_time: kind(
    'high',
    (page) => page.number('load', 21, 190) / 100,
    (page) => [page.number('load', 210, 780) / 100, { too_slow: { max: '2' } }],
  ),
  page_size: kind(
    'medium',
    (page) => page.number('size', 18_000, 320_000),
    (page) => [page.number('size', 340_000, 2_900_000), { too_large: { max: '330000' } }],
  ),
  http_requests: kind('medium', requests, (page) => [
    { ...requests(page), JavaScripts: page.links(60).map(({ url }) => `${url}.js`) },
    { too_many: { max: '50' } },
  ]),
  image_format: kind(
    'medium',
    () => ['AVIF', 'WebP'],
    (page) => [['AVIF', 'WebP'], { bad_format: images(page) }],
  ),
  defer_javascript: kind(
    'low',
    () => null,
    ({ origin }) => [null, { missing: [`${origin}/app.js`, `${origin}/counter.js`] }],
  ),
  dom_size: kind(
    'medium',
    (page) => page.number('dom', 240, 1_480),
    (page) => [page.number('dom', 1_520, 6_100), { too_many: { max: '1500' } }],
  ),
  doctype: kind('medium', () => 'html', missing),
  http2: kind(
    'medium',
    () => null,
    () => [null, { failed: null }],
  ),
  https_encryption: kind(
    'high',
    ({ url }) => url,
    ({ url }) => [url, { missing: 'https' }],
  ),
  mixed_content: kind(
    'medium',
    () => null,
    ({ host }) => [null, { failed: { Images: [`http://${host}/images/front.png`] } }],
  ),
  server_signature: kind(
    'medium',
    () => null,
    () => [null, { failed: ['nginx/1.18.0 (Ubuntu)'] }],
  ),
  unsafe_cross_origin_links: kind(
    'medium',
    () => null,
    () => [null, { failed: [foreign] }],
  ),
  plaintext_email: kind(
    'low',
    () => null,
    ({ host }) => [null, { failed: { '0': `office@${host}` } }],
  ),
  htst: kind('low', () => 'max-age=31536000', missing),
  structured_data: kind(
    'medium',
    ({ name, url }) => ({ 'Open Graph': { 'og:title': name, 'og:url': url } }),
    missing,
  ),
  meta_viewport: kind('medium', () => 'width=device-width, initial-scale=1', missing),
  charset: kind('medium', () => 'utf-8', missing),
  sitemap: kind(
    'low',
    ({ origin }) => [`${origin}/sitemap.xml`],
    () => [[], { failed: null }],
  ),
  social: kind(
    'low',
    () => ({ Mastodon: [{ url: 'https://social.example/@us', text: '' }] }),
    missing,
  ),
  content_length: kind(
    'low',
    (page) => page.number('words', 520, 2_400),
    (page) => [page.number('words', 40, 480), { too_few: { min: '500' } }],
  ),
  text_html_ratio: kind(
    'low',
    (page) => page.number('ratio', 11, 48),
    (page) => [page.number('ratio', 1, 9), { too_small: { min: '10' } }],
  ),
  inline_css: kind(
    'low',
    () => null,
    () => [null, { failed: ['margin: 0', 'color: red'] }],
  ),
  deprecated_html_tags: kind(
    'low',
    () => null,
    () => [null, { bad_tags: { font: 3, center: 1 } }],
  ),
};
