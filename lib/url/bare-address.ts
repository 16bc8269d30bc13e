/**
 * An address as services list it, without scheme and one leading `www.`, also those of addresses within
 * it; any other text as it is.
 */
export function bareAddress(address: string): string {
  return withoutSchemes(address.replace(/^www\.(?=[^/?#]*\.)/i, ''));
}

/**
 * A part of an address without each `http://` and `https://` in it, and a `www.` behind one. Services list
 * addresses so, archived or translated pages among them: what is percent-encoded stays.
 */
export function withoutSchemes(part: string): string {
  return part.replaceAll(/https?:\/\/(?:www\.)?/gi, '');
}
