import { LinkifyIt } from 'linkify-it';
import { meantAddress } from '@/lib/url/enclosed-address';
import { readReportUrl } from '@/lib/url/report-url';
import { bareText, cutAddress, NEXT_ADDRESS } from '@/lib/url/typed-address';
import { isHead } from './table';

const linkify = new LinkifyIt({ urlAuth: true });

/** What ends an address in any text: Markdown's emphasis, and what separates cells and attributes. */
const ENDS = /[\s<>"|`]+|\*\*/;

/** A host by its name with dots, and its port. */
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}(?:xn--[a-z\d-]{1,59}|\p{L}{2,63})(?::\d{1,5})?/iu
  .source;

/** A part of a line that begins with an address without a scheme: it has a path, `www.`, or no more. */
const BARE = new RegExp(`^(?:${HOST}(?:/|[?#]\\S|[.!?)]*$)|www\\.${HOST})`, 'iu');

/** A bullet, a number or a box before what is listed, or the mark of a quotation. */
const LIST_MARK = /^(?:(?:[-–—*+•·>]|\d{1,4}[.)]|#\d{1,4}[.:)]?|\[[ x]?\])\s+)+/i;

/** Between the parts of a line, which count like cells; an address may hold these characters itself. */
const BETWEEN_PARTS = /[,;|:](?=\s)|\t|(?<!\s)\s+[-–—=→>]+\s|\s\(/;

/** What ends a line of a list, as it ends one of prose or code. */
const LINE_END = /(?<![.,;])[.,;]+$/;

/**
 * Reads an address of a text, a table or a sitemap as the URL to report, null where it is none. A single
 * word is none, with a path or without, though a network might know it as a host, nor is a text that
 * was decoded wrongly.
 */
export function readSourceUrl(text: string): string | null {
  const cut = cutAddress(text);
  const isWord =
    /^[\p{L}\p{N}_-]+(?:[/?#].*)?$/u.test(bareText(cut)) && !/^\W*localhost\b/i.test(cut);
  if (isWord || cut.includes('\ufffd')) return null;
  const read = readReportUrl(cut);
  return 'value' in read ? read.value : null;
}

/** Whether a cell is an address and nothing else. */
export function isAddress(text: string): boolean {
  const cell = text.trim();
  const isOne = /^\W*https?:\/\/\S+$/i.test(cell) || (cell.includes('.') && !/\s/.test(cell));
  return isOne && readSourceUrl(cell) !== null;
}

/** A cell of a column of addresses: one, whatever it holds, several, or what is meant as one. */
export function* addressesInCell(cell: string): Generator<string> {
  const isOne = /^[a-z][a-z\d+.-]*:[^\s<>"]+$/i.test(cell) && !NEXT_ADDRESS.test(cell);
  if (isOne || (isAddress(cell) && !ENDS.test(cell))) yield cell;
  else yield* inParts(cell);
}

/**
 * The addresses in a list or in prose. An address begins with its scheme, wherever that stands; at the start
 * of a line or alone it may be a host. Lines that begin with `#` are comments.
 */
export function* addressesInLines(text: string): Generator<string> {
  let isFirst = true;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const listed = line.trim().replace(LIST_MARK, '').replace(LINE_END, '');
    if (listed === '' || listed.startsWith('#')) continue;
    const found = [...inParts(listed)];
    if (found.length > 0) yield* found;
    // A single word is meant as an address, though it may be none.
    else if (!/\s/.test(listed) && /[\p{L}\p{N}]/u.test(listed) && !(isFirst && isHead(listed))) {
      yield listed;
    }
    isFirst = false;
  }
}

/** The addresses that begin the parts of a line, and those with a scheme. */
function* inParts(line: string): Generator<string> {
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
  for (const part of text.split(ENDS).flatMap((each) => each.split(NEXT_ADDRESS))) {
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
