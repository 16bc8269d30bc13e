import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';
import { readAddress } from './typed-address';

/** Limit in characters for a normalised address. Services can send many long addresses. */
const MAX_LENGTH = 2000;

/** No port, and the default ports of both schemes. A key has no scheme. */
const DEFAULT_PORTS = ['', '80', '443'];

/**
 * Returns the key of a page, which is equal for all addresses of the page. Keys are only compared,
 * never sent or shown.
 *
 * A key ignores:
 * - the scheme, its default port and one leading `www.`, which services leave out in lists
 * - the schemes of inner addresses
 * - fragments, except hash routes
 * - trailing and doubled slashes
 * - the order of the query, known tracking parameters and user info
 * - differences in spelling that the URL Standard or percent-encoding permits
 *
 * Other ports, the case of the path and `index.html` change the key. The key of a text that is no
 * web address, or has more than 2,000 characters, is the trimmed text.
 */
export function pageKey(url: string): string {
  const text = url.trim();
  const read = text.length > MAX_LENGTH ? null : readAddress(text);
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

/** Returns the host of a page key: without one leading `www.` and a final dot. */
export function pageHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '');
}

/** Returns the page key without a hash route, because some services drop every fragment. */
export function addressKey(url: string): string {
  return pageKey(url.replace(/#.*/s, ''));
}

/**
 * Returns the route of a single-page application (`#/path`, `#!/path`), without trailing slash and
 * text directive. Returns an empty text for any other fragment, and for the start route `#/`.
 */
export function hashRoute(url: URL): string {
  const fragment = url.hash.replace(/:~:.*/s, '').replace(/(?<!\/)\/+$/, '');
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : '';
}

/**
 * Removes tracking parameters from a query, and sorts the rest by name. Writes `=` after each name.
 */
function plainQuery(query: string): string {
  const pairs = withoutSchemes(plainEscapes(query.slice(1)))
    .split('&')
    .filter((part) => part !== '' && !TRACKING_PARAMETER.test(parameterName(part)))
    .map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [name.replaceAll('+', ' '), value.replaceAll(' ', '+')] as const;
    })
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  // Without this question mark, `URL` would remove a question mark at the start of the first name.
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`;
}

/**
 * Decodes needless escapes, and writes all other escapes in upper case. The other escapes encode:
 * - separators of the parts of an address
 * - the backslash, which `URL` treats as a slash
 * - line breaks and tabs, which `URL` drops
 * - the percent sign, which could start another escape
 */
function plainEscapes(text: string): string {
  return text.replaceAll(/%([\da-f]{2})?/gi, (sequence, hex?: string) => {
    if (hex === undefined) return '%25';
    const upperCase = sequence.toUpperCase();
    const isNeedless = /^%(?!25|5C)[2-7]/.test(upperCase);
    return isNeedless ? decodeURI(upperCase) : upperCase;
  });
}

/**
 * Returns an address in the form of the services' lists: without schemes and leading `www.`, also
 * of inner addresses. Returns any other text unchanged.
 */
export function bareAddress(address: string): string {
  return withoutSchemes(address.replace(/^www\.(?=[^/?#]*\.)/i, ''));
}

/**
 * Removes each unencoded `http://` and `https://`, and a following `www.`. Services also remove the
 * inner schemes when they list archived and translated pages.
 */
export function withoutSchemes(part: string): string {
  return part.replaceAll(/https?:\/\/(?:www\.)?/gi, '');
}

/**
 * Whether two addresses have equal hosts, or one host is a subdomain of the other. Ignores `www.`.
 * The redirects of one site lead to related hosts.
 */
export function isOnRelatedHost(one: string, other: string): boolean {
  const host = pageHostOf(one);
  const otherHost = pageHostOf(other);
  if (host === null || otherHost === null) return false;
  return host === otherHost || host.endsWith(`.${otherHost}`) || otherHost.endsWith(`.${host}`);
}

function pageHostOf(address: string): string | null {
  const read = readAddress(address);
  return 'url' in read ? pageHost(read.url.hostname) : null;
}
