import { decode } from 'punycode/punycode.es6.js';

/** Letters, marks and digits, not of ASCII alone: nothing that could pass for a part of an address. */
const LETTERS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{Nd}-]+$/u;

/** Marks of direction, which turn what follows them around; as a service may keep them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A part of a host has 63 characters at most, of which `xn--` are four. */
const LONGEST_CODE = 59;

/** By their codes (ISO 15924). East Asian names mix their scripts, and Latin letters with them. */
const SCRIPTS =
  `Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Sinh Thai Laoo Khmr Mymr
  Tibt Ethi Latn,Hani,Hira,Kana,Bopo,Hang`.split(/\s+/);

/** Letters that names mix. Others beside each other only look like a known name (`xn--pple-43d`). */
const UNMIXED = new RegExp(
  SCRIPTS.map((codes) => `^[\\p{scx=${codes.replaceAll(',', '}\\p{scx=')}}\\d-]+$`).join('|'),
  'u',
);

/**
 * An address, with its scheme or without, for people to read: foreign letters stand for themselves, not
 * for their encodings, and marks of direction for theirs.
 */
export function shownAddress(address: string): string {
  // A word that is searched for is no host.
  const [host = ''] = /^(?:https?:\/\/[^/?#]*|[^/?#]*\.[^/?#]*)/i.exec(address) ?? [];
  const shownHost = host.replaceAll(/(?<=^|[./])xn--([a-z\d-]+)(?=[.:]|$)/gi, shownLabel);
  const rest = address.slice(host.length).replaceAll(/(?:%[89a-f][\da-f])+/gi, shownLetters);
  return (shownHost + rest).replaceAll(DIRECTION_MARKS, encodeURIComponent);
}

function shownLabel(label: string, code: string): string {
  if (code.length > LONGEST_CODE) return label;
  try {
    const text = decode(code.toLowerCase());
    return LETTERS.test(text) && UNMIXED.test(text) ? text : label;
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
