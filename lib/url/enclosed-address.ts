/**
 * How addresses of browser and extension pages begin: reader views (`read:` in Edge,
 * `chrome-distiller:` in Chromium), suspended tabs, file viewers.
 */
const OWN_PAGE =
  /^(?:about:|(?:read|edge|brave|opera|vivaldi|extension|[a-z-]{1,30}-extension|chrome(?:-[a-z]+)?):\/\/)/i;

/**
 * An address inside another address. The end depends on how the inner address is written:
 * - As a parameter with encoded separators, the inner address ends with the parameter.
 * - Unencoded with a query or fragment of its own, the inner address extends to the end.
 * - Unencoded without these, the inner address ends before the next parameter.
 * - Percent-encoded, the inner address ends with the part.
 */
const ENCLOSED =
  /(?<==)(?<encoded>https?(?::|%3a)(?:\/|%2f){2}(?=[^#&=]*%(?:2f|3f|3d|26|23))[^#&=]+(?=[&#]|$))|(?<=[=/?#&])https?(?::\/\/[^?#&]*(?:[?#].*)?|(?::|%3a)(?:\/|%2f){2}[^?#&]*)/gis;

/** Returns the web address inside another address; null if there is none or more than one. */
export function enclosedAddress(address: string): string | null {
  const found = new Set(
    [...address.matchAll(ENCLOSED)].map(([part, encoded]) =>
      encoded === undefined ? decodedPart(part) : decodedText(part),
    ),
  );
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** Decodes an encoded address. Some pages encode only the characters that would end the part. */
function decodedPart(part: string): string {
  const isEncoded = !/^https?:\/\//i.test(part) || (/%3f/i.test(part) && !/[?#]/.test(part));
  return isEncoded ? decodedText(part) : part;
}

/**
 * Returns the address that a reader view, a suspended tab, a viewer or `view-source:` shows. Any
 * other address is returned unchanged.
 */
export function meantAddress(address: string): string {
  const bare = address.replace(/^view-source:(?=https?:)/i, '');
  return OWN_PAGE.test(bare) ? (enclosedAddress(bare) ?? bare) : bare;
}

/** Decodes percent-encoding. Returns the text unchanged if its bytes are not UTF-8. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
