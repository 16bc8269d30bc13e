/** An address as services list it, without scheme and one leading `www.`; any other text as it is. */
export function bareAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/^www\.(?=[^/?#]*\.)/i, '');
}
