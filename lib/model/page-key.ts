import normalizeUrl from 'normalize-url';
import { TRACKING_PARAMETER } from './tracking-parameters';

/** No page needs a longer address, and normalising one takes a hostile service's time from ours. */
const LONGEST = 2000;

/**
 * What all addresses of one page have in common, so that two can be compared: not to be sent or
 * shown. Fragment, trailing slash, order of the query, known tracking parameters and user info make
 * no difference, nor does whatever the URL Standard and its percent-encoding take for the same.
 * Scheme, `www.`, case of the path and `index.html` do. Hash routes are pages of their own.
 * A text that is no http or https address, or one of more than 2,000 characters, is its own key,
 * without the spaces around it.
 */
export function pageKey(url: string): string {
  const text = url.trim();
  const read = text.length > LONGEST ? null : URL.parse(text);
  if (read?.protocol !== 'https:' && read?.protocol !== 'http:') return text;
  read.hash = hashRoute(read);
  read.pathname = shieldedPath(read.pathname);
  read.search = shieldedQuery(read.search);
  return normalizeUrl(read.href, {
    stripWWW: false,
    removeQueryParameters: [TRACKING_PARAMETER],
    // `?a` and `?a=` are the same pair of name and value.
    emptyQueryValue: 'always',
  });
}

/**
 * The fragment when it names a page within a single-page application (`#/path`, `#!/path`), without
 * a trailing slash or a text directive; otherwise empty, as for that application's start (`#/`).
 */
export function hashRoute(url: URL): string {
  const fragment = url.hash.replace(/:~:.*$/, '').replace(/(?<!\/)\/+$/, '');
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : '';
}

/**
 * normalize-url decodes a path once and encodes what it must. An encoded percent sign would then
 * start another escape, and encoded line breaks and tabs would vanish. Of several slashes at the end
 * it may leave one.
 */
function shieldedPath(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return isDecodable(path) ? trimmed.replaceAll(/%(?=25|0[9ad])/gi, '%25') : trimmed;
}

/**
 * The same for a query. One that is not UTF-8 would lose its letters, so it keeps its bytes, and a
 * slash at the end of a value would pass for the path's.
 */
function shieldedQuery(query: string): string {
  const escapes = isDecodable(query) ? /%(?=0[9ad])/gi : '%';
  return query.replaceAll(escapes, '%25').replaceAll(/\/(?=&|$)/g, '%2F');
}

function isDecodable(text: string): boolean {
  try {
    // The value has to be used: minifiers take a call without use for one without effect.
    return decodeURIComponent(text).length <= text.length;
  } catch {
    return false;
  }
}
