import { decode } from 'punycode/punycode.es6.js';
import { isDeceptive } from './deceptive-label';

/** Matches a text of letters, marks, digits and hyphens, with at least one outside ASCII. */
const LETTERS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{Nd}-]+$/u;

/** Matches bidirectional control characters, which can reverse the following text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Limit in characters for the code after `xn--`. A label has at most 63 characters. */
const MAX_CODE_LENGTH = 59;

/**
 * Returns an address for display. Decodes percent-encoded letters and Punycode, except labels that
 * can imitate others. Percent-encodes bidirectional control characters.
 * @param address an address with or without scheme, or a search text
 */
export function shownAddress(address: string): string {
  // A search text without a dot is not a host.
  const [host = ''] = /^(?:https?:\/\/[^/?#]*|[^/?#]*\.[^/?#]*)/i.exec(address) ?? [];
  const topLevel = unicodeLabel(topLevelOf(host));
  const shownHost = host.replaceAll(/(?<=^|[./])xn--[a-z\d-]+(?=[.:]|$)/gi, (label) => {
    const text = unicodeLabel(label);
    return isDeceptive(text, topLevel) ? label : text;
  });
  const rest = address.slice(host.length).replaceAll(/(?:%[89a-f][\da-f])+/gi, shownLetters);
  return (shownHost + rest).replaceAll(DIRECTION_MARKS, encodeURIComponent);
}

/** Returns the last label of a host. Ignores a scheme, a final dot and a port. */
function topLevelOf(host: string): string {
  const [name = ''] = host.slice(host.indexOf('//') + 1).split(':');
  return name.split('.').filter(Boolean).at(-1) ?? '';
}

/** Decodes Punycode. Returns the label unchanged if the result does not match `LETTERS`. */
function unicodeLabel(label: string): string {
  const [, code = ''] = /^xn--([a-z\d-]+)$/i.exec(label) ?? [];
  if (code === '' || code.length > MAX_CODE_LENGTH) return label;
  try {
    const text = decode(code.toLowerCase());
    return LETTERS.test(text) ? text : label;
  } catch {
    return label;
  }
}

/** Decodes percent-encoding. Returns the text unchanged if the result does not match `LETTERS`. */
function shownLetters(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded);
    return LETTERS.test(text) ? text : encoded;
  } catch {
    return encoded;
  }
}

/**
 * Returns the other spellings of a search text, because a service may store any of them. In paths,
 * browsers percent-encode letters outside ASCII. In hosts, browsers encode whole labels as
 * Punycode.
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
