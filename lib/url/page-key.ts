import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';
import { readAddress } from './typed-address';

/** In characters. Services can send many long addresses. */
const MAX_LENGTH = 2000;

const DEFAULT_PORTS = ['', '80', '443'];

/**
 * Returns a text that is equal for all addresses of a page. No code sends or shows a page key. The key
 * ignores:
 * - the scheme, its default port and one leading `www.`, which lists of services omit
 * - the schemes of inner addresses
 * - fragments, except hash routes
 * - trailing and doubled slashes
 * - the order of the query, known tracking parameters and user info
 *
 * The key of a text that is not a web address, or is longer than `MAX_LENGTH`, is the trimmed text.
 */
export function pageKey(url: string): string {
  const text = url.trim();
  const parsed = text.length > MAX_LENGTH ? null : readAddress(text);
  if (parsed === null || 'problem' in parsed) return text;
  const page = parsed.url;
  page.pathname = withoutSchemes(withoutNeedlessEscapes(page.pathname));
  page.pathname = page.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  page.search = normalizedQuery(page.search);
  page.hash = withoutSchemes(page.hash);
  page.hash = hashRoute(page);
  const rest = page.pathname + page.search + page.hash;
  const port = DEFAULT_PORTS.includes(page.port) ? '' : `:${page.port}`;
  const hostAndPort = pageHost(page.hostname) + port;
  return rest === '/' ? hostAndPort : hostAndPort + rest;
}

export function pageHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '');
}

/**
 * Returns the host in a page key, without the port; empty if the key is not an address. A report without an
 * address has `id:` and its id as key.
 */
export function hostOfPage(key: string): string {
  if (key.startsWith('id:')) return '';
  return URL.parse(`http://${key}`)?.hostname ?? '';
}

/** Returns the page key without a hash route, because some services drop every fragment. */
export function addressKey(url: string): string {
  return pageKey(url.replace(/#.*/s, ''));
}

/** Returns the route of a single-page application (`#/path`, `#!/path`); empty if absent. */
export function hashRoute(url: URL): string {
  const fragment = url.hash.replace(/:~:.*/s, '').replace(/(?<!\/)\/+$/, '');
  return /^#[!/]+[^!/]/.test(fragment) ? fragment : '';
}

function normalizedQuery(query: string): string {
  const pairs = withoutSchemes(withoutNeedlessEscapes(query.slice(1)))
    .split('&')
    .filter((part) => part !== '' && !TRACKING_PARAMETER.test(parameterName(part)))
    .map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [name.replaceAll('+', ' '), value.replaceAll(' ', '+')] as const;
    })
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  // `URL` removes one leading question mark, which may belong to the first name.
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`;
}

/**
 * Decodes escapes of ASCII characters. `decodeURI` keeps the escapes of separators. A decoded `\`
 * would become a slash, and a decoded `%` could begin another escape.
 */
function withoutNeedlessEscapes(text: string): string {
  return text.replaceAll(/%([\da-f]{2})?/gi, (sequence, hex?: string) => {
    if (hex === undefined) return '%25';
    const upperCase = sequence.toUpperCase();
    const isNeedless = /^%(?!25|5C)[2-7]/.test(upperCase);
    return isNeedless ? decodeURI(upperCase) : upperCase;
  });
}

/** Returns the form of an address in the lists of services: without schemes and leading `www.`. */
export function bareAddress(address: string): string {
  return withoutSchemes(address.replace(/^www\.(?=[^/?#]*\.)/i, ''));
}

/** Removes every `http://`, `https://` and following `www.`, also in inner addresses, as services do. */
export function withoutSchemes(part: string): string {
  return part.replaceAll(/https?:\/\/(?:www\.)?/gi, '');
}

/** Whether the hosts of two addresses are equal, or one host is a subdomain of the other. */
export function isOnRelatedHost(one: string, other: string): boolean {
  const host = pageHostOf(one);
  const otherHost = pageHostOf(other);
  if (host === null || otherHost === null) return false;
  return host === otherHost || host.endsWith(`.${otherHost}`) || otherHost.endsWith(`.${host}`);
}

function pageHostOf(address: string): string | null {
  const parsed = readAddress(address);
  return 'url' in parsed ? pageHost(parsed.url.hostname) : null;
}
