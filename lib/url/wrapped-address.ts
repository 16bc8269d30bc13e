import { decodedText } from './enclosed-address';

/**
 * Matches links that contain their target and redirect to the target: first Safe Links of Outlook and
 * Teams and URL Defense, then links of search engines, social networks and Slack. Other pages of these
 * sites do not match.
 */
const WRAPPED_LINK =
  /^https?:\/\/([\w-]+\.safelinks\.protection\.outlook\.com\/|(statics(int)?\.teams\.cdn\.office\.net|teams\.public\.onecdn\.static\.microsoft)\/evergreen-assets\/safelinks\/|urldefense\.(proofpoint\.)?com\/v[23]\/|(www\.)?google\.[a-z.]{2,6}\/url\?|([\w-]+\.)?(bing\.com\/ck\/a|linkedin\.com\/(safety\/go|redir\/redirect)\/?|youtube\.com\/redirect)\?|r\.search\.yahoo\.com\/|l\.facebook\.com\/l\.php\?|out\.reddit\.com\/|slack-redir\.net\/link\?)/i;

// Version 3 of Proofpoint's URL Defense writes asterisks for some characters of the address, and
// appends these characters in Base64.
const PROOFPOINT_VERSION_3 = /^[^/]*\/\/[^/]*\/v3\/__(.+?)__;([\w-]*)!/s;

const YAHOO = /\/RU=([^/]+)\/RK=/;

/** Levels of wrapped links. A mail may pass through the filters of several companies. */
const MAX_DEPTH = 5;

/**
 * Returns the page that a wrapped link redirects to, also if wrapped links are nested. Returns the
 * address unchanged if it is not a wrapped link, or if the target is not a web address.
 */
export function unwrappedAddress(address: string, maxDepth = MAX_DEPTH): string {
  if (maxDepth === 0 || !WRAPPED_LINK.test(address)) return address;
  const target = targetOf(address);
  const isWeb = /^https?:\/\/[^/]/i.test(target) && URL.canParse(target);
  return isWeb ? unwrappedAddress(target, maxDepth - 1) : address;
}

/** Returns the target of a wrapped link. Without a target, returns a text that is not a web address. */
function targetOf(link: string): string {
  const [, text, base64 = ''] = PROOFPOINT_VERSION_3.exec(link) ?? [];
  if (text !== undefined) return withoutAsterisks(decodedText(text), base64);
  const { pathname = '', searchParams } = URL.parse(link) ?? {};
  const [, yahooTarget] = YAHOO.exec(pathname) ?? [];
  if (yahooTarget !== undefined) return decodedText(yahooTarget);
  const names = ['url', 'q', 'u'];
  const value = names.map((name) => searchParams?.get(name)).find(Boolean) ?? '';
  // Bing writes `a1` before an address in Base64.
  if (pathname === '/ck/a') return decodedBase64(value.slice('a1'.length));
  // Version 2 of Proofpoint's URL Defense writes `-` for `%`, and `_` for `/`.
  return pathname.startsWith('/v2/')
    ? decodedText(value.replaceAll('-', '%').replaceAll('_', '/'))
    : value;
}

/** @param base64 the characters that replace the asterisks */
function withoutAsterisks(text: string, base64: string): string {
  // URL Defense may write one slash after the scheme instead of two.
  const page = text.replace(/^(https?:\/)(?=[^/])/i, '$1/');
  const characters = decodedBase64(base64).split('');
  return page.replaceAll('*', () => characters.shift() ?? '*');
}

/** Decodes Base64 of UTF-8, with `-` and `_` for `+` and `/`. Returns an empty text on failure. */
function decodedBase64(base64: string): string {
  try {
    const bytes = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    const codes = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(codes);
  } catch {
    return '';
  }
}
