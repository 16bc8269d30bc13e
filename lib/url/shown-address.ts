import { decode } from 'punycode/punycode.es6.js';
import { isDeceptive } from './deceptive-label';

/** Letters, marks and digits, not of ASCII alone: nothing that could pass for a part of an address. */
const LETTERS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{Nd}-]+$/u;

/** Marks of direction, which turn what follows them around; as a service may keep them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A part of a host has 63 characters at most, of which `xn--` are four. */
const LONGEST_CODE = 59;

/**
 * An address, with its scheme or without, for people to read: foreign letters stand for themselves, not
 * for their encodings, and marks of direction for theirs.
 */
export function shownAddress(address: string): string {
  // A word that is searched for is no host.
  const [host = ''] = /^(?:https?:\/\/[^/?#]*|[^/?#]*\.[^/?#]*)/i.exec(address) ?? [];
  const topLevel = unicodeLabel(topLevelOf(host));
  const shownHost = host.replaceAll(/(?<=^|[./])xn--[a-z\d-]+(?=[.:]|$)/gi, (label) => {
    const text = unicodeLabel(label);
    return isDeceptive(text, topLevel) ? label : text;
  });
  const rest = address.slice(host.length).replaceAll(/(?:%[89a-f][\da-f])+/gi, shownLetters);
  return (shownHost + rest).replaceAll(DIRECTION_MARKS, encodeURIComponent);
}

/** The last label of a host, before which a scheme may stand, and behind which a dot or a port. */
function topLevelOf(host: string): string {
  const [name = ''] = host.slice(host.indexOf('//') + 1).split(':');
  return name.split('.').filter(Boolean).at(-1) ?? '';
}

/** A label of a host in its own letters; as it is where these are no letters. */
function unicodeLabel(label: string): string {
  const [, code = ''] = /^xn--([a-z\d-]+)$/i.exec(label) ?? [];
  if (code === '' || code.length > LONGEST_CODE) return label;
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
