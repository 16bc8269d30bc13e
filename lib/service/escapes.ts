/** A way to write one character with several. */
export interface Escape {
  /** How many UTF-16 units it takes. */
  length: number;
  /** The code point that it stands for. */
  meaning: number;
}

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
/** Begins the escapes of JSON. */
export const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

const REFERENCE = /^&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));$/i;
const NAMES = new Map([
  ['amp', AMPERSAND],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);
/** Of a reference that is read: that of the last code point, with a few zeros more. */
const LONGEST_REFERENCE = 14;

/**
 * The escape that ends a text: percent-encoding in UTF-8, a character reference of HTML, or an escape
 * of JSON, where a control character such as `\n` is read as its letter. Null where there is none. A
 * few units at the end are looked at.
 * @param units the text in UTF-16
 * @param end how many of them there are
 */
export function lastEscape(units: Uint16Array, end: number): Escape | null {
  const last = units[end - 1] ?? 0;
  if (units[end - 2] === BACKSLASH) return backslashed(last);
  if (last === SEMICOLON) return reference(units, end);
  if (units[end - 3] === PERCENT) return percentEncoded(units, end);
  const isUnit = units[end - 5] === LETTER_U && units[end - 6] === BACKSLASH;
  return isUnit ? writtenUnit(units, end) : null;
}

/** Of several backslashes, all but one are there because that was escaped. */
function backslashed(unit: number): Escape | null {
  // These begin an escape of their own, or one that has four digits.
  if (unit === PERCENT || unit === AMPERSAND || unit === LETTER_U) return null;
  return { length: 2, meaning: unit };
}

function writtenUnit(units: Uint16Array, end: number): Escape | null {
  const high = byteBefore(units, end - 2);
  const low = byteBefore(units, end);
  return high === null || low === null ? null : { length: 6, meaning: high * 0x100 + low };
}

function reference(units: Uint16Array, end: number): Escape | null {
  const first = Math.max(0, end - LONGEST_REFERENCE);
  let start = end - 1;
  while (start > first && units[start] !== AMPERSAND) start -= 1;
  if (units[start] !== AMPERSAND) return null;
  const written = String.fromCharCode(...units.subarray(start, end));
  const [, hex, decimal, name] = REFERENCE.exec(written) ?? [];
  const meaning = name
    ? NAMES.get(name.toLowerCase())
    : Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10);
  const isCharacter = meaning !== undefined && meaning <= 0x10ffff;
  return isCharacter ? { length: end - start, meaning } : null;
}

/** One byte of ASCII, or the last of two to four bytes that are one character in UTF-8. */
function percentEncoded(units: Uint16Array, end: number): Escape | null {
  let meaning = 0;
  for (let count = 1; count <= 4; count += 1) {
    const first = end - 3 * count;
    const byte = units[first] === PERCENT ? byteBefore(units, first + 3) : null;
    if (byte === null) return null;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    const bits = isContinuation ? byte & 0x3f : count === 1 ? byte : byte & (0x7f >> count);
    meaning += bits * 0x40 ** (count - 1);
    if (isContinuation) continue;
    const isWhole = count === (byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
    return isWhole && meaning <= 0x10ffff ? { length: 3 * count, meaning } : null;
  }
  return null;
}

/** The byte that two hexadecimal digits before an index are; null where they are none. */
function byteBefore(units: Uint16Array, end: number): number | null {
  const high = digit(units[end - 2]);
  const low = digit(units[end - 1]);
  return high === null || low === null ? null : high * 16 + low;
}

function digit(unit = 0): number | null {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  // Letters in either case.
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : null;
}
