export interface ParsedTable {
  /** Without blank rows. */
  rows: string[][];
  /** Whether the table exceeds `MAX_CELLS` or `MAX_ROW_LENGTH`. */
  isCut: boolean;
}

interface Reading extends ParsedTable {
  /** Number of quotation marks within quoted cells that are neither doubled nor escaped. */
  strayMarks: number;
  /** Whether a quoted cell has no closing quotation mark. */
  isUnclosed: boolean;
}

/** How a quoted cell contains quotation marks (`""` or `\"`). With `none`, no cell is quoted. */
type Quotes = 'doubled' | 'escaped' | 'none';

/** Number of characters that decide whether a backslash escapes quotation marks. */
const SAMPLE_LENGTH = 250_000;

/** In characters. A longer quoted cell counts as unclosed. */
const MAX_ROW_LENGTH = 250_000;

/** A cell takes about 40 bytes of memory. */
const MAX_CELLS = 3_000_000;

/** The memory of a row without its cells, as a number of cells. */
const ROW_OVERHEAD_CELLS = 3;

const MARK = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const CARRIAGE_RETURN = '\r'.charCodeAt(0);

/**
 * Papaparse is not used, because blanks after quotation marks can cost Papaparse quadratic time.
 * @param delimiter one character
 */
export function parseTable(text: string, delimiter: string): ParsedTable {
  const { rows, isCut, isUnclosed } = readTable(text, delimiter, quotesOf(text, delimiter));
  // An unclosed cell would contain the rest of the file.
  return isUnclosed ? readTable(text, delimiter, 'none') : { rows, isCut };
}

/** Returns the quotes that leave fewer stray marks. */
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
  let position = 0;
  while (position < text.length) {
    if (quotes !== 'none' && text.charCodeAt(position) === MARK) {
      const cell = quotedCell(text, position, separator, quotes);
      strayMarks += cell.strayMarks;
      if (cell.content === null || cell.end - rowStart > MAX_ROW_LENGTH) {
        return { rows: [], isCut: false, strayMarks, isUnclosed: true };
      }
      row.push(cell.content);
      position = cell.end;
    } else {
      const start = position;
      while (!isCellEnd(text, position, separator)) position += 1;
      row.push(text.slice(start, position));
    }
    if (position - rowStart > MAX_ROW_LENGTH) {
      return { rows, isCut: true, strayMarks, isUnclosed: false };
    }
    if (text.charCodeAt(position) === separator) {
      position += 1;
      if (position < text.length) continue;
      // A separator at the end of the text precedes an empty last cell.
      row.push('');
    }
    if (row.some((content) => content.trim() !== '')) {
      cellsLeft -= row.length + ROW_OVERHEAD_CELLS;
      if (cellsLeft < 0) return { rows, isCut: true, strayMarks, isUnclosed: false };
      // A copy needs less memory: engines reserve space for further cells in `row`.
      rows.push(row.slice());
    }
    position += text.startsWith('\r\n', position) ? 2 : 1;
    row = [];
    rowStart = position;
  }
  return { rows, isCut: false, strayMarks, isUnclosed: false };
}

interface QuotedCell {
  /** Null without a closing quotation mark. */
  content: string | null;
  /** Index of the separator or line end after the cell. */
  end: number;
  strayMarks: number;
}

function quotedCell(text: string, start: number, separator: number, quotes: Quotes): QuotedCell {
  let strayMarks = 0;
  let mark = nextMark(text, start + 1, quotes);
  let end = skipBlanks(text, mark + 1, separator);
  while (mark >= 0 && !isCellEnd(text, end, separator)) {
    strayMarks += 1;
    mark = nextMark(text, mark + 1, quotes);
    end = skipBlanks(text, mark + 1, separator);
  }
  if (mark < 0) return { content: null, end, strayMarks };
  const quotedMark = quotes === 'doubled' ? '""' : '\\"';
  return { content: text.slice(start + 1, mark).replaceAll(quotedMark, '"'), end, strayMarks };
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

/** Returns the index of the next character that is not white space, or of the cell's end. */
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
