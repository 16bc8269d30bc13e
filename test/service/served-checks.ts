import { type AnalysedPage, CHECK_KINDS, type CheckKind } from './check-kinds';
import type { Result, ServedCheck } from './served-report';

const WEIGHTS = { high: 3, medium: 2, low: 1 } as const;
const NAMES = Object.keys(CHECK_KINDS);
const TOTAL = NAMES.reduce((sum, name) => sum + weightOf(name), 0);

/** Where scores of a rating lie; away from its ends, which checks meet only by chance. */
const TARGETS = { good: [83, 98], decent: [54, 76], bad: [18, 44] } as const;

/**
 * The score that the analysis of a page finds, with its fraction: the share of weighted checks that pass.
 * @param rating what the score is to amount to
 * @param round how often the page was analysed before: further analyses find other scores of that rating
 */
export function analysedScore(url: string, rating: Result, round = 0): number {
  const [least, most] = TARGETS[rating];
  const target = numberOf(`score ${round} ${url}`, least, most);
  const failed = failedChecks(url, target).reduce((sum, name) => sum + weightOf(name), 0);
  return Number(((100 * (TOTAL - failed)) / TOTAL).toFixed(12));
}

/**
 * The checks of a report, by name: the same ones for the same address and score.
 * @param url absolute; where the analysis ended
 * @param kilobytes about how large they are as JSON: pages have as many links as it takes
 */
export function servedChecks(
  url: string,
  score: number,
  kilobytes = 0,
): Readonly<Record<string, ServedCheck>> {
  const page = pageAt(url, Math.round(kilobytes * LINKS_A_KILOBYTE));
  const failed = new Set(failedChecks(url, score));
  return Object.fromEntries(
    NAMES.map((name) => [name, checkOf(CHECK_KINDS[name] as CheckKind, page, failed.has(name))]),
  );
}

function checkOf(
  { importance, ...tell }: CheckKind,
  page: AnalysedPage,
  isFailed: boolean,
): ServedCheck {
  if (!isFailed) return { passed: true, importance, value: tell.passed(page) };
  const [value, errors] = tell.failed(page);
  return { passed: false, importance, value, errors };
}

/** The names of those that fail: as many as the score has room for, in an order of the page's own. */
function failedChecks(url: string, score: number): readonly string[] {
  const isSecure = url.startsWith('https:');
  const order = (name: string) => (name === 'https_encryption' ? -1 : numberOf(name + url, 0, 1e9));
  // The same ones for a rounded score, since the lightest check weighs more than a point.
  let room = Math.round((TOTAL * (100 - score)) / 100);
  return NAMES.filter((name) => !(isSecure && name === 'https_encryption'))
    .sort((one, other) => order(one) - order(other))
    .filter((name) => {
      const fits = weightOf(name) <= room;
      if (fits) room -= weightOf(name);
      return fits;
    });
}

function weightOf(name: string): number {
  return WEIGHTS[CHECK_KINDS[name]?.importance ?? 'low'];
}

/** Links as below take about this many to a kilobyte. */
const LINKS_A_KILOBYTE = 11;

function pageAt(url: string, fewestLinks: number): AnalysedPage {
  const { host, origin, pathname } = new URL(url);
  const name = decoded(pathname).split('/').filter(Boolean).at(-1) ?? 'Home';
  const spoken = name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .slice(0, 40);
  return {
    url,
    host,
    origin,
    name: spoken.charAt(0).toUpperCase() + spoken.slice(1),
    number: (subject, least, most) => numberOf(subject + url, least, most),
    fewestLinks,
    links: (count) =>
      Array.from({ length: count }, (_, at) => ({
        url: `${origin}/guide/chapter-${at + 1}`,
        text: `Chapter ${at + 1} of the guide`,
      })),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Escapes of another encoding than UTF-8.
    return path;
  }
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
