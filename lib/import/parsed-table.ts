export interface ParsedTable {
  /** Rows with at least one cell that is not blank. */
  rows: string[][];
  /** Whether rows are missing, because the table exceeds `MAX_CELLS` or `MAX_ROW_LENGTH`. */
  isCut: boolean;
}

interface Reading extends ParsedTable {
  /** Number of quotation marks within quoted cells that are neither doubled nor escaped. */
  strayMarks: number;
  /** Whether a quoted cell has no closing quotation mark. */
  isUnclosed: boolean;
}

/** How a quoted cell contains quotation marks: `""` or `\"`. With `none`, no cell is quoted. */
type Quotes = 'doubled' | 'escaped' | 'none';

/** Number of characters that decide whether a backslash escapes quotation marks. */
const SAMPLE_LENGTH = 250_000;

/** Limit in characters for a row. A longer quoted cell counts as unclosed. */
const MAX_ROW_LENGTH = 250_000;

/** Limit for the cells of a table. A cell takes about 40 bytes of memory. */
const MAX_CELLS = 3_000_000;

/** The memory of a row without its cells, as a number of cells. */
const ROW_OVERHEAD_CELLS = 3;

const MARK = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const CARRIAGE_RETURN = '\r'.charCodeAt(0);

/**
 * Parses text as a table. Quotation marks may be doubled or escaped by a backslash.
 *
 * Papaparse is not used, because the blanks after each quotation mark can cost quadratic time.
 *
 * @param delimiter one character
 */
export function parseTable(text: string, delimiter: string): ParsedTable {
  const { rows, isCut, isUnclosed } = readTable(text, delimiter, quotesOf(text, delimiter));
  // An unclosed cell would contain the rest of the file.
  return isUnclosed ? readTable(text, delimiter, 'none') : { rows, isCut };
}

/** Determines how quoted cells contain quotation marks: the way that leaves fewer stray marks. */
function quotesOf(text: string, delimiter: string): Quotes {
  if (!text.includes('"')) return 'none';
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (!sample.includes('\\"')) return 'doubled';
  const strayIfDoubled = readTable(sample, delimiter, 'doubled').strayMarks;
  const strayIfEscaped = readTable(sample, delimiter, 'escaped').strayMarks;
  return strayIfEscaped < strayIfDoubled ? 'escaped' : 'doubled';
}

function readTable(text: string, delimiter: string, quotes: Quotes): Reading {
  const separator = delimiter.charCodeAt(0);
  const rows: string[][] = [];
  let row: string[] = [];
  let cellsLeft = MAX_CELLS;
  let strayMarks = 0;
  let rowStart = 0;
  /** Index of the next character. */
  let at = 0;
  while (at < text.length) {
    let cell: string;
    if (quotes !== 'none' && text.charCodeAt(at) === MARK) {
      const start = at + 1;
      let end = nextMark(text, start, quotes);
      at = skipBlanks(text, end + 1, separator);
      // A mark that does not end the cell is a stray mark.
      while (end >= 0 && !isCellEnd(text, at, separator)) {
        strayMarks += 1;
        end = nextMark(text, end + 1, quotes);
        at = skipBlanks(text, end + 1, separator);
      }
      if (end < 0 || at - rowStart > MAX_ROW_LENGTH) {
        return { rows: [], isCut: false, strayMarks, isUnclosed: true };
      }
      cell = text.slice(start, end).replaceAll(quotes === 'doubled' ? '""' : '\\"', '"');
    } else {
      const start = at;
      while (!isCellEnd(text, at, separator)) at += 1;
      cell = text.slice(start, at);
    }
    row.push(cell);
    if (at - rowStart > MAX_ROW_LENGTH) return { rows, isCut: true, strayMarks, isUnclosed: false };
    if (text.charCodeAt(at) === separator) {
      at += 1;
      if (at < text.length) continue;
      // A separator at the end of the text precedes an empty last cell.
      row.push('');
    }
    if (row.some((content) => content.trim() !== '')) {
      cellsLeft -= row.length + ROW_OVERHEAD_CELLS;
      if (cellsLeft < 0) return { rows, isCut: true, strayMarks, isUnclosed: false };
      // A copy needs less memory: engines reserve space for further cells in `row`.
      rows.push(row.slice());
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    row = [];
    rowStart = at;
  }
  return { rows, isCut: false, strayMarks, isUnclosed: false };
}

/** Returns the index of the next quotation mark that is neither doubled nor escaped; else -1. */
function nextMark(text: string, start: number, quotes: Quotes): number {
  let index = text.indexOf('"', start);
  while (index >= 0) {
    if (quotes === 'doubled' && text.charCodeAt(index + 1) === MARK) {
      index = text.indexOf('"', index + 2);
    } else if (quotes === 'escaped' && text.charCodeAt(index - 1) === BACKSLASH) {
      index = text.indexOf('"', index + 1);
    } else {
      return index;
    }
  }
  return -1;
}

/**
 * Returns the index of the next character of a cell that is not white space, or of the cell's end.
 */
function skipBlanks(text: string, start: number, separator: number): number {
  let index = start;
  while (!isCellEnd(text, index, separator) && /\s/.test(text[index] ?? '')) index += 1;
  return index;
}

function isCellEnd(text: string, index: number, separator: number): boolean {
  if (index >= text.length) return true;
  const code = text.charCodeAt(index);
  return code === separator || code === LINE_FEED || code === CARRIAGE_RETURN;
}
