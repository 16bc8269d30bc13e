/**
 * Matches an ampersand that HTML has escaped once or twice. WordPress escapes with the number. The limit for
 * repetitions keeps the search linear.
 */
const ESCAPED_AMPERSAND = /&(?:amp;|#0{0,3}38;|#x0{0,3}26;){1,3}/gi;

/** Matches a host that ends with a dot, after a scheme or at the start of a text. */
const HOST_WITH_DOT = /((?:^|https?:\/\/)[^\s/?#:]*[^\s/?#:.])\.(?=[:/?#]|$)/gi;

/** Removes the dot at the end of a complete host name. */
export function withoutHostDot(address: string): string {
  return address.replace(HOST_WITH_DOT, '$1');
}

/** In characters. Many replacements in one text need much memory. */
const MAX_LENGTH = 100_000;

/** Returns an address without escaped ampersands and without a dot at the end of its host. */
export function plainSpelling(address: string): string {
  if (address.length > MAX_LENGTH) return address;
  return withoutHostDot(address.replace(ESCAPED_AMPERSAND, '&'));
}
