import { decodedText } from './enclosed-address';

/**
 * Matches links that contain their target and redirect to the target: links of mail filters (Safe
 * Links, URL Defense), search engines and networks. No other page of these sites matches.
 */
const WRAPPED_LINK = new RegExp(
  `^https?://(?:${[
    String.raw`[\w-]+\.safelinks\.protection\.outlook\.com/`,
    // Safe Links of Teams
    String.raw`(?:statics(?:int)?\.teams\.cdn\.office\.net|teams\.public\.onecdn\.static\.microsoft)/evergreen-assets/safelinks/`,
    String.raw`urldefense\.(?:proofpoint\.)?com/v[23]/`,
    String.raw`(?:www\.)?google\.[a-z.]{2,6}/url\?`,
    String.raw`(?:[\w-]+\.)?bing\.com/ck/a\?`,
    String.raw`r\.search\.yahoo\.com/`,
    String.raw`l\.facebook\.com/l\.php\?`,
    String.raw`(?:[\w-]+\.)?linkedin\.com/(?:safety/go|redir/redirect)/?\?`,
    String.raw`(?:[\w-]+\.)?youtube\.com/redirect\?`,
    String.raw`out\.reddit\.com/`,
    String.raw`slack-redir\.net/link\?`,
  ].join('|')})`,
  'i',
);

// Version 3 of Proofpoint's URL Defense writes asterisks for some characters of the address, and
// appends these characters in Base64.
const PROOFPOINT_VERSION_3 = /^[^/]*\/\/[^/]*\/v3\/__(.+?)__;([\w-]*)!/s;

const YAHOO = /\/RU=([^/]+)\/RK=/;

/** Levels of wrapped links. A mail may pass through the filters of several companies. */
const MAX_DEPTH = 5;

/**
 * Returns the page that a wrapped link redirects to, also if wrapped links are nested. Returns any
 * other address unchanged, and a link whose target is no web address.
 */
export function unwrappedAddress(address: string): string {
  let page = address;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (!WRAPPED_LINK.test(page)) break;
    const target = targetOf(page);
    const isWeb = /^https?:\/\/[^/]/i.test(target) && URL.canParse(target);
    if (!isWeb) break;
    page = target;
  }
  return page;
}

/** Returns the target of a wrapped link; empty if the link has none. */
function targetOf(link: string): string {
  const [, text, base64 = ''] = PROOFPOINT_VERSION_3.exec(link) ?? [];
  if (text !== undefined) return withoutAsterisks(decodedText(text), base64);
  const url = URL.parse(link);
  const [, yahooTarget] = YAHOO.exec(url?.pathname ?? '') ?? [];
  if (yahooTarget !== undefined) return decodedText(yahooTarget);
  const names = ['url', 'q', 'u'];
  const value = names.map((name) => url?.searchParams.get(name)).find(Boolean) ?? '';
  // Bing writes `a1` before an address in Base64.
  if (url?.pathname === '/ck/a') return decodedBase64(value.replace(/^a1/, ''));
  if (!url?.pathname.startsWith('/v2/')) return value;
  // Version 2 of Proofpoint's URL Defense writes `-` for `%`, and `_` for `/`.
  return decodedText(value.replaceAll('-', '%').replaceAll('_', '/'));
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
