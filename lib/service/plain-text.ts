import { BACKSLASH, lastEscape } from './escapes';

/** A text with its escapes read, and where each of its characters stands in the text as written. */
export interface PlainText {
  /**
   * In UTF-16, half surrogate pairs as replacement characters. A space stands as the plus sign that
   * forms write for it, a tab or a line break as the letter of its escape in JSON. Backslashes are
   * left out, since none tells whether it was itself escaped.
   */
  text: string;
  /** Where the writing of each character begins, and at the end where the whole ends. */
  starts: Uint32Array;
}

/** What one unit stands as, because it and the other may be written alike. */
const SAME = new Map(
  [
    [' ', '+'],
    ['\b', 'b'],
    ['\f', 'f'],
    ['\n', 'n'],
    ['\r', 'r'],
    ['\t', 't'],
  ].map(([one = '', other = '']) => [one.charCodeAt(0), other.charCodeAt(0)]),
);

/**
 * Reads percent-encoding, character references of HTML and escapes of JSON, in any mixture and any
 * number of times one within the other: `%2541`, `&amp;#65;` and `\\u0041` are all A. The time is
 * proportional to the length.
 */
export function readPlainText(written: string): PlainText {
  // What an escape stands for is never longer than the escape.
  const units = new Uint16Array(written.length);
  const starts = new Uint32Array(written.length + 1);
  let length = 0;

  /** Adds a unit; gives what the end of the text stands for where this has completed an escape. */
  function add(unit: number, start: number): number | null {
    units[length] = unit;
    starts[length] = start;
    length += 1;
    const found = lastEscape(units, length);
    if (found === null) return null;
    length -= found.length;
    return found.meaning;
  }

  /** Adds what an escape stands for, and what else that completes. */
  function addMeaning(meaning: number): void {
    const pending = [meaning];
    let start = starts[length] ?? 0;
    for (let code = pending.pop(); code !== undefined; code = pending.pop()) {
      if (code > 0xffff) {
        pending.push(lowSurrogate(code), highSurrogate(code));
        continue;
      }
      const next = add(code, start);
      if (next === null) continue;
      start = starts[length] ?? 0;
      pending.push(next);
    }
  }

  for (let at = 0; at < written.length; at += 1) {
    const meaning = add(written.charCodeAt(at), at);
    if (meaning !== null) addMeaning(meaning);
  }
  let kept = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? 0;
    if (unit === BACKSLASH) continue;
    units[kept] = SAME.get(unit) ?? unit;
    starts[kept] = starts[at] ?? 0;
    kept += 1;
  }
  starts[kept] = written.length;
  return { text: asText(units.subarray(0, kept)), starts };
}

function highSurrogate(code: number): number {
  return 0xd800 + ((code - 0x10000) >> 10);
}

function lowSurrogate(code: number): number {
  return 0xdc00 + (code & 0x3ff);
}

function asText(units: Uint16Array<ArrayBuffer>): string {
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);
}
