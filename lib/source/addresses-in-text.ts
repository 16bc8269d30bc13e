import Papa from 'papaparse';
import { readReportUrl } from '@/lib/url/report-url';
import { bareText, cutAddress } from '@/lib/url/typed-address';
import { MOST_ADDRESSES } from './sitemap';

/** What a text holds: addresses, and what seems to be meant as one, as they stand there, in order. */
export interface FoundAddresses {
  texts: string[];
  /** Whether there are more than the 50,000 that are taken. */
  isCut: boolean;
}

/** An address from its scheme on, in one word. */
const WITH_SCHEME = /[a-z][a-z\d+.-]{0,30}:\/\/.+/i;

/** A host by its name with dots, and its port. */
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,10}(?:xn--[a-z\d-]+|\p{L}{2,63})(?::\d{1,5})?/iu.source;

/** A word that is meant as an address though it has no scheme: it has a path, or begins with `www.`. */
const WITHOUT_SCHEME = new RegExp(`^(?:${HOST}/|www\\.${HOST}(?:[?#]|$))`, 'iu');

/** A host that has nothing before it but a label, and nothing after it but a note. */
const LISTED_HOST = new RegExp(
  `(?:^\\s*|[-–—:=>→]\\s+|\\()(${HOST})(?=[.!?]*\\s*$|\\s+[-–—(]|:\\s|\\))`,
  'iu',
);

/** A bullet, a number or a box before what is listed, or the mark of a quotation. */
const LIST_MARK = /^(?:(?:[-–—*+•·>]|\d{1,4}[.)]|#\d{1,4}[.:)]?|\[[ x]?\])\s+)+/i;

/** Between the parts of a line; an address may hold these characters itself. */
const BETWEEN_PARTS = /[,;|](?=\s)|\t/;

/** What ends a sentence or a quotation, and not an address within it. */
const SENTENCE_END = /(?<![.,;:!?'’”»])[.,;:!?'’”»]+$/;

/** What ends a line of a list, as it ends one of prose or code. */
const LINE_END = /(?<![.,;])[.,;]+$/;

/** Between two addresses without a space: the next one's scheme follows. */
const JOINT = /[,;|](?=https?:\/\/)/i;

/** Of a column with addresses alone. */
const HEADER =
  /^(?:urls?|uris?|links?|href|(?:web)?pages?|address(?:es)?|loc(?:ation)?|(?:web)?sites?)$/i;

/**
 * Reads an address of a text, a table or a sitemap as the URL to report, null where it is none. A single
 * word is none, with a path or without, though a network might know it as a host, nor is a text that
 * was decoded wrongly.
 */
export function readSourceUrl(text: string): string | null {
  const isWord =
    /^[\p{L}\p{N}_-]+(?:[/?#].*)?$/u.test(bareText(text)) && !/^\W*localhost\b/i.test(text);
  if (isWord || text.includes('\ufffd')) return null;
  const read = readReportUrl(text);
  return 'value' in read ? read.value : null;
}

/**
 * The addresses in a text that was pasted or dropped: a list, prose, or a table (CSV, TSV, or with
 * semicolons). A line or a cell of a table's column of addresses may be one without its scheme, a part
 * of a line a host with a label or a note; anywhere else the scheme, `www.` or a path tells them. Lines
 * that begin with `#` are comments, headers are left out.
 */
export function addressesInText(text: string): FoundAddresses {
  const texts: string[] = [];
  const table = readTable(text);
  for (const found of table === null ? inLines(text) : inTable(table)) {
    if (texts.length === MOST_ADDRESSES) return { texts, isCut: true };
    texts.push(cutAddress(found));
  }
  return { texts, isCut: false };
}

/**
 * The rows of a table, null where the text is none: an address may hold commas and semicolons itself,
 * so that each row must have as many cells as the others, and the first one is a header, or some cell
 * is more than one word.
 */
function readTable(text: string): string[][] | null {
  if (!/[,;\t]/.test(text)) return null;
  const { data, errors } = Papa.parse<string[]>(text, {
    delimitersToGuess: [',', '\t', ';'],
    comments: '#',
    skipEmptyLines: 'greedy',
  });
  const [first = []] = data;
  const isEven = data.every((row) => row.length === first.length);
  if (first.length < 2 || data.length < 2 || !isEven || errors.length > 0) return null;
  const isTold =
    !first.some(hasScheme) || data.some((row) => row.some((cell) => /\S\s/.test(cell)));
  return isTold ? data : null;
}

function hasScheme(cell: string): boolean {
  return /^\s*https?:\/\//i.test(cell);
}

function* inTable(rows: string[][]): Generator<string> {
  const columns = (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? ''));
  const isBare = (cell: string) => cell.includes('.') && readSourceUrl(cell) !== null;
  const isBareOrEmpty = (cell: string) => isBare(cell) || cell.trim() === '';
  const column = [
    columns.findIndex((cells) => cells.some(hasScheme)),
    columns.findIndex(([head = '', ...cells]) => HEADER.test(head.trim()) && cells.some(isBare)),
    columns.findIndex(([, ...cells]) => cells.some(isBare) && cells.every(isBareOrEmpty)),
  ].find((found) => found >= 0);
  for (const [index, row] of rows.entries()) {
    for (const [at, cell] of row.entries()) {
      const isHeader = index === 0 && readSourceUrl(cell) === null;
      if (at !== column || isHeader) yield* inProse(cell);
      else yield* inWord(cell.trim());
    }
  }
}

function* inLines(text: string): Generator<string> {
  let isFirst = true;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const listed = line.trim().replace(LIST_MARK, '').replace(LINE_END, '');
    if (listed === '' || listed.startsWith('#')) continue;
    if (/\s/.test(listed)) yield* inParts(listed);
    else if (!isFirst || !HEADER.test(bareText(listed))) yield* inWord(listed);
    isFirst = false;
  }
}

/** The hosts that are listed in a line, and what else is told as an address. */
function* inParts(line: string): Generator<string> {
  for (const part of line.split(BETWEEN_PARTS)) {
    for (const [at, piece] of part.split(LISTED_HOST).entries()) {
      if (at % 2 === 1) yield piece;
      else yield* inProse(piece);
    }
  }
}

/** What a line or cell is that holds nothing else. */
function* inWord(word: string): Generator<string> {
  if (/^[a-z][a-z\d+.-]*:/i.test(word)) yield* word.split(JOINT);
  else if (word.includes('://') && readSourceUrl(word) === null) yield* inProse(word);
  else if (/[\p{L}\p{N}]/u.test(word)) yield word;
}

function* inProse(text: string): Generator<string> {
  for (const word of text.split(/[\s<>"`]+/)) {
    const found = WITH_SCHEME.exec(word)?.[0].split(JOINT) ?? [];
    yield* found.map(withoutEnd);
    const bare = withoutEnd(word.replace(/^[^\p{L}\p{N}]+/u, ''));
    if (found.length === 0 && WITHOUT_SCHEME.test(bare)) yield bare;
  }
}

/** An address without the end of the sentence or the brackets around it. */
function withoutEnd(address: string): string {
  const rest = address.replace(SENTENCE_END, '');
  const isClosed =
    (rest.endsWith(')') && !rest.includes('(')) || (rest.endsWith(']') && !rest.includes('['));
  return isClosed ? withoutEnd(rest.slice(0, -1)) : rest;
}
