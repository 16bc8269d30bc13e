// Reader views (`read:` in Edge, `chrome-distiller:` in Chromium), suspended tabs, file viewers.
const BROWSER_PAGE =
  /^(?:about:|(?:read|edge|brave|opera|vivaldi|extension|[a-z-]{1,30}-extension|chrome(?:-[a-z]+)?):\/\/)/i;

/** Matches the scheme of an inner address: plain or percent-encoded, after a separator. */
const INNER_SCHEME = /(?<=[=/?#&])https?(?::|%3a)(?:\/|%2f){2}/gi;

/** Matches a percent-encoded `/`, `?`, `=`, `&` or `#`. */
const ENCODED_SEPARATOR = /%(?:2f|3f|3d|26|23)/i;

/** Matches the parameter for the page of a suspended tab. Other parameters may contain an icon. */
const PAGE_PARAMETER = /(?:^|[?#&])ur[il]=$/i;
const PAGE_PARAMETER_LENGTH = '?url='.length;

/**
 * Returns the web address inside another address; null if there is none. Of several addresses, only
 * a single one in a `PAGE_PARAMETER` counts.
 */
export function enclosedAddress(address: string): string | null {
  const found = new Set<string>();
  const pages = new Set<string>();
  let end = 0;
  for (const { 0: scheme, index } of address.matchAll(INNER_SCHEME)) {
    // This scheme belongs to the previous inner address.
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
 * Returns the inner address that begins at `start`. The time for all inner addresses of one address
 * is linear: each search reads each character at most once.
 */
function innerAddress(
  address: string,
  start: number,
  scheme: string,
): { text: string; isEncoded: boolean } {
  const rest = address.slice(start);
  // An inner address with encoded separators fills its parameter.
  if (address[start - 1] === '=') {
    const parameter = textBefore(rest, /[=&#]/);
    const isWhole = rest[parameter.length] !== '=';
    if (isWhole && ENCODED_SEPARATOR.test(parameter.slice(scheme.length))) {
      return { text: parameter, isEncoded: true };
    }
  }
  const path = textBefore(rest, /[?#&]/);
  if (!scheme.endsWith('://')) return { text: path, isEncoded: true };
  // An inner address with its own query or fragment extends to the end of the text.
  const next = rest[path.length];
  if (next === '?' || next === '#') return { text: rest, isEncoded: false };
  // Some pages encode only the characters that would end a parameter.
  return { text: path, isEncoded: /%3f/i.test(path) };
}

function textBefore(text: string, separator: RegExp): string {
  const index = text.search(separator);
  return index < 0 ? text : text.slice(0, index);
}

/** Returns the page that a reader view, suspended tab, file viewer or `view-source:` shows. */
export function originalAddress(address: string): string {
  const bare = address.replace(/^view-source:(?=https?:)/i, '');
  return BROWSER_PAGE.test(bare) ? (enclosedAddress(bare) ?? bare) : bare;
}

/** Decodes percent-encoding. Returns a text that is not UTF-8 unchanged. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
