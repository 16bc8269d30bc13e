/**
 * Matches an ampersand that HTML has escaped once or twice. WordPress escapes with the number. The limit for
 * repetitions keeps the search linear.
 */
const ESCAPED_AMPERSAND = /&(?:amp;|#0{0,3}38;|#x0{0,3}26;){1,3}/gi;

/** Matches a host that ends with a dot, after a scheme or at the start of a text. */
const HOST_WITH_DOT = /((?:^|https?:\/\/)[^\s/?#:]*[^\s/?#:.])\.(?=[:/?#]|$)/gi;

export function withPlainAmpersands(text: string): string {
  return text.includes('&') ? text.replace(ESCAPED_AMPERSAND, '&') : text;
}

/** Removes the dot at the end of a complete host name. */
export function withoutHostDot(address: string): string {
  return address.replace(HOST_WITH_DOT, '$1');
}

/** Returns an address without escaped ampersands and without a dot at the end of its host. */
export function plainSpelling(address: string): string {
  return withoutHostDot(withPlainAmpersands(address));
}
