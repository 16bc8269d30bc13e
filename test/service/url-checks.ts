import { rate } from './rating';
import type { Analysis } from './report';

const LONGEST_PATH = 60;
const DEEPEST_PATH = 3;

/** Small letters (or letters of a script without case), digits, hyphens, dots and slashes. */
const readable = /^[\p{Ll}\p{Lo}\p{M}\p{Nd}\-./]*$/u;

/**
 * Rates an address that is never fetched, from its text alone, so that the same URL always gets the same result:
 * - `https`: the scheme is https
 * - `no query`: there is no query string
 * - `short path`: the decoded path has at most 60 characters
 * - `readable path`: the decoded path has no capitals, underscores or other signs
 * - `shallow path`: the path has at most three segments
 *
 * `url` must be absolute.
 */
export function checkUrl(url: string): Analysis {
  const { protocol, pathname, search } = new URL(url);
  const path = decodePath(pathname);
  const checks = [
    { name: 'https', passed: protocol === 'https:' },
    { name: 'no query', passed: search === '' },
    { name: 'short path', passed: path.length <= LONGEST_PATH },
    { name: 'readable path', passed: readable.test(path) },
    { name: 'shallow path', passed: path.split('/').filter(Boolean).length <= DEEPEST_PATH },
  ];
  return { result: rate(checks), checks };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
