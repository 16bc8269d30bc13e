import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';
import { readAddress } from './typed-address';

/** Limit in characters, because services can send many long addresses. */
const MAX_LENGTH = 2000;

/** The default ports of both schemes, because a key has no scheme. */
const DEFAULT_PORTS = ['', '80', '443'];

/**
 * Returns the key of a page: equal for all addresses of the page. Keys serve comparison only, and
 * are neither sent nor shown.
 *
 * A key ignores:
 * - the scheme, its default port and one leading `www.`, as services list addresses
 * - the schemes of addresses inside the address
 * - fragments, except hash routes
 * - trailing and doubled slashes
 * - the order of the query, known tracking parameters and user info
 * - differences that the URL Standard and percent-encoding treat as equal
 *
 * Other ports, the case of the path and `index.html` change the key. A text that is not a web
 * address, or has more than 2,000 characters, is its own key after trimming.
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

/** Returns a host as page keys contain it: without one leading `www.`. */
export function pageHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '');
}

/**
 * Returns the page key of an address without its fragment. Some services drop fragments, hash
 * routes included.
 */
export function addressKey(url: string): string {
  return pageKey(url.replace(/#.*/s, ''));
}

/**
 * Returns the fragment if it is a route of a single-page application (`#/path`, `#!/path`). The
 * route has no trailing slash and no text directive. Otherwise, and for the start route `#/`,
 * returns an empty text.
 */
export function hashRoute(url: URL): string {
  const fragment = url.hash.replace(/:~:.*/s, '').replace(/(?<!\/)\/+$/, '');
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : '';
}

/** Returns the query sorted by name, each name with `=`, without known tracking parameters. */
function plainQuery(query: string): string {
  const pairs = withoutSchemes(plainEscapes(query.slice(1)))
    .split('&')
    .filter((part) => part !== '' && !TRACKING_PARAMETER.test(parameterName(part)))
    .map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [name.replaceAll('+', ' '), value.replaceAll(' ', '+')] as const;
    })
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  // The question mark is required: `URL` removes one at the start of the first name.
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`;
}

/**
 * Decodes escapes that are not needed, and writes all other escapes in upper case. Needed escapes:
 * - separators of the parts of an address
 * - the backslash, which `URL` treats as a slash
 * - line breaks and tabs, which `URL` drops
 * - the percent sign, which could start another escape
 */
function plainEscapes(text: string): string {
  return text.replaceAll(/%([\da-f]{2})?/gi, (written, hex?: string) => {
    if (hex === undefined) return '%25';
    const upperCase = written.toUpperCase();
    const isNeedless = /^%(?!25|5C)[2-7]/.test(upperCase);
    return isNeedless ? decodeURI(upperCase) : upperCase;
  });
}

/**
 * Returns an address as services list it: without scheme and leading `www.`, also in addresses
 * inside the address. Any other text stays unchanged.
 */
export function bareAddress(address: string): string {
  return withoutSchemes(address.replace(/^www\.(?=[^/?#]*\.)/i, ''));
}

/**
 * Removes each unencoded `http://` and `https://`, and a following `www.`. Services list the
 * addresses of archived and translated pages without inner schemes.
 */
export function withoutSchemes(part: string): string {
  return part.replaceAll(/https?:\/\/(?:www\.)?/gi, '');
}

/**
 * Whether two addresses have equal hosts, or one host is a subdomain of the other. Ignores `www.`.
 * Redirects within a site stay on related hosts.
 */
export function isOnRelatedHost(one: string, other: string): boolean {
  const [host, otherHost] = [pageHostOf(one), pageHostOf(other)];
  if (host === null || otherHost === null) return false;
  return host === otherHost || host.endsWith(`.${otherHost}`) || otherHost.endsWith(`.${host}`);
}

function pageHostOf(address: string): string | null {
  const read = readAddress(address);
  return 'url' in read ? pageHost(read.url.hostname) : null;
}
