export interface ParsedTable {
  /** Without blank rows. */
  rows: string[][];
  /** Whether the table exceeds `MAX_CELLS` or `MAX_ROW_LENGTH`. */
  isCut: boolean;
}

interface TableReading extends ParsedTable {
  /** Within quoted cells, the number of quotation marks that are neither doubled nor escaped. */
  strayMarks: number;
  /** Whether a quoted cell has no closing quotation mark. */
  isUnclosed: boolean;
}

/** The form of a quotation mark in a quoted cell (`""` or `\"`). `none`: no cell is quoted. */
type Quoting = 'doubled' | 'escaped' | 'none';

/** Number of characters in which `detectQuoting` counts stray marks. */
const SAMPLE_LENGTH = 250_000;

/** In characters. A longer quoted cell counts as unclosed. */
const MAX_ROW_LENGTH = 250_000;

/** A cell needs about 40 bytes of memory. */
const MAX_CELLS = 3_000_000;

/** An empty row needs as much memory as three cells. */
const ROW_OVERHEAD_CELLS = 3;

const QUOTATION_MARK = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const SEMICOLON = ';'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const CARRIAGE_RETURN = '\r'.charCodeAt(0);

/**
 * Parses a table in linear time. Papaparse needs quadratic time for many blanks after quotation
 * marks.
 * @param delimiter one character
 */
export function parseTable(text: string, delimiter: string): ParsedTable {
  const quoting = detectQuoting(text, delimiter);
  const { rows, isCut, isUnclosed } = readTable(text, delimiter, quoting);
  // An unclosed cell would contain the rest of the file.
  return isUnclosed ? readTable(text, delimiter, 'none') : { rows, isCut };
}

/** Returns the quoting that leaves fewer stray marks. */
function detectQuoting(text: string, delimiter: string): Quoting {
  if (!text.includes('"')) return 'none';
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (!sample.includes('\\"')) return 'doubled';
  const strayIfDoubled = readTable(sample, delimiter, 'doubled').strayMarks;
  const strayIfEscaped = readTable(sample, delimiter, 'escaped').strayMarks;
  return strayIfEscaped < strayIfDoubled ? 'escaped' : 'doubled';
}

function readTable(text: string, delimiter: string, quoting: Quoting): TableReading {
  const separator = delimiter.charCodeAt(0);
  const rows: string[][] = [];
  let row: string[] = [];
  let cellsLeft = MAX_CELLS;
  let strayMarks = 0;
  let rowStart = 0;
  let position = 0;
  while (position < text.length) {
    if (quoting !== 'none' && text.charCodeAt(position) === QUOTATION_MARK) {
      const cell = quotedCell(text, position, separator, quoting);
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
      // After a separator at the end of the text, the last cell is empty.
      row.push('');
    }
    if (row.some((content) => content.trim() !== '')) {
      cellsLeft -= row.length + ROW_OVERHEAD_CELLS;
      if (cellsLeft < 0) return { rows, isCut: true, strayMarks, isUnclosed: false };
      // A copy needs less memory, because engines reserve space for further cells in `row`.
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

function quotedCell(text: string, start: number, separator: number, quoting: Quoting): QuotedCell {
  let strayMarks = 0;
  let markIndex = nextMarkIndex(text, start + 1, quoting);
  let end = skipBlanks(text, markIndex + 1, separator);
  while (markIndex >= 0 && !isCellEnd(text, end, separator)) {
    strayMarks += 1;
    markIndex = nextMarkIndex(text, markIndex + 1, quoting);
    end = skipBlanks(text, markIndex + 1, separator);
  }
  if (markIndex < 0) return { content: null, end, strayMarks };
  const writtenMark = quoting === 'doubled' ? '""' : '\\"';
  const content = text.slice(start + 1, markIndex).replaceAll(writtenMark, '"');
  return { content, end, strayMarks };
}

/** Returns the index of the next quotation mark that is neither doubled nor escaped; else -1. */
function nextMarkIndex(text: string, start: number, quoting: Quoting): number {
  let index = text.indexOf('"', start);
  while (index >= 0) {
    if (quoting === 'doubled' && text.charCodeAt(index + 1) === QUOTATION_MARK) {
      index = text.indexOf('"', index + 2);
    } else if (quoting === 'escaped' && text.charCodeAt(index - 1) === BACKSLASH) {
      index = text.indexOf('"', index + 1);
    } else {
      return index;
    }
  }
  return -1;
}

/** Returns the index of the next character that is not a blank, or of the cell's end. */
function skipBlanks(text: string, start: number, separator: number): number {
  let index = start;
  while (!isCellEnd(text, index, separator) && /\s/.test(text[index] ?? '')) index += 1;
  return index;
}

function isCellEnd(text: string, index: number, separator: number): boolean {
  if (index >= text.length) return true;
  const code = text.charCodeAt(index);
  if (code === LINE_FEED || code === CARRIAGE_RETURN) return true;
  return code === separator && !(code === SEMICOLON && isEscapeEnd(text, index));
}

/** Whether a semicolon ends an escaped ampersand, which is part of an address that was copied out of HTML. */
function isEscapeEnd(text: string, index: number): boolean {
  return (
    text.startsWith('&amp', index - '&amp'.length) ||
    text.startsWith('&#038', index - '&#038'.length)
  );
}
