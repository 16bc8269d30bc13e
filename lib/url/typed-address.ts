import { originalAddress } from './enclosed-address';
import { isLoopback } from './local-host';

/** Why a text is not a web address. */
export type AddressProblem = 'empty' | 'notAbsolute' | 'notWeb' | 'tooLong';

/** Limit in characters. Browsers and servers have similar limits. */
export const MAX_ADDRESS_LENGTH = 8_000;

/**
 * Cuts a text to one character above the limit, so that `readAddress` still reports `tooLong`. The
 * address of a suspended tab may exceed the limit only because of an image.
 */
export function cutAddress(text: string): string {
  return text.length > MAX_ADDRESS_LENGTH
    ? originalAddress(text).slice(0, MAX_ADDRESS_LENGTH + 1)
    : text;
}

// Soft hyphens, zero-width spaces, bidirectional controls, byte order marks. The joiners U+200C and
// U+200D are absent, because some words need joiners.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+/g;

const ENDS = /^[\s\u200c\u200d]+|(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/g;

const QUOTED = /^["'`<„‚\p{Pi}\p{Pf}](.*)["'`>\p{Pi}\p{Pf}]$/su;

export function withoutInvisibleCharacters(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** Removes invisible characters, and the spaces and quotation marks around a pasted text. */
export function unquotedText(text: string): string {
  const visible = withoutInvisibleCharacters(text).replaceAll(ENDS, '');
  const [, quoted = visible] = QUOTED.exec(visible) ?? [];
  return quoted.replaceAll(ENDS, '');
}

/**
 * Matches the position before a further address. An address after `/` or `=` is a part of the
 * previous address. Browsers treat `\` as `/`.
 */
export const NEXT_ADDRESS = /(?<=[\s\p{L}\p{N},;|"'<>()[\]])(?<!%[\da-f]{2})(?=https?:[\\/]{2})/iu;

// Before a port, as in `localhost:8000`, only the listed names are schemes.
const SCHEME =
  /^(?:(?:about|blob|chrome|data|file|ftp|javascript|mailto|sms|tel|urn):|[a-z][a-z\d+-]*:(?!\d{1,5}(?:[/?#\\]|$)))/i;

const HOST = /^(?:\[.+\]|(?:[\w-]+\.)*[\w-]+\.?)$/;

/** Reads a typed or pasted address. Without scheme: https, or http if the host is this computer. */
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

/** Whether a URL has a user name or password, which can imitate a host. */
export function hasUserInfo({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

export function withoutUserInfo(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

/** Refuses leading slashes and bare numbers, which `URL` accepts. */
function parseWithoutScheme(text: string): URL | null {
  const [authority = ''] = /^[^/?#\\]*/.exec(text) ?? [];
  if (authority === '' || /[@\s]|https?:$/i.test(authority)) return null;
  const url = URL.parse(`https://${text}`);
  if (url === null || !HOST.test(url.hostname)) return null;
  const isIpv4 = /^\d+(?:\.\d+){3}$/.test(url.hostname);
  if (isIpv4 && authority.replace(/:\d*$/, '') !== url.hostname) return null;
  return isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url;
}

/** Reads the URL field. The value is the serialised URL without user info. */
export function readReportUrl(text: string): { value: string } | { problem: AddressProblem } {
  const read = readAddress(text);
  if ('problem' in read) return read;
  return { value: withoutUserInfo(read.url).href };
}

/** Returns the address to report of a tab or canonical link; null for a page of the browser. */
export function reportablePageUrl(pageUrl: string | undefined): string | null {
  // `href` encodes invisible characters, so that `readReportUrl` does not remove them.
  const page = originalAddress(URL.parse(pageUrl ?? '')?.href ?? '');
  const read = /^https?:/i.test(page) ? readReportUrl(page) : null;
  return read !== null && 'value' in read ? read.value : null;
}
