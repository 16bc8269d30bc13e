import { type AnalysedPage, checkKinds } from './check-kinds';
import type { Result, ServedCheck } from './served-report';

type Checks = Readonly<Record<string, ServedCheck>>;

const SAMPLE: AnalysedPage = {
  ...{ url: 'https://museum.example/visit', name: 'Plan your visit', site: 'Harbour Museum' },
  ...{ links: 60, images: 4, scripts: 3, factor: 1 },
};

/** As in a usual report: some of every importance and in every group. */
const USUALLY_FAILING = [
  ...['title', 'meta_description', 'headings', 'image_keywords', '404_page', 'robots'],
  ...['load_time', 'page_size', 'image_format', 'defer_javascript'],
  ...['server_signature', 'unsafe_cross_origin_links', 'plaintext_email'],
  ...['sitemap', 'content_length', 'deprecated_html_tags'],
];

/** What to vary of the usual checks. */
interface Variation extends Partial<Pick<AnalysedPage, 'links' | 'images' | 'scripts'>> {
  /** The names of the checks that fail; the usual sixteen if absent. */
  failing?: readonly string[];
}

/** The checks of a page that is always the same, by name. */
export function usualChecks({ failing = USUALLY_FAILING, ...counts }: Variation = {}): Checks {
  return checksOf({ ...SAMPLE, ...counts }, failing);
}

function checksOf(page: AnalysedPage, failing: readonly string[]): Checks {
  return Object.fromEntries(
    Object.entries(checkKinds(page)).map(([name, [importance, passing, failed]]) => {
      if (!failing.includes(name)) return [name, { passed: true, importance, value: passing }];
      const { value = passing, ...errors } = failed;
      return [name, { passed: false, importance, value, errors }];
    }),
  );
}

const POINTS = { high: 3, medium: 2, low: 1 } as const;
const WEIGHTS = new Map(
  Object.entries(checkKinds(SAMPLE)).map(([name, [importance]]) => [name, POINTS[importance]]),
);
const TOTAL = [...WEIGHTS.values()].reduce<number>((sum, weight) => sum + weight, 0);

/** Where scores of a rating lie; away from its ends, which checks meet only by chance. */
const TARGETS = { good: [83, 98], decent: [54, 76], bad: [18, 44] } as const;

/**
 * The score that the analysis of a page finds, with its fraction: the share of weighted checks that pass.
 * @param rating what the score is to amount to
 * @param round how often the page was analysed before: further analyses find other scores of that rating
 */
export function analysedScore(url: string, rating: Result, round = 0): number {
  const [least, most] = TARGETS[rating];
  return scoreOf(failedChecks(url, numberOf(`score ${round} ${url}`, least, most)));
}

/** The score of a page on which these checks fail, with its fraction. */
export function scoreOf(failing: readonly string[]): number {
  const failed = failing.reduce((sum, name) => sum + weightOf(name), 0);
  return Number(((100 * (TOTAL - failed)) / TOTAL).toFixed(12));
}

/** Links as below take about this many to a kilobyte. */
const LINKS_A_KILOBYTE = 17;

/**
 * The checks of a report, by name: the same ones for the same address and score.
 * @param url absolute; where the analysis ended
 * @param failing the names of those that fail; null: as many as the score has room for
 * @param kilobytes about how large they are as JSON: pages have as many links as it takes
 */
export function servedChecks(
  url: string,
  score: number,
  failing: readonly string[] | null = null,
  kilobytes = 0,
): Checks {
  const failed = failing ?? failedChecks(url, score);
  const { host, pathname } = new URL(url);
  const name = spoken(decoded(pathname).split('/').filter(Boolean).at(-1) ?? 'Home');
  const fewestLinks = failed.includes('in_page_links') ? 160 : 12;
  const page = {
    ...{ url, name, site: `Official site of ${host}` },
    links: Math.max(fewestLinks, Math.round(kilobytes * LINKS_A_KILOBYTE)),
    images: 2,
    scripts: failed.includes('http_requests') ? 60 : 6,
    factor: numberOf(`factor ${url}`, 85, 150) / 100,
  };
  return checksOf(page, failed);
}

function spoken(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .slice(0, 40);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Escapes of another encoding than UTF-8.
    return path;
  }
}

/** The names of those that fail: as many as the score has room for, in an order of the page's own. */
function failedChecks(url: string, score: number): readonly string[] {
  const isSecure = url.startsWith('https:');
  const order = (name: string) => (name === 'https_encryption' ? -1 : numberOf(name + url, 0, 1e9));
  // The same ones for a rounded score, since the lightest check weighs more than a point.
  let room = Math.round((TOTAL * (100 - score)) / 100);
  return [...WEIGHTS.keys()]
    .filter((name) => !(isSecure && name === 'https_encryption'))
    .sort((one, other) => order(one) - order(other))
    .filter((name) => {
      const fits = weightOf(name) <= room;
      if (fits) room -= weightOf(name);
      return fits;
    });
}

function weightOf(name: string): number {
  return WEIGHTS.get(name) ?? 0;
}

/** A whole number from `least` to `most` that a text always gives (FNV-1a). */
function numberOf(text: string, least: number, most: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  // The lowest bits of neighbours are alike.
  return least + (((hash ^ (hash >>> 15)) >>> 0) % (most - least + 1));
}
