/**
 * Returns an address as services list it: without scheme and leading `www.`. The same parts
 * disappear from addresses inside the address. Any other text stays unchanged.
 */
export function bareAddress(address: string): string {
  return withoutSchemes(address.replace(/^www\.(?=[^/?#]*\.)/i, ''));
}

/**
 * Removes each unencoded `http://` and `https://`, and a `www.` after it. Services list archived
 * and translated pages like this.
 */
export function withoutSchemes(part: string): string {
  return part.replaceAll(/https?:\/\/(?:www\.)?/gi, '');
}
