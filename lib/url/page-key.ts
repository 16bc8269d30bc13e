import { withoutSchemes } from './bare-address';
import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';
import { readAddress } from './typed-address';

/** No page needs a longer address, and reading one takes a hostile service's time from ours. */
const LONGEST = 2000;

/** Of either scheme, since the scheme is left out. */
const DEFAULT_PORTS = ['', '80', '443'];

/**
 * What all addresses of one page have in common, so that two can be compared: not to be sent or
 * shown. Scheme with its port, one leading `www.`, fragment, trailing or doubled slashes, order of the
 * query, known tracking parameters and user info make no difference, nor does whatever the URL
 * Standard and its percent-encoding take for the same. Services list addresses without schemes, also
 * without those of addresses within them. Other ports, the case of the path and `index.html` make a
 * difference. Hash routes are pages of their own. A text that is no web address, or one of more than 2,000 characters, is its own key, without
 * the spaces around it.
 */
export function pageKey(url: string): string {
  const text = url.trim();
  const read = text.length > LONGEST ? null : readAddress(text);
  if (read === null || 'problem' in read) return text;
  const page = read.url;
  page.pathname = withoutSchemes(plainEscapes(page.pathname));
  page.pathname = page.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  page.search = plainQuery(page.search);
  page.hash = withoutSchemes(page.hash);
  page.hash = hashRoute(page);
  const rest = page.pathname + page.search + page.hash;
  const port = DEFAULT_PORTS.includes(page.port) ? '' : `:${page.port}`;
  return pageHost(page.hostname) + port + (rest === '/' ? '' : rest);
}

/** A host as keys of pages have it: without one leading `www.`. */
export function pageHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '');
}

/**
 * The page key of an address without its fragment: what it has in common with all that services may
 * keep it as, since some drop fragments, hash routes among them.
 */
export function addressKey(url: string): string {
  return pageKey(url.replace(/#.*/s, ''));
}

/**
 * The fragment when it names a page within a single-page application (`#/path`, `#!/path`), without
 * a trailing slash or a text directive; otherwise empty, as for that application's start (`#/`).
 */
export function hashRoute(url: URL): string {
  const fragment = url.hash.replace(/:~:.*/s, '').replace(/(?<!\/)\/+$/, '');
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : '';
}

/** The query with its names in order, each with a value, without known tracking parameters. */
function plainQuery(query: string): string {
  const pairs = withoutSchemes(plainEscapes(query.slice(1)))
    .split('&')
    .filter((part) => part !== '' && !TRACKING_PARAMETER.test(parameterName(part)))
    .map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [name.replaceAll('+', ' '), value.replaceAll(' ', '+')] as const;
    })
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  // With its question mark, or `URL` would take one at the start of the first name for it.
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`;
}

/**
 * Takes back the escapes of what can do without, as far as `URL` does not put them in again, and
 * writes all others alike. What separates the parts of an address stays escaped, and so do the
 * backslash, which `URL` takes for a slash, line breaks and tabs, which it drops, and the percent
 * sign, which could start another escape.
 */
function plainEscapes(text: string): string {
  return text.replaceAll(/%([\da-f]{2})?/gi, (written, hex?: string) => {
    if (hex === undefined) return '%25';
    const alike = written.toUpperCase();
    const isPlain = /^%(?!25|5C)[2-7]/.test(alike);
    return isPlain ? decodeURI(alike) : alike;
  });
}
