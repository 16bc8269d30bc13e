import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';
import { readAddress } from './typed-address';

/** Limit in characters. Services can send many long addresses. */
const MAX_LENGTH = 2000;

const DEFAULT_PORTS = ['', '80', '443'];

/**
 * Returns a text that is equal for all addresses of a page. Keys are compared, never sent or shown.
 * A key ignores:
 * - the scheme, its default port and one leading `www.`, which services leave out in lists
 * - the schemes of inner addresses
 * - fragments, except hash routes
 * - trailing and doubled slashes
 * - the order of the query, known tracking parameters and user info
 *
 * The key of a text that is no web address, or is longer than `MAX_LENGTH`, is the trimmed text.
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

export function pageHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '');
}

/** Returns the page key without hash route: some services drop every fragment. */
export function addressKey(url: string): string {
  return pageKey(url.replace(/#.*/s, ''));
}

/** Returns the route of a single-page application (`#/path`, `#!/path`); empty if there is none. */
export function hashRoute(url: URL): string {
  const fragment = url.hash.replace(/:~:.*/s, '').replace(/(?<!\/)\/+$/, '');
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : '';
}

function plainQuery(query: string): string {
  const pairs = withoutSchemes(plainEscapes(query.slice(1)))
    .split('&')
    .filter((part) => part !== '' && !TRACKING_PARAMETER.test(parameterName(part)))
    .map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [name.replaceAll('+', ' '), value.replaceAll(' ', '+')] as const;
    })
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  // Without this question mark, `URL` would remove a question mark from the first name.
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`;
}

/**
 * Decodes needless escapes. `decodeURI` keeps the escapes of separators. A decoded `\` would become
 * a slash, and a decoded `%` could begin another escape.
 */
function plainEscapes(text: string): string {
  return text.replaceAll(/%([\da-f]{2})?/gi, (sequence, hex?: string) => {
    if (hex === undefined) return '%25';
    const upperCase = sequence.toUpperCase();
    const isNeedless = /^%(?!25|5C)[2-7]/.test(upperCase);
    return isNeedless ? decodeURI(upperCase) : upperCase;
  });
}

/** Returns an address as the services' lists show it: without schemes and leading `www.`. */
export function bareAddress(address: string): string {
  return withoutSchemes(address.replace(/^www\.(?=[^/?#]*\.)/i, ''));
}

/** Services remove the schemes of inner addresses too, as in archived and translated pages. */
export function withoutSchemes(part: string): string {
  return part.replaceAll(/https?:\/\/(?:www\.)?/gi, '');
}

/** Whether two hosts are equal, or one host is a subdomain of the other, as after a redirect. */
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
