import { LinkifyIt } from 'linkify-it';
import { meantAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS, seenText } from '@/lib/url/typed-address';
import { headRank, Rank } from './column-heads';
import type { Sink } from './found-addresses';
import { isAddress } from './source-url';
import { linesOf } from './text-lines';

const linkify = new LinkifyIt({ urlAuth: true });

/** What ends an address in any text: Markdown's emphasis, and what separates cells and attributes. */
const ENDS = /[\s\p{Cc}<>"|`]+|\*\*/u;

/** A host by its name with dots, and its port. */
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}(?:xn--[a-z\d-]{1,59}|\p{L}{2,63})(?::\d{1,5})?/iu
  .source;

/** A part of a line that begins with an address without a scheme: it has a path, `www.`, or no more. */
const BARE = new RegExp(`^(?:${HOST}(?:/|[?#]\\S|[.!?)]*$)|www\\.${HOST})`, 'iu');

/** A bullet, a number or a box before what is listed, or the mark of a quotation. */
const LIST_MARK = /^(?:(?:[-–—*+•·>]|\d{1,4}[.)]|#\d{1,4}[.:)]?|\[[ x]?\])\s+)+/i;

/** Between the parts of a line, which count like cells; an address may hold these characters itself. */
const BETWEEN_PARTS = /[,;|:](?=\s)|\t|(?<!\s)\s+[-–—=→>]+\s|\s\(/;

/** So many characters of a line, or of a text within other data, are looked at. */
const LONGEST_LINE = 1_000_000;

/** Every address has one of these signs. */
const SIGN_OF_ADDRESS = /[.:]/;

/** What ends a line of a list, as it ends one of prose or code. */
const LINE_END = /(?<![.,;])[.,;]+$/;

/**
 * The addresses of a cell: one, whatever it holds, several, or what is meant as one.
 * @param isNamed whether its column is called what columns of addresses are: blanks belong to them there
 */
export function* addressesInCell(cell: string, isNamed: boolean): Generator<string> {
  if (!SIGN_OF_ADDRESS.test(cell)) return;
  const isAlone = cell.indexOf('http', 1) < 0 || !NEXT_ADDRESS.test(cell);
  if (isAlone && /^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(cell)) yield cell;
  else if (isAlone && isNamed && /^https?:\/\//i.test(cell)) yield cell.replaceAll(/\s/g, '%20');
  else if (isAddress(cell) && !ENDS.test(cell)) yield cell;
  else yield* inParts(cell);
}

/**
 * Reads the addresses in a list or in prose. An address begins with its scheme, wherever that stands; at the
 * start of a line or alone it may be a host. Lines that begin with `#` are comments.
 */
export function readList(text: string, sink: Sink): boolean {
  // So JSON may write slashes, of which a part is no JSON.
  const plain = seenText(text).replaceAll('\\/', '/');
  let lines = 0;
  let count = 0;
  for (const line of linesOf(plain)) {
    if (sink.isFull()) return true;
    const listed = line.slice(0, LONGEST_LINE).trim().replace(LIST_MARK, '').replace(LINE_END, '');
    if (listed === '' || listed.startsWith('#')) continue;
    lines += 1;
    if (line.length > LONGEST_LINE) sink.fault('tooLarge');
    const before = count;
    for (const address of inParts(listed)) {
      if (sink.isFull()) break;
      sink.page(address);
      count += 1;
    }
    // A single word is meant as an address, though it may be none.
    const isWord = !/\s/.test(listed) && /[\p{L}\p{N}]/u.test(listed);
    const isHead = lines === 1 && headRank(listed) < Rank.None;
    if (count === before && isWord && !isHead) {
      sink.page(listed);
      count += 1;
    }
  }
  if (count === 0) sink.holdsNone('lines', [], lines);
  return true;
}

/** The addresses that begin the parts of a line, and those with a scheme. */
function* inParts(line: string): Generator<string> {
  if (!SIGN_OF_ADDRESS.test(line)) return;
  for (const part of line.split(BETWEEN_PARTS)) {
    const start = part.trim();
    if (BARE.test(start)) {
      const bare = withScheme(`https://${start.split(ENDS, 1)[0]}`, 0).slice('https://'.length);
      if (bare !== '') yield bare;
      yield* addressesInProse(start.slice(bare.length));
    } else yield* addressesInProse(start);
  }
}

/** The addresses with a scheme in a text. */
export function* addressesInProse(text: string): Generator<string> {
  for (const part of text
    .slice(0, LONGEST_LINE)
    .split(ENDS)
    .flatMap((each) => each.split(NEXT_ADDRESS))) {
    const word = meantAddress(part);
    // Of a scheme that stands there twice, the second one counts.
    const scheme = /https?:\/\/(?!https?:)/gi;
    for (let begin = scheme.exec(word); begin; begin = scheme.exec(word)) {
      const address = withScheme(word, begin.index);
      if (address !== '') yield address;
      scheme.lastIndex = begin.index + Math.max(address.length, begin[0].length);
    }
  }
}

/** The address whose scheme stands there in a word; empty where there is none. */
function withScheme(word: string, at: number): string {
  const afterScheme = word.indexOf(':', at) + 1;
  const length = linkify.testSchemaAt(word, 'https:', afterScheme);
  return length === 0 ? '' : word.slice(at, afterScheme + length);
}
