import { decode } from 'punycode/punycode.es6.js';
import { isDeceptive } from './deceptive-label';

/** Matches letters, marks, digits and hyphens, at least one of them outside ASCII. */
const NON_ASCII_LETTERS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{Nd}-]+$/u;

// Bidirectional control characters can reverse the following text.
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Length of the code after `xn--`. A label has at most 63 characters. */
const MAX_CODE_LENGTH = 59;

/** Matches Punycode, encoded letters and direction marks. */
const CHANGED_TEXT = /xn--|%[89a-f]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/i;

/**
 * Decodes letters and Punycode for display, except host labels that can imitate other labels.
 * @param address with or without scheme, or a search text
 */
export function shownAddress(address: string): string {
  if (!CHANGED_TEXT.test(address)) return address;
  // A search text without scheme and dot has no host.
  const [host = ''] = /^(?:https?:\/\/[^/?#]*|[^/?#]*\.[^/?#]*)/i.exec(address) ?? [];
  const topLevel = unicodeLabel(topLevelOf(host));
  const shownHost = host.replaceAll(/(?<=^|[./])xn--[a-z\d-]+(?=[.:]|$)/gi, (label) => {
    const text = unicodeLabel(label);
    return isDeceptive(text, topLevel) ? label : text;
  });
  const rest = address.slice(host.length).replaceAll(/(?:%[89a-f][\da-f])+/gi, decodedLetters);
  return (shownHost + rest).replaceAll(DIRECTION_MARKS, encodeURIComponent);
}

/** Returns the last label of a host. Ignores a scheme, a final dot and a port. */
function topLevelOf(host: string): string {
  const [name = ''] = host.slice(host.indexOf('//') + 1).split(':');
  return name.split('.').filter(Boolean).at(-1) ?? '';
}

function unicodeLabel(label: string): string {
  const [, code = ''] = /^xn--([a-z\d-]+)$/i.exec(label) ?? [];
  if (code === '' || code.length > MAX_CODE_LENGTH) return label;
  try {
    const text = decode(code.toLowerCase());
    return NON_ASCII_LETTERS.test(text) ? text : label;
  } catch {
    return label;
  }
}

function decodedLetters(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded);
    return NON_ASCII_LETTERS.test(text) ? text : encoded;
  } catch {
    return encoded;
  }
}

/** Returns the other spellings of a search text. A service may store any of these spellings. */
export function otherSpellings(text: string): string[] {
  const encoded = text.replaceAll(/[^\0-\x7f]+/g, (letters) => encodeURI(letters.toWellFormed()));
  const shown = shownAddress(text);
  const isAscii = encoded === text;
  if (isAscii) return shown === text ? [] : [shown];
  const [, scheme = '', rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(text) ?? [];
  const address = URL.parse(`https://${rest}`);
  if (address === null) return [encoded];
  return [encoded, scheme + address.href.slice('https://'.length).replace(/\/$/, '')];
}
