import { decodedText } from './enclosed-address';

/** How a link begins that a mail filter or a site has wrapped around an address. */
const WRAPPED =
  /^https?:\/\/(?:[\w-]+\.safelinks\.protection\.outlook\.com\/|(?:www\.)?google\.[a-z.]{2,6}\/url\?|l\.facebook\.com\/l\.php\?|urldefense\.(?:proofpoint\.)?com\/v[23]\/)/i;

/** Proofpoint's third version: asterisks replace characters, which follow the address in Base64. */
const VERSION_3 = /^[^/]*\/\/[^/]*\/v3\/__(.+?)__;([\w-]*)!/s;

/** Returns the address inside a wrapped link, unwrapped once; null for any other address. */
export function wrappedAddress(address: string): string | null {
  if (!WRAPPED.test(address)) return null;
  const [, third, replaced = ''] = VERSION_3.exec(address) ?? [];
  const page = third === undefined ? parameterOf(address) : restored(decodedText(third), replaced);
  return page !== null && /^https?:\/\/[^/]/i.test(page) ? page : null;
}

function parameterOf(address: string): string | null {
  const url = URL.parse(address);
  const names = ['url', 'q', 'u'];
  const page = names.map((name) => url?.searchParams.get(name)).find((value) => value) ?? null;
  // Proofpoint's second version writes `-` for `%`, and `_` for `/`.
  return url?.pathname.startsWith('/v2/') && page !== null
    ? decodedText(page.replaceAll('-', '%').replaceAll('_', '/'))
    : page;
}

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
