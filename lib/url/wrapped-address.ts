import { decodedText } from './enclosed-address';

/** Matches the start of a link that a mail filter or a site has wrapped around an address. */
const WRAPPED =
  /^https?:\/\/(?:[\w-]+\.safelinks\.protection\.outlook\.com\/|(?:www\.)?google\.[a-z.]{2,6}\/url\?|l\.facebook\.com\/l\.php\?|urldefense\.(?:proofpoint\.)?com\/v[23]\/)/i;

/**
 * Matches a link of Proofpoint's third version: the address with asterisks in place of some
 * characters, and these characters in Base64.
 */
const VERSION_3 = /^[^/]*\/\/[^/]*\/v3\/__(.+?)__;([\w-]*)!/s;

/** Returns the address inside a wrapped link, unwrapped once; null for any other address. */
export function wrappedAddress(address: string): string | null {
  if (!WRAPPED.test(address)) return null;
  const [, text, base64 = ''] = VERSION_3.exec(address) ?? [];
  const page = text === undefined ? addressParameter(address) : restored(decodedText(text), base64);
  return page !== null && /^https?:\/\/[^/]/i.test(page) ? page : null;
}

/** Returns the address in the query of a wrapped link. */
function addressParameter(link: string): string | null {
  const url = URL.parse(link);
  const names = ['url', 'q', 'u'];
  const page = names.map((name) => url?.searchParams.get(name)).find((value) => value) ?? null;
  if (page === null || !url?.pathname.startsWith('/v2/')) return page;
  // Proofpoint's second version writes `-` for `%`, and `_` for `/`.
  return decodedText(page.replaceAll('-', '%').replaceAll('_', '/'));
}

/** Replaces the asterisks in an address by the characters in Base64. */
function restored(text: string, base64: string): string {
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
