import { decodedText } from './decoded-text';

/**
 * What the addresses of pages begin with that a browser or an extension makes: reader views (Edge's is
 * `read:`, Chromium's `chrome-distiller:`), suspended tabs, viewers of files.
 */
const OWN_PAGE =
  /^(?:about:|(?:read|edge|brave|opera|vivaldi|extension|[a-z-]{1,30}-extension|chrome(?:-[a-z]+)?):\/\/)/i;

/**
 * An address as a part of another one. As a parameter in which no other sign than `?` stands as it is, it is
 * encoded, and ends with the parameter. Otherwise, written as it is, it goes on to the end, or to the next
 * parameter where it has no parameters of its own; percent-encoded, to the end of the part.
 */
const ENCLOSED =
  /(?<==)(?<encoded>https?(?::|%3a)(?:\/|%2f){2}(?=[^#&=]*%(?:2f|3f|3d|26|23))[^#&=]+(?=[&#]|$))|(?<=[=/?#&])https?(?::\/\/[^?#&]*(?:[?#].*)?|(?::|%3a)(?:\/|%2f){2}[^?#&]*)/gis;

/** The one web address that another address holds; null where it holds none, or several. */
export function enclosedAddress(address: string): string | null {
  const found = new Set(
    [...address.matchAll(ENCLOSED)].map(([part, encoded]) =>
      encoded === undefined ? decodedPart(part) : decodedText(part),
    ),
  );
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** Some write the scheme as it is, and encode what would end the part. */
function decodedPart(part: string): string {
  const isEncoded = !/^https?:\/\//i.test(part) || (/%3f/i.test(part) && !/[?#]/.test(part));
  return isEncoded ? decodedText(part) : part;
}

/**
 * The address of the page that is meant: the one that a page of the browser or of an extension shows in its
 * own way, or whose source is shown. Every other address is as it was.
 */
export function meantAddress(address: string): string {
  const bare = address.replace(/^view-source:(?=https?:)/i, '');
  return OWN_PAGE.test(bare) ? (enclosedAddress(bare) ?? bare) : bare;
}
