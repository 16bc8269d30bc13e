import { shownAddress } from './shown-address';

/**
 * What else a text is searched for in addresses where it finds nothing. Addresses are sent with the
 * foreign letters of a path percent-encoded, and those of a host in Punycode, of which only whole
 * parts can be found; a service may keep either spelling. Empty where there are no such letters.
 */
export function otherSpellings(text: string): string[] {
  const encoded = text.replaceAll(/[^\0-\x7f]+/g, (letters) => encodeURI(letters.toWellFormed()));
  const shown = shownAddress(text);
  if (encoded === text) return shown === text ? [] : [shown];
  const [, scheme = '', rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(text) ?? [];
  const address = URL.parse(`https://${rest}`);
  if (address === null) return [encoded];
  return [encoded, scheme + address.href.slice('https://'.length).replace(/\/$/, '')];
}
