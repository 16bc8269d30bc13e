import { meantAddress } from './enclosed-address';
import { isLoopback } from './local-host';

/** Why a text is no web address. */
export type AddressProblem = 'empty' | 'notAbsolute' | 'notWeb' | 'tooLong';

/**
 * The most characters of an address, as it was typed and as it would be sent. Browsers and servers
 * take about as many. No rule looks at a longer text, and no part of one is sent.
 */
export const LONGEST_REPORTABLE = 8_000;

/**
 * A text out of measure, cut so that it can still be told to be too long. The page that it means may be
 * within measure: suspended tabs have their pictures in their addresses.
 */
export function cutAddress(text: string): string {
  return text.length > LONGEST_REPORTABLE
    ? meantAddress(text).slice(0, LONGEST_REPORTABLE + 1)
    : text;
}

/**
 * Characters that nobody sees and that programs put into texts: soft hyphens, zero-width spaces, marks of
 * direction, byte order marks. The joiners U+200C and U+200D are not among them: words need these.
 */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+/g;

/** At either end of a text: spaces, and the joiners. */
const ENDS = /^[\s\u200c\u200d]+|(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/g;

/** A text between quotation marks or angle brackets; no address begins with one of these. */
const QUOTED = /^["'`<„‚\p{Pi}\p{Pf}](.*)["'`>\p{Pi}\p{Pf}]$/su;

/** A text without the unseen characters in it, which end no address and belong to none. */
export function seenText(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** A pasted text without what comes along: unseen characters, and quotation marks around it. */
export function bareText(text: string): string {
  const seen = seenText(text).replaceAll(ENDS, '');
  const [, quoted = seen] = QUOTED.exec(seen) ?? [];
  return quoted.replaceAll(ENDS, '');
}

/**
 * Where another address begins: one within an address stands behind a mark, such as `/` or `=`. Browsers
 * take `\` for `/`.
 */
export const NEXT_ADDRESS = /(?<=[\s\p{L}\p{N},;|"'<>()[\]])(?<!%[\da-f]{2})(?=https?:[\\/]{2})/iu;

/**
 * What stands before a colon is a scheme, unless only a port follows, as in `localhost:8000`. The
 * names listed are schemes all the same; a name with a dot is always a host.
 */
const SCHEME =
  /^(?:(?:about|blob|chrome|data|file|ftp|javascript|mailto|sms|tel|urn):|[a-z][a-z\d+-]*:(?!\d{1,5}(?:[/?#\\]|$)))/i;

/** A host that somebody would type: labels of letters, digits and hyphens, or an IPv6 address. */
const HOST = /^(?:\[.+\]|(?:[\w-]+\.)*[\w-]+\.?)$/;

/**
 * Reads a web address that a person has typed or pasted. One without a scheme gets https, or http
 * where its host is this computer. User info, query and fragment are still in the URL.
 */
export function readAddress(text: string): { url: URL } | { problem: AddressProblem } {
  const cut = cutAddress(text.trim());
  if (cut.length > LONGEST_REPORTABLE) return { problem: 'tooLong' };
  const bare = meantAddress(bareText(cut));
  if (bare === '') return { problem: 'empty' };
  if (NEXT_ADDRESS.test(bare)) return { problem: 'notAbsolute' };
  const url = SCHEME.test(bare) ? URL.parse(bare) : parseWithoutScheme(bare);
  // Both `http//host.example` and `https://https://host.example` would have such a host.
  if (url === null || /^https?$/.test(url.hostname)) return { problem: 'notAbsolute' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'notWeb' };
  return url.href.length > LONGEST_REPORTABLE ? { problem: 'tooLong' } : { url };
}

/** Whether an address holds a name or a password, which can pretend to be the host. */
export function hasUserInfo({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** The address without these. */
export function withoutUserInfo(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

/** The parser is kinder than is good here: it skips leading slashes and makes IPv4 of any number. */
function parseWithoutScheme(text: string): URL | null {
  const [authority = ''] = /^[^/?#\\]*/.exec(text) ?? [];
  if (authority === '' || /[@\s]|https?:$/i.test(authority)) return null;
  const url = URL.parse(`https://${text}`);
  if (url === null || !HOST.test(url.hostname)) return null;
  const isIpv4 = /^\d+(?:\.\d+){3}$/.test(url.hostname);
  if (isIpv4 && authority.replace(/:\d*$/, '') !== url.hostname) return null;
  return isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url;
}
