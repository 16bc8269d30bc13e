/**
 * Matches the start of the address of a browser or extension page, such as a reader view (`read:`
 * in Edge, `chrome-distiller:` in Chromium), a suspended tab or a file viewer.
 */
const BROWSER_PAGE =
  /^(?:about:|(?:read|edge|brave|opera|vivaldi|extension|[a-z-]{1,30}-extension|chrome(?:-[a-z]+)?):\/\/)/i;

/** Matches the scheme of an inner address: plain or percent-encoded, after a separator. */
const INNER_SCHEME = /(?<=[=/?#&])https?(?::|%3a)(?:\/|%2f){2}/gi;

/** Matches a percent-encoded `/`, `?`, `=`, `&` or `#`. */
const ENCODED_SEPARATOR = /%(?:2f|3f|3d|26|23)/i;

/**
 * Matches `?url=` or `?uri=` at the end of a text. This parameter contains the page of a suspended
 * tab. Other parameters may contain the tab's icon.
 */
const PAGE_PARAMETER = /(?:^|[?#&])ur[il]=$/i;
const PAGE_PARAMETER_LENGTH = '?url='.length;

/**
 * Returns the web address inside another address. If there are several, returns the one in a
 * `PAGE_PARAMETER`. Returns null if there is none, or if the choice is ambiguous.
 */
export function enclosedAddress(address: string): string | null {
  const found = new Set<string>();
  const pages = new Set<string>();
  let end = 0;
  for (const { 0: scheme, index } of address.matchAll(INNER_SCHEME)) {
    // This scheme is within the previous inner address.
    if (index < end) continue;
    const { text, isEncoded } = innerAddress(address, index, scheme);
    const inner = isEncoded ? decodedText(text) : text;
    found.add(inner);
    if (PAGE_PARAMETER.test(address.slice(Math.max(0, index - PAGE_PARAMETER_LENGTH), index))) {
      pages.add(inner);
    }
    end = index + text.length;
  }
  const candidates = found.size > 1 ? pages : found;
  const [only = null] = candidates;
  return candidates.size === 1 ? only : null;
}

/**
 * Returns the inner address from its scheme to its end. The end depends on how the outer address
 * contains the inner address:
 * - as a whole parameter with encoded separators: the end of the parameter
 * - with an encoded scheme: the next `?`, `#` or `&`
 * - with its own query or fragment: the end of the text
 * - otherwise: the next parameter
 *
 * For all inner addresses together, each search reads each character at most once. The total time
 * is linear.
 */
function innerAddress(
  address: string,
  start: number,
  scheme: string,
): { text: string; isEncoded: boolean } {
  const rest = address.slice(start);
  if (address[start - 1] === '=') {
    const parameter = textBefore(rest, /[=&#]/);
    const isWhole = rest[parameter.length] !== '=';
    if (isWhole && ENCODED_SEPARATOR.test(parameter.slice(scheme.length))) {
      return { text: parameter, isEncoded: true };
    }
  }
  const path = textBefore(rest, /[?#&]/);
  if (!scheme.endsWith('://')) return { text: path, isEncoded: true };
  const next = rest[path.length];
  if (next === '?' || next === '#') return { text: rest, isEncoded: false };
  // Some pages encode only those characters of the inner address that would end a parameter.
  return { text: path, isEncoded: /%3f/i.test(path) };
}

/** Returns the text before the first separator, or the whole text. */
function textBefore(text: string, separator: RegExp): string {
  const index = text.search(separator);
  return index < 0 ? text : text.slice(0, index);
}

/**
 * Returns the address of the page that a reader view, a suspended tab, a file viewer or
 * `view-source:` shows. Returns any other address unchanged.
 */
export function originalAddress(address: string): string {
  const bare = address.replace(/^view-source:(?=https?:)/i, '');
  return BROWSER_PAGE.test(bare) ? (enclosedAddress(bare) ?? bare) : bare;
}

/** Decodes percent-encoding. Returns the text unchanged if its bytes are not UTF-8. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
