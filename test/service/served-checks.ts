import { type AnalysedPage, checkKinds } from './check-kinds';
import type { Result, ServedCheck } from './served-report';

type Checks = Readonly<Record<string, ServedCheck>>;

const SAMPLE: AnalysedPage = {
  url: 'https://museum.example/visit',
  name: 'Plan your visit',
  site: 'Harbour Museum',
  links: 60,
  images: 4,
  scripts: 3,
  factor: 1,
};

/** Names of checks of every importance and every group. */
const USUALLY_FAILING = [
  'title',
  'meta_description',
  'headings',
  'image_keywords',
  '404_page',
  'robots',
  'load_time',
  'page_size',
  'image_format',
  'defer_javascript',
  'server_signature',
  'unsafe_cross_origin_links',
  'plaintext_email',
  'sitemap',
  'content_length',
  'deprecated_html_tags',
];

interface Variation extends Partial<Pick<AnalysedPage, 'links' | 'images' | 'scripts'>> {
  failing?: readonly string[];
}

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

/**
 * The ranges in which analyses choose a score. The failed checks may give a slightly different score.
 * Therefore, the ranges keep a distance from the limits of the ratings.
 */
const SCORE_RANGES = { good: [83, 98], decent: [54, 76], bad: [18, 44] } as const;

/**
 * Returns a score with a fraction, in the range of a rating.
 * @param round number of earlier analyses of the page; each analysis finds another score
 */
export function analysedScore(url: string, rating: Result, round = 0): number {
  const [lowest, highest] = SCORE_RANGES[rating];
  return scoreOf(failedChecks(url, numberOf(`score ${round} ${url}`, lowest, highest)));
}

/** Returns the weighted share of checks that pass, in percent. */
export function scoreOf(failing: readonly string[]): number {
  const failed = failing.reduce((sum, name) => sum + weightOf(name), 0);
  return Number(((100 * (TOTAL - failed)) / TOTAL).toFixed(12));
}

/** Number of links in about one kilobyte of JSON. */
const LINKS_PER_KILOBYTE = 17;

/**
 * Returns the checks of a report. The same address and score always give the same checks.
 * @param url the absolute address after all redirects
 * @param failing names of the failed checks; null derives them from the score
 * @param kilobytes rough size of the checks as JSON; links fill this size
 */
export function servedChecks(
  url: string,
  score: number,
  failing: readonly string[] | null = null,
  kilobytes = 0,
): Checks {
  const failed = failing ?? failedChecks(url, score);
  const { host, pathname } = new URL(url);
  const name = titleFrom(decoded(pathname).split('/').filter(Boolean).at(-1) ?? 'Home');
  const minLinks = failed.includes('in_page_links') ? 160 : 12;
  const page = {
    url,
    name,
    site: `Official site of ${host}`,
    links: Math.max(minLinks, Math.round(kilobytes * LINKS_PER_KILOBYTE)),
    images: 2,
    scripts: failed.includes('http_requests') ? 60 : 6,
    factor: numberOf(`factor ${url}`, 85, 150) / 100,
  };
  return checksOf(page, failed);
}

function titleFrom(name: string): string {
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
    // The escapes are of another encoding than UTF-8.
    return path;
  }
}

/**
 * Returns the names of failed checks whose weights add up to the points that a score misses. The URL
 * determines the order in which checks are chosen.
 */
function failedChecks(url: string, score: number): readonly string[] {
  const isSecure = url.startsWith('https:');
  const order = (name: string) => (name === 'https_encryption' ? -1 : numberOf(name + url, 0, 1e9));
  // A rounded score gives the same checks, because even the lightest check weighs more than one point.
  let missingPoints = Math.round((TOTAL * (100 - score)) / 100);
  return [...WEIGHTS.keys()]
    .filter((name) => !(isSecure && name === 'https_encryption'))
    .sort((one, other) => order(one) - order(other))
    .filter((name) => {
      const fits = weightOf(name) <= missingPoints;
      if (fits) missingPoints -= weightOf(name);
      return fits;
    });
}

function weightOf(name: string): number {
  return WEIGHTS.get(name) ?? 0;
}

/** Returns a whole number from `min` to `max` that depends only on the text. The hash is FNV-1a. */
function numberOf(text: string, min: number, max: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // Similar texts have similar low bits, so high bits are mixed in.
  return min + (((hash ^ (hash >>> 15)) >>> 0) % (max - min + 1));
}
