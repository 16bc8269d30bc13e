import { originalAddress } from './enclosed-address';
import { isLoopback } from './local-host';

/** Why a text is not a web address. */
export type AddressProblem = 'empty' | 'notAbsolute' | 'notWeb' | 'tooLong';

/**
 * Limit in characters for an address to report, both as typed and as sent. Browsers and servers
 * have similar limits.
 */
export const MAX_ADDRESS_LENGTH = 8_000;

/**
 * Cuts a text above the limit to one character more than the limit. `readAddress` then still
 * reports `tooLong`. For a suspended tab, first extracts the address of the page, because the tab's
 * address may be too long only because of an image.
 */
export function cutAddress(text: string): string {
  return text.length > MAX_ADDRESS_LENGTH
    ? originalAddress(text).slice(0, MAX_ADDRESS_LENGTH + 1)
    : text;
}

/**
 * Matches invisible characters that programs insert: soft hyphens, zero-width spaces, bidirectional
 * controls, byte order marks. The joiners U+200C and U+200D are absent, because some words need
 * joiners.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+/g;

/** Matches spaces and joiners at either end of a text. */
const ENDS = /^[\s\u200c\u200d]+|(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/g;

/** Matches a text in quotation marks or angle brackets. No address begins with these characters. */
const QUOTED = /^["'`<„‚\p{Pi}\p{Pf}](.*)["'`>\p{Pi}\p{Pf}]$/su;

/** Removes invisible characters. */
export function withoutInvisibleCharacters(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** Removes invisible characters, and the white space and quotation marks around a pasted text. */
export function unquotedText(text: string): string {
  const visible = withoutInvisibleCharacters(text).replaceAll(ENDS, '');
  const [, quoted = visible] = QUOTED.exec(visible) ?? [];
  return quoted.replaceAll(ENDS, '');
}

/**
 * Matches the position before a further address in a text. An address after `/` or `=` is not
 * matched, because it is a part of the previous address. Browsers treat `\` as `/`.
 */
export const NEXT_ADDRESS = /(?<=[\s\p{L}\p{N},;|"'<>()[\]])(?<!%[\da-f]{2})(?=https?:[\\/]{2})/iu;

/**
 * Matches a scheme: a name without a dot before a colon. If a port follows the colon, as in
 * `localhost:8000`, only the listed names are schemes.
 */
const SCHEME =
  /^(?:(?:about|blob|chrome|data|file|ftp|javascript|mailto|sms|tel|urn):|[a-z][a-z\d+-]*:(?!\d{1,5}(?:[/?#\\]|$)))/i;

/** Matches a host: labels of letters, digits, underscores and hyphens, or an IPv6 address. */
const HOST = /^(?:\[.+\]|(?:[\w-]+\.)*[\w-]+\.?)$/;

/**
 * Reads a typed or pasted web address. A missing scheme becomes https, or http if the host is this
 * computer. Keeps user info, query and fragment.
 */
export function readAddress(text: string): { url: URL } | { problem: AddressProblem } {
  const cut = cutAddress(text.trim());
  if (cut.length > MAX_ADDRESS_LENGTH) return { problem: 'tooLong' };
  const bare = originalAddress(unquotedText(cut));
  if (bare === '') return { problem: 'empty' };
  if (NEXT_ADDRESS.test(bare)) return { problem: 'notAbsolute' };
  const url = SCHEME.test(bare) ? URL.parse(bare) : parseWithoutScheme(bare);
  // `http//host.example` and `https://https://host.example` have the host `http` or `https`.
  if (url === null || /^https?$/.test(url.hostname)) return { problem: 'notAbsolute' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'notWeb' };
  return url.href.length > MAX_ADDRESS_LENGTH ? { problem: 'tooLong' } : { url };
}

/** Whether a URL has a user name or password. User info can imitate a host. */
export function hasUserInfo({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Returns a copy of the URL without user name and password. */
export function withoutUserInfo(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

/**
 * Parses an address without scheme. Returns null for leading slashes and bare numbers, although
 * `URL` accepts both.
 */
function parseWithoutScheme(text: string): URL | null {
  const [authority = ''] = /^[^/?#\\]*/.exec(text) ?? [];
  if (authority === '' || /[@\s]|https?:$/i.test(authority)) return null;
  const url = URL.parse(`https://${text}`);
  if (url === null || !HOST.test(url.hostname)) return null;
  const isIpv4 = /^\d+(?:\.\d+){3}$/.test(url.hostname);
  if (isIpv4 && authority.replace(/:\d*$/, '') !== url.hostname) return null;
  return isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url;
}

/**
 * Reads the text of the URL field: an http or https address, with or without scheme. The value is
 * the serialised URL (ASCII host, percent-encoded path), without user info.
 */
export function readReportUrl(text: string): { value: string } | { problem: AddressProblem } {
  const read = readAddress(text);
  if ('problem' in read) return read;
  return { value: withoutUserInfo(read.url).href };
}

/**
 * Returns the address to report of a tab or a canonical link, without user info. For a reader view
 * or a suspended tab, returns the address of the original page. Returns null for browser pages,
 * local files, blank tabs, and addresses without a scheme.
 */
export function reportablePageUrl(pageUrl: string | undefined): string | null {
  // `href` encodes invisible characters, so that `readReportUrl` does not remove them.
  const page = originalAddress(URL.parse(pageUrl ?? '')?.href ?? '');
  const read = /^https?:/i.test(page) ? readReportUrl(page) : null;
  return read !== null && 'value' in read ? read.value : null;
}
