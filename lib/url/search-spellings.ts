import { shownAddress } from './shown-address';

/**
 * Returns other spellings to search for when a text has no match. Empty if there are none. Browsers
 * send non-ASCII letters percent-encoded in paths and as Punycode in hosts. A service may store
 * either spelling. Punycode matches only whole labels.
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
