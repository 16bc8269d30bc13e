import { decodedText } from './enclosed-address';

/** Matches links of mail filters and sites that contain their target, and redirect to this target. */
const WRAPPED_LINK =
  /^https?:\/\/(?:[\w-]+\.safelinks\.protection\.outlook\.com\/|(?:www\.)?google\.[a-z.]{2,6}\/url\?|l\.facebook\.com\/l\.php\?|urldefense\.(?:proofpoint\.)?com\/v[23]\/)/i;

// Version 3 of Proofpoint's URL Defense writes asterisks for some characters of the address, and
// appends these characters in Base64.
const PROOFPOINT_VERSION_3 = /^[^/]*\/\/[^/]*\/v3\/__(.+?)__;([\w-]*)!/s;

/**
 * Returns the target of a wrapped link; null for any other link. The target may itself be a wrapped
 * link.
 */
export function wrappedAddress(address: string): string | null {
  if (!WRAPPED_LINK.test(address)) return null;
  const [, text, base64 = ''] = PROOFPOINT_VERSION_3.exec(address) ?? [];
  const page =
    text === undefined ? addressParameter(address) : withoutAsterisks(decodedText(text), base64);
  return page !== null && /^https?:\/\/[^/]/i.test(page) ? page : null;
}

function addressParameter(link: string): string | null {
  const url = URL.parse(link);
  const names = ['url', 'q', 'u'];
  const page = names.map((name) => url?.searchParams.get(name)).find((value) => value) ?? null;
  if (page === null || !url?.pathname.startsWith('/v2/')) return page;
  // Version 2 of Proofpoint's URL Defense writes `-` for `%`, and `_` for `/`.
  return decodedText(page.replaceAll('-', '%').replaceAll('_', '/'));
}

/** @param base64 the characters that replace the asterisks */
function withoutAsterisks(text: string, base64: string): string {
  // URL Defense may write one slash after the scheme instead of two.
  const page = text.replace(/^(https?:\/)(?=[^/])/i, '$1/');
  if (!/^[\w-]+$/.test(base64)) return page;
  try {
    const bytes = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    const characters = decodedText(
      [...bytes].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
    ).split('');
    return page.replaceAll('*', () => characters.shift() ?? '*');
  } catch {
    return page;
  }
}
