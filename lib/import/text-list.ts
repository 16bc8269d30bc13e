import { LinkifyIt } from 'linkify-it';
import { originalAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS, withoutInvisibleCharacters } from '@/lib/url/typed-address';
import { isAddressHead } from './column-heads';
import type { Sink } from './found-addresses';
import { isAddress } from './source-url';
import { linesOf } from './text-lines';

const linkify = new LinkifyIt({ urlAuth: true });

// Blanks, quotation marks, brackets, `|` and `**` end an address.
const ENDS = /[\s\p{Cc}<>"|`]+|\*\*/u;

/** A host with dots and an optional port. */
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}(?:xn--[a-z\d-]{1,59}|\p{L}{2,63})(?::\d{1,5})?/iu
  .source;

/** Matches a host that begins with `www.`, precedes a path or query, or is alone. */
const BARE = new RegExp(`^(?:${HOST}(?:/|[?#]\\S|[.!?)]*$)|www\\.${HOST})`, 'iu');

/** Matches a bullet, a number, a check box, or the `>` of a quotation. */
const LIST_MARK = /^(?:(?:[-–—*+•·>]|\d{1,4}[.)]|#\d{1,4}[.:)]?|\[[ x]?\])\s+)+/i;

/** Most separators need a blank, because addresses contain these characters. */
const BETWEEN_PARTS = /[,;|:](?=\s)|\t|(?<!\s)\s+[-–—=→>]+\s|\s\(/;

/** In characters. */
const MAX_LINE_LENGTH = 1_000_000;

/** Matches a character without which a text is no address. */
const SIGN_OF_ADDRESS = /[.:]/;

/** Matches punctuation of prose or code. */
const LINE_END = /(?<![.,;])[.,;]+$/;

/** @param isNamed whether the column's name means addresses. Blanks then belong to the address. */
export function* addressesInCell(cell: string, isNamed: boolean): Generator<string> {
  if (!SIGN_OF_ADDRESS.test(cell)) return;
  const isSingle = cell.indexOf('http', 1) < 0 || !NEXT_ADDRESS.test(cell);
  if (isSingle && /^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(cell)) yield cell;
  else if (isSingle && isNamed && /^https?:\/\//i.test(cell)) yield cell.replaceAll(/\s/g, '%20');
  else if (isAddress(cell) && !ENDS.test(cell)) yield cell;
  else yield* addressesInParts(cell);
}

/**
 * Accepts any text. An address with a scheme may begin anywhere. An address without a scheme must
 * begin a part of a line. Lines that begin with `#` are comments.
 */
export function readList(text: string, sink: Sink): boolean {
  // In a fragment of JSON, slashes may be escaped.
  const plain = withoutInvisibleCharacters(text).replaceAll('\\/', '/');
  let lines = 0;
  let count = 0;
  for (const line of linesOf(plain)) {
    if (sink.isFull()) return true;
    const item = line.slice(0, MAX_LINE_LENGTH).trim().replace(LIST_MARK, '').replace(LINE_END, '');
    if (item === '' || item.startsWith('#')) continue;
    lines += 1;
    if (line.length > MAX_LINE_LENGTH) sink.fault('tooLarge');
    const countBefore = count;
    for (const address of addressesInParts(item)) {
      if (sink.isFull()) break;
      sink.page(address);
      count += 1;
    }
    // A single word in a line is probably meant as an address.
    const isWord = !/\s/.test(item) && /[\p{L}\p{N}]/u.test(item);
    const isHead = lines === 1 && isAddressHead(item);
    if (count === countBefore && isWord && !isHead) {
      sink.page(item);
      count += 1;
    }
  }
  if (count === 0) sink.noAddresses('lines', [], lines);
  return true;
}

/** Yields addresses with a scheme anywhere, and addresses without a scheme that begin a part. */
function* addressesInParts(line: string): Generator<string> {
  if (!SIGN_OF_ADDRESS.test(line)) return;
  for (const part of line.split(BETWEEN_PARTS)) {
    const start = part.trim();
    if (BARE.test(start)) {
      const bare = addressAt(`https://${start.split(ENDS, 1)[0]}`, 0).slice('https://'.length);
      if (bare !== '') yield bare;
      yield* addressesInProse(start.slice(bare.length));
    } else yield* addressesInProse(start);
  }
}

/** Yields the addresses with a scheme. */
export function* addressesInProse(text: string): Generator<string> {
  const parts = text.slice(0, MAX_LINE_LENGTH).split(ENDS);
  for (const part of parts.flatMap((each) => each.split(NEXT_ADDRESS))) {
    const word = originalAddress(part);
    // In `https://https://`, only the last scheme begins an address.
    const scheme = /https?:\/\/(?!https?:)/gi;
    for (let match = scheme.exec(word); match !== null; match = scheme.exec(word)) {
      const address = addressAt(word, match.index);
      if (address !== '') yield address;
      scheme.lastIndex = match.index + Math.max(address.length, match[0].length);
    }
  }
}

/** Returns the address whose scheme begins at an index; empty if there is none. */
function addressAt(word: string, start: number): string {
  const afterScheme = word.indexOf(':', start) + 1;
  const length = linkify.testSchemaAt(word, 'https:', afterScheme);
  return length === 0 ? '' : word.slice(start, afterScheme + length);
}
