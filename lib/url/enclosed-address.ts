/**
 * Matches reader views (`read:` in Edge, `chrome-distiller:` in Chromium), suspended tabs and file
 * viewers. Their addresses contain the address of the original page.
 */
const BROWSER_PAGE =
  /^(?:about:|(?:read|edge|brave|opera|vivaldi|extension|[a-z-]{1,30}-extension|chrome(?:-[a-z]+)?):\/\/)/i;

/** Matches a plain or percent-encoded scheme after a separator. */
const INNER_SCHEME = /(?<=[=/?#&])https?(?::|%3a)(?:\/|%2f){2}/gi;

/** A percent-encoded `/`, `?`, `=`, `&` or `#`. */
const ENCODED_SEPARATOR = /%(?:2f|3f|3d|26|23)/i;

/** Suspended tabs have their page in `url` or `uri`. Other parameters may contain an icon. */
const PAGE_PARAMETER = /(?:^|[?#&])ur[il]=$/i;
const PAGE_PARAMETER_LENGTH = '?url='.length;

/**
 * Returns the web address inside another address; null if absent or ambiguous. Of several inner
 * addresses, only those in a `url` or `uri` parameter count.
 */
export function enclosedAddress(address: string): string | null {
  const innerAddresses = new Set<string>();
  const pages = new Set<string>();
  let previousEnd = 0;
  for (const { 0: scheme, index } of address.matchAll(INNER_SCHEME)) {
    const isInPreviousAddress = index < previousEnd;
    if (isInPreviousAddress) continue;
    const { text, isEncoded } = innerAddress(address, index, scheme);
    const inner = isEncoded ? decodedText(text) : text;
    innerAddresses.add(inner);
    const textBeforeInner = address.slice(Math.max(0, index - PAGE_PARAMETER_LENGTH), index);
    if (PAGE_PARAMETER.test(textBeforeInner)) pages.add(inner);
    previousEnd = index + text.length;
  }
  const candidates = innerAddresses.size > 1 ? pages : innerAddresses;
  const [only = null] = candidates;
  return candidates.size === 1 ? only : null;
}

/** Returns the inner address that begins at `start`. */
function innerAddress(
  address: string,
  start: number,
  scheme: string,
): { text: string; isEncoded: boolean } {
  const rest = address.slice(start);
  const isParameterValue = address[start - 1] === '=';
  if (isParameterValue) {
    const value = textBefore(rest, /[=&#]/);
    const isWholeValue = rest[value.length] !== '=';
    // Encoded separators show that the inner address ends with the value of the parameter.
    if (isWholeValue && ENCODED_SEPARATOR.test(value.slice(scheme.length))) {
      return { text: value, isEncoded: true };
    }
  }
  const path = textBefore(rest, /[?#&]/);
  if (!scheme.endsWith('://')) return { text: path, isEncoded: true };
  const nextCharacter = rest[path.length];
  const hasQueryOrFragment = nextCharacter === '?' || nextCharacter === '#';
  if (hasQueryOrFragment) return { text: rest, isEncoded: false };
  // Some pages encode the question mark, but not the scheme.
  return { text: path, isEncoded: /%3f/i.test(path) };
}

function textBefore(text: string, separator: RegExp): string {
  const index = text.search(separator);
  return index < 0 ? text : text.slice(0, index);
}

/** Returns the page that a reader view, suspended tab, file viewer or `view-source:` shows. */
export function originalAddress(address: string): string {
  const viewedAddress = address.replace(/^view-source:(?=https?:)/i, '');
  if (!BROWSER_PAGE.test(viewedAddress)) return viewedAddress;
  return enclosedAddress(viewedAddress) ?? viewedAddress;
}

/** Decodes percent-encoded UTF-8. Returns any other text unchanged. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
