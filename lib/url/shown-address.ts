import { decode } from 'punycode/punycode.es6.js';
import { isDeceptive } from './deceptive-label';

/** Matches letters, marks, digits and hyphens, with at least one character outside ASCII. */
const LETTERS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{Nd}-]+$/u;

// Bidirectional control characters, which can reverse the following text.
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Length of the code after `xn--`: a label has at most 63 characters. */
const MAX_CODE_LENGTH = 59;

/**
 * Decodes letters and Punycode for display, except labels that can imitate others.
 * @param address with or without scheme, or a search text
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

function shownLetters(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded);
    return LETTERS.test(text) ? text : encoded;
  } catch {
    return encoded;
  }
}

/** Returns the other spellings of a search text, because a service may store any of them. */
export function otherSpellings(text: string): string[] {
  const encoded = text.replaceAll(/[^\0-\x7f]+/g, (letters) => encodeURI(letters.toWellFormed()));
  const shown = shownAddress(text);
  // The only other spelling of an ASCII text is the decoded one.
  if (encoded === text) return shown === text ? [] : [shown];
  const [, scheme = '', rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(text) ?? [];
  const address = URL.parse(`https://${rest}`);
  if (address === null) return [encoded];
  return [encoded, scheme + address.href.slice('https://'.length).replace(/\/$/, '')];
}
