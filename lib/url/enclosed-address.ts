/**
 * How addresses of browser and extension pages begin: reader views (`read:` in Edge,
 * `chrome-distiller:` in Chromium), suspended tabs, file viewers.
 */
const BROWSER_PAGE =
  /^(?:about:|(?:read|edge|brave|opera|vivaldi|extension|[a-z-]{1,30}-extension|chrome(?:-[a-z]+)?):\/\/)/i;

/** The scheme of an address inside another address: after a separator, possibly percent-encoded. */
const INNER_SCHEME = /(?<=[=/?#&])https?(?::|%3a)(?:\/|%2f){2}/gi;

/** An encoded `/`, `?`, `=`, `&` or `#`. */
const ENCODED_SEPARATOR = /%(?:2f|3f|3d|26|23)/i;

/** The parameter that contains the page of a suspended tab. Other parameters may contain its icon. */
const PAGE_PARAMETER = /(?:^|[?#&])ur[il]=$/i;
const PAGE_PARAMETER_LENGTH = 5;

/**
 * Returns the web address inside another address. Of several, returns the only one in a parameter for
 * pages; otherwise null.
 */
export function enclosedAddress(address: string): string | null {
  const found = new Set<string>();
  const pages = new Set<string>();
  let end = 0;
  for (const { 0: scheme, index } of address.matchAll(INNER_SCHEME)) {
    // The previous address may contain the scheme.
    if (index < end) continue;
    const { text, isEncoded } = innerAddress(address, index, scheme);
    const inner = isEncoded ? decodedText(text) : text;
    found.add(inner);
    if (PAGE_PARAMETER.test(address.slice(Math.max(0, index - PAGE_PARAMETER_LENGTH), index))) {
      pages.add(inner);
    }
    end = index + text.length;
  }
  const [only = null] = found.size > 1 ? pages : found;
  return found.size <= 1 || pages.size === 1 ? only : null;
}

/**
 * Returns the inner address from its scheme to its end. `URL` cannot find the end, which depends on
 * how the inner address is written:
 * - As a whole parameter with encoded separators, the inner address ends with the parameter.
 * - With an encoded scheme, the inner address ends before the next `?`, `#` or `&`.
 * - With a query or fragment of its own, the inner address extends to the end of the text.
 * - Otherwise, the inner address ends before the next parameter.
 *
 * Each of the two searches passes a character at most once, so that the total time is linear.
 */
function innerAddress(
  address: string,
  at: number,
  scheme: string,
): { text: string; isEncoded: boolean } {
  const rest = address.slice(at);
  if (address[at - 1] === '=') {
    const parameter = before(rest, /[=&#]/);
    const isWhole = rest[parameter.length] !== '=';
    if (isWhole && ENCODED_SEPARATOR.test(parameter.slice(scheme.length))) {
      return { text: parameter, isEncoded: true };
    }
  }
  const path = before(rest, /[?#&]/);
  if (!scheme.endsWith('://')) return { text: path, isEncoded: true };
  const next = rest[path.length];
  if (next === '?' || next === '#') return { text: rest, isEncoded: false };
  // Some pages encode only the characters that would end the inner address.
  return { text: path, isEncoded: /%3f/i.test(path) };
}

/** Returns the text before the first separator, or the whole text. */
function before(text: string, separator: RegExp): string {
  const at = text.search(separator);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * Returns the address that a reader view, a suspended tab, a viewer or `view-source:` shows. Any
 * other address is returned unchanged.
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
