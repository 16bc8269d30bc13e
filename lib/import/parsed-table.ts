import Papa from 'papaparse';

/** The rows of a table as far as they were read. */
export interface ParsedTable {
  /** Rows with at least one cell that is not blank. */
  rows: string[][];
  /** Whether the table has more rows, cells or characters of a row than are read. */
  isCut: boolean;
}

interface Pieces extends ParsedTable {
  /** How many quotation marks break the rules. */
  errors: number;
  /** Whether a quotation is not closed. */
  isOpen: boolean;
}

/** How quotation marks are written within quotations; `none`: no cell is quoted. */
type Quotes = 'doubled' | 'escaped' | 'none';

type LineEnd = '\n' | '\r' | '\r\n';

/** Characters that papaparse is given at a time, which bounds the errors that papaparse collects. */
const PIECE = 250_000;

const LONGEST_ROW = 250_000;

/** Cells of a table, about 40 bytes each. A row takes as much memory as three cells. */
const MOST_CELLS = 3_000_000;
const CELLS_PER_ROW = 3;

/** More blanks than these are cut out of the middle of a run. */
const BLANKS_AT_END = 8;
const LONG_BLANKS = /(?<!\s)\s{17,}/g;

/** Stands for a delimiter that is a blank itself. */
const UNIT_SEPARATOR = '\x1f';

const EMPTY: Pieces = { rows: [], isCut: false, errors: 0, isOpen: false };

/** Parses text as a table. Quotation marks may be doubled or escaped by a backslash. */
export function parseTable(text: string, delimiter: string): ParsedTable {
  let table = readPieces(text, delimiter, 'doubled', true);
  if (table.errors > 0 && text.includes('\\"')) {
    const { errors } = readPieces(text, delimiter, 'escaped', false);
    if (errors < table.errors) {
      // Frees the memory of the first table before the second one is read.
      table = EMPTY;
      table = readPieces(text, delimiter, 'escaped', true);
    }
  }
  if (!table.isOpen) return table;
  // A quotation that is not closed would take in the rest of the file.
  table = EMPTY;
  return readPieces(text, delimiter, 'none', true);
}

/**
 * Reads a table piece by piece.
 * @param isKept whether rows are kept; otherwise only the errors are counted
 */
function readPieces(text: string, given: string, quotes: Quotes, isKept: boolean): Pieces {
  const table: Pieces = { rows: [], isCut: false, errors: 0, isOpen: false };
  const newline = lineEndOf(text);
  const isQuoted = quotes !== 'none' && text.includes('"');
  const isBlank = isQuoted && /\s/.test(given);
  const delimiter = isBlank ? UNIT_SEPARATOR : given;
  const parser = new Papa.Parser({ delimiter, newline, fastMode: !isQuoted });
  let cells = MOST_CELLS;
  let rest = '';
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + PIECE;
    // A backslash and its quotation mark stay together.
    if (text[end - 1] === '\\') end += 1;
    const isLast = end >= text.length;
    const piece = rest + plainPiece(text.slice(at, end));
    const { data, errors, meta } = parser.parse(piece, 0, !isLast) as Papa.ParseResult<string[]>;
    table.errors += errors.length;
    table.isOpen = errors.some(({ code }) => code === 'MissingQuotes');
    for (const row of data) {
      if (row.every((cell) => cell.trim() === '')) continue;
      cells -= row.length + CELLS_PER_ROW;
      if (cells < 0) break;
      if (isKept) table.rows.push(isBlank ? row.map(withDelimiter) : row);
    }
    rest = isLast ? '' : piece.slice(meta.cursor);
    const isTooLong = rest.length > LONGEST_ROW;
    if (isTooLong && isQuoted) table.isOpen = true;
    table.isCut = isTooLong || cells < 0;
    if (table.isCut) break;
  }
  return table;

  function plainPiece(piece: string): string {
    if (!isQuoted) return piece;
    const quoted = quotes === 'escaped' ? piece.replaceAll('\\"', '""') : piece;
    const separated = isBlank
      ? quoted.replaceAll(UNIT_SEPARATOR, ' ').replaceAll(given, UNIT_SEPARATOR)
      : quoted;
    return separated.replaceAll(LONG_BLANKS, (blanks) => shortBlanks(blanks, newline));
  }

  function withDelimiter(cell: string): string {
    return cell.includes(UNIT_SEPARATOR) ? cell.replaceAll(UNIT_SEPARATOR, given) : cell;
  }
}

/**
 * Cuts the middle out of a long run of blanks. Behind each quotation mark of a cell, papaparse reads all
 * blanks before the next delimiter again, which takes quadratic time.
 */
function shortBlanks(blanks: string, newline: LineEnd): string {
  const middle = blanks.slice(BLANKS_AT_END, -BLANKS_AT_END);
  const end = middle.includes(newline) ? newline : '';
  return blanks.slice(0, BLANKS_AT_END) + end + blanks.slice(-BLANKS_AT_END);
}

/** The line end that stands first outside quotations. */
function lineEndOf(text: string): LineEnd {
  const start = text.slice(0, PIECE).replaceAll(/"[^"]*"/g, '');
  const at = start.search(/[\r\n]/);
  if (at < 0 || start[at] === '\n') return '\n';
  return start[at + 1] === '\n' ? '\r\n' : '\r';
}
