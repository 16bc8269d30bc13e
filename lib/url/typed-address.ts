import { originalAddress } from './enclosed-address';
import { isLoopback } from './local-host';

/** Why a text is not a web address. */
export type AddressProblem = 'empty' | 'notAbsolute' | 'notWeb' | 'tooLong';

/** In characters. Browsers and servers have similar limits. */
export const MAX_ADDRESS_LENGTH = 8_000;

/**
 * Cuts a long text to one character above the limit, so that `readAddress` reports `tooLong`. For a
 * suspended tab, keeps the original address, because the tab's address may contain a whole image.
 */
export function cutAddress(text: string): string {
  return text.length > MAX_ADDRESS_LENGTH
    ? originalAddress(text).slice(0, MAX_ADDRESS_LENGTH + 1)
    : text;
}

/**
 * Matches soft hyphens, zero-width spaces, bidirectional controls and byte order marks. Omits the
 * joiners U+200C and U+200D, which some words need.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+/g;

const SURROUNDING_SPACE = /^[\s\u200c\u200d]+|(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/g;

const QUOTED = /^["'`<„‚\p{Pi}\p{Pf}](.*)["'`>\p{Pi}\p{Pf}]$/su;

export function withoutInvisibleCharacters(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** Removes invisible characters, and the spaces and quotation marks around a pasted text. */
export function unquotedText(text: string): string {
  const visible = withoutInvisibleCharacters(text).replaceAll(SURROUNDING_SPACE, '');
  const [, quoted = visible] = QUOTED.exec(visible) ?? [];
  return quoted.replaceAll(SURROUNDING_SPACE, '');
}

/**
 * Matches the position before a second address in a text. An address after `/` or `=` is a part of
 * the first address. Browsers treat `\` as `/`.
 */
export const NEXT_ADDRESS = /(?<=[\s\p{L}\p{N},;|"'<>()[\]])(?<!%[\da-f]{2})(?=https?:[\\/]{2})/iu;

// A number after an unlisted name is a port, as in `localhost:8000`.
const SCHEME =
  /^(?:(?:about|blob|chrome|data|file|ftp|javascript|mailto|sms|tel|urn):|[a-z][a-z\d+-]*:(?!\d{1,5}(?:[/?#\\]|$)))/i;

const HOST = /^(?:\[.+\]|(?:[\w-]+\.)*[\w-]+\.?)$/;

/** Parses a typed or pasted address. The default scheme is https; for this computer, http. */
export function readAddress(text: string): { url: URL } | { problem: AddressProblem } {
  const cut = cutAddress(text.trim());
  if (cut.length > MAX_ADDRESS_LENGTH) return { problem: 'tooLong' };
  const address = originalAddress(unquotedText(cut));
  if (address === '') return { problem: 'empty' };
  if (NEXT_ADDRESS.test(address)) return { problem: 'notAbsolute' };
  const url = SCHEME.test(address) ? URL.parse(address) : parseWithoutScheme(address);
  // Slips such as `http//host.example` and `https://https://host.example` have such a host.
  const isSchemeAsHost = url !== null && /^https?$/.test(url.hostname);
  if (url === null || isSchemeAsHost) return { problem: 'notAbsolute' };
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
  const parsed = readAddress(text);
  if ('problem' in parsed) return parsed;
  return { value: withoutUserInfo(parsed.url).href };
}

/**
 * Returns the URL for a report of a page; null for an internal page of the browser.
 * @param pageUrl the address of a tab, or a canonical link
 */
export function reportablePageUrl(pageUrl: string | undefined): string | null {
  // `href` encodes invisible characters, which `readReportUrl` would remove otherwise.
  const page = originalAddress(URL.parse(pageUrl ?? '')?.href ?? '');
  const parsed = /^https?:/i.test(page) ? readReportUrl(page) : null;
  return parsed !== null && 'value' in parsed ? parsed.value : null;
}
