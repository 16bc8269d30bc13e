export interface ParsedTable {
  /** Rows with at least one cell that is not blank. */
  rows: string[][];
  /** Whether the table has more cells, or characters in a row, than the limits allow. */
  isCut: boolean;
}

interface Reading extends ParsedTable {
  /** Quotation marks within quotations that are neither doubled nor escaped. */
  strayMarks: number;
  /** Whether a quotation has no end. */
  isOpen: boolean;
}

/** How quotation marks are written within quotations. With `none`, no cell is quoted. */
type Quotes = 'doubled' | 'escaped' | 'none';

/** Characters at the start of a file that show whether a backslash escapes quotation marks. */
const SAMPLE_LENGTH = 250_000;

/** Limit in characters for a row. A quotation above the limit counts as a quotation without end. */
const MAX_ROW_LENGTH = 250_000;

/** Limit for the cells of a table. A cell takes about 40 bytes of memory. */
const MAX_CELLS = 3_000_000;

/** Cells that a row counts as, in addition to its own cells, for the memory of the row itself. */
const CELLS_PER_ROW = 3;

const MARK = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const CARRIAGE_RETURN = '\r'.charCodeAt(0);

/**
 * Parses text as a table. Quotation marks may be doubled or escaped by a backslash.
 *
 * Papaparse would take quadratic time, because it reads the blanks after each quotation mark again.
 *
 * @param delimiter one character
 */
export function parseTable(text: string, delimiter: string): ParsedTable {
  const { rows, isCut, isOpen } = readTable(text, delimiter, quotesOf(text, delimiter));
  // A quotation without an end would extend to the end of the file.
  return isOpen ? readTable(text, delimiter, 'none') : { rows, isCut };
}

function quotesOf(text: string, delimiter: string): Quotes {
  if (!text.includes('"')) return 'none';
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (!sample.includes('\\"')) return 'doubled';
  const doubled = readTable(sample, delimiter, 'doubled').strayMarks;
  return readTable(sample, delimiter, 'escaped').strayMarks < doubled ? 'escaped' : 'doubled';
}

function readTable(text: string, delimiter: string, quotes: Quotes): Reading {
  const separator = delimiter.charCodeAt(0);
  const rows: string[][] = [];
  let row: string[] = [];
  let cellsLeft = MAX_CELLS;
  let strayMarks = 0;
  let rowStart = 0;
  let at = 0;
  while (at < text.length) {
    let cell: string;
    if (quotes !== 'none' && text.charCodeAt(at) === MARK) {
      const start = at + 1;
      let end = markFrom(text, start, quotes);
      at = skipBlanks(text, end + 1, separator);
      while (end >= 0 && !isCellEnd(text, at, separator)) {
        strayMarks += 1;
        end = markFrom(text, end + 1, quotes);
        at = skipBlanks(text, end + 1, separator);
      }
      if (end < 0 || at - rowStart > MAX_ROW_LENGTH) {
        return { rows: [], isCut: false, strayMarks, isOpen: true };
      }
      cell = text.slice(start, end).replaceAll(quotes === 'doubled' ? '""' : '\\"', '"');
    } else {
      const start = at;
      while (!isCellEnd(text, at, separator)) at += 1;
      cell = text.slice(start, at);
    }
    row.push(cell);
    if (at - rowStart > MAX_ROW_LENGTH) return { rows, isCut: true, strayMarks, isOpen: false };
    if (text.charCodeAt(at) === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    if (row.some((each) => each.trim() !== '')) {
      cellsLeft -= row.length + CELLS_PER_ROW;
      if (cellsLeft < 0) return { rows, isCut: true, strayMarks, isOpen: false };
      // Unlike `row`, the copy reserves no memory for further cells.
      rows.push(row.slice());
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    row = [];
    rowStart = at;
  }
  return { rows, isCut: false, strayMarks, isOpen: false };
}

/** Returns the position of the next quotation mark that is neither doubled nor escaped; else -1. */
function markFrom(text: string, from: number, quotes: Quotes): number {
  let at = text.indexOf('"', from);
  while (at >= 0) {
    if (quotes === 'doubled' && text.charCodeAt(at + 1) === MARK) at = text.indexOf('"', at + 2);
    else if (quotes === 'escaped' && text.charCodeAt(at - 1) === BACKSLASH) {
      at = text.indexOf('"', at + 1);
    } else return at;
  }
  return -1;
}

function skipBlanks(text: string, from: number, separator: number): number {
  let at = from;
  while (!isCellEnd(text, at, separator) && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}

function isCellEnd(text: string, at: number, separator: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === separator || code === LINE_FEED || code === CARRIAGE_RETURN;
}
