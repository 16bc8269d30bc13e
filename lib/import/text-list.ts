import { LinkifyIt } from 'linkify-it';
import { originalAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS, withoutInvisibleCharacters } from '@/lib/url/typed-address';
import { withoutHostDot } from './address-spelling';
import { isAddressHeader } from './column-headers';
import type { Sink } from './found-addresses';
import { isAddress } from './source-url';
import { linesOf } from './text-lines';

const linkify = new LinkifyIt({ urlAuth: true });

/** Matches blanks, quotation marks, brackets, `|` and `**`. */
const ADDRESS_END = /[\s\p{Cc}<>"|`]+|\*\*/u;

/** A host with dots and an optional port. */
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}(?:xn--[a-z\d-]{1,59}|\p{L}{2,63})(?::\d{1,5})?/iu
  .source;

/** Matches a host that begins with `www.`, precedes a path or query, or fills the text. */
const BARE_ADDRESS = new RegExp(`^(?:${HOST}(?:\\.?/|[?#]\\S|[.!?)]*$)|www\\.${HOST})`, 'iu');

/** Matches a bullet, a number, a check box, or the `>` of a quotation. */
const LIST_MARK = /^(?:(?:[-–—*+•·>]|\d{1,4}[.)]|#\d{1,4}[.:)]?|\[[ x]?\])\s+)+/i;

/** Most separators need a blank, because addresses may contain the same characters. */
const PART_SEPARATOR = /[,;|:](?=\s)|\t|(?<!\s)\s+[-–—=→>]+\s|\s\(/;

/** In characters. */
const MAX_LINE_LENGTH = 1_000_000;

/** Every address contains a dot or a colon. */
const DOT_OR_COLON = /[.:]/;

const FINAL_PUNCTUATION = /(?<![.,;])[.,;]+$/;

/**
 * @param isAddressColumn whether the header of the column names addresses. In such a column, blanks belong to
 * the address.
 */
export function* addressesInCell(cell: string, isAddressColumn: boolean): Generator<string> {
  if (!DOT_OR_COLON.test(cell)) return;
  const isSingle = cell.indexOf('http', 1) < 0 || !NEXT_ADDRESS.test(cell);
  if (isSingle && /^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(cell)) yield cell;
  else if (isSingle && isAddressColumn && /^https?:\/\//i.test(cell))
    yield cell.replaceAll(/\s/g, '%20');
  else if (isAddress(cell) && !ADDRESS_END.test(cell)) yield cell;
  else yield* addressesInParts(cell);
}

/**
 * Reads any text. Lines that begin with `#` are comments. A first line with a single word is the head of the
 * list if the second line has an address.
 */
export function readList(text: string, sink: Sink): boolean {
  const isJson = /^[[{]/.test(text);
  // A fragment of JSON may contain escaped slashes.
  const plain = withoutInvisibleCharacters(text).replaceAll('\\/', '/');
  /** The first line, until the second line shows whether the first line is a head. */
  let head: string | null = null;
  let lines = 0;
  let count = 0;

  function addPage(address: string): void {
    sink.addPage(address);
    count += 1;
  }

  for (const line of linesOf(plain)) {
    if (sink.isFull()) return true;
    const trimmed = line.slice(0, MAX_LINE_LENGTH).trim();
    const complete = isJson ? withoutCutString(trimmed, sink) : trimmed;
    const item = complete.replace(LIST_MARK, '').replace(FINAL_PUNCTUATION, '');
    if (item === '' || item.startsWith('#')) continue;
    lines += 1;
    if (line.length > MAX_LINE_LENGTH) sink.addFault('tooLarge');
    let hasAddress = false;
    for (const address of addressesInParts(item)) {
      if (sink.isFull()) break;
      hasAddress = true;
      addPage(address);
    }
    if (lines === 1 && HEAD.test(item)) {
      head = item;
      continue;
    }
    if (head !== null && hasAddress) sink.countLeftOut(isAddressHeader(head) ? 0 : 1);
    else if (head !== null) addHead(head, addPage);
    head = null;
    const isSingleWord = !/\s/.test(item) && /[\p{L}\p{N}]/u.test(item);
    // A line with a single word is probably a mistyped address. The preview shows the mistake.
    if (!hasAddress && isSingleWord) addPage(item);
  }
  if (head !== null) addHead(head, addPage);
  if (count === 0) sink.addSourceWithoutAddresses('lines', [], lines);
  return true;
}

/** Matches a word that is not an address, not even a mistyped address with a scheme or a path. */
const HEAD = /^(?=.*[\p{L}\p{N}])[^\s.:/]+$/u;

/** Adds a first line that is not the head of addresses, and therefore probably a mistyped address. */
function addHead(head: string, addPage: (address: string) => void): void {
  if (!isAddressHeader(head)) addPage(head);
}

/**
 * Removes the end of a JSON line whose last string has no closing quotation mark. An address in this string
 * may be incomplete.
 */
function withoutCutString(line: string, sink: Sink): string {
  let lastMark = -1;
  let isOpen = false;
  for (let index = line.indexOf('"'); index >= 0; index = line.indexOf('"', index + 1)) {
    let backslashes = 0;
    while (line[index - backslashes - 1] === '\\') backslashes += 1;
    const isEscaped = backslashes % 2 === 1;
    if (isEscaped) continue;
    lastMark = index;
    isOpen = !isOpen;
  }
  if (!isOpen) return line;
  if (line.includes('http', lastMark)) sink.addFault('broken');
  return line.slice(0, lastMark);
}

/** Yields the addresses of a line. An address without a scheme must begin a part of the line. */
function* addressesInParts(line: string): Generator<string> {
  if (!DOT_OR_COLON.test(line)) return;
  for (const part of line.split(PART_SEPARATOR)) {
    const trimmed = part.trim();
    if (BARE_ADDRESS.test(trimmed)) {
      const [firstWord] = trimmed.split(ADDRESS_END, 1);
      const word = withoutHostDot(`https://${firstWord}`);
      const address = addressAt(word, 0).slice('https://'.length);
      if (address !== '') yield address;
      yield* addressesInProse(trimmed.slice(address.length));
    } else {
      yield* addressesInProse(trimmed);
    }
  }
}

/** Yields only addresses with a scheme. */
export function* addressesInProse(text: string): Generator<string> {
  const words = text.slice(0, MAX_LINE_LENGTH).split(ADDRESS_END);
  for (const part of words.flatMap((word) => word.split(NEXT_ADDRESS))) {
    const word = withoutHostDot(originalAddress(part));
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
