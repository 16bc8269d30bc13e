import Papa from 'papaparse';
import { visibleText } from './untrusted-line';

/** The value of a table cell; null and undefined leave the cell empty. */
export type Cell = string | number | null | undefined;

/**
 * An apostrophe precedes a cell that a spreadsheet would read as a formula. East Asian spreadsheets
 * also accept the full-width characters.
 */
const GUARDED = { escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ };

/**
 * The start of a formula inside a text, for a file that is opened with the wrong delimiter: quotes
 * do not protect the text, and a line break ends the row. Limited blanks keep the search linear.
 */
const INNER_FORMULA = {
  ',': /([;\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
  ';': /([,\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
};

/**
 * Returns a table as CSV (RFC 4180). The byte order mark lets spreadsheets recognise UTF-8. With
 * either delimiter, no cell becomes a formula.
 * @param rows the header row first
 * @param delimiter the delimiter of spreadsheets in the person's region
 */
export function guardedCsv(rows: readonly (readonly Cell[])[], delimiter: ',' | ';'): string {
  const guarded = visibleRows(rows).map((row) =>
    row.map((cell) => withoutInnerFormulas(cell, delimiter)),
  );
  const csv = Papa.unparse(guarded, { ...GUARDED, delimiter, newline: '\r\n' });
  return `\ufeff${csv}\r\n`;
}

/**
 * Guards formulas inside a text with an apostrophe. In an address, percent-encoding guards the
 * sign, so that the address still works.
 */
function withoutInnerFormulas(cell: Cell, delimiter: ',' | ';'): Cell {
  if (typeof cell !== 'string') return cell;
  const isAddress = /^https?:\/\/\S*$/.test(cell);
  return cell.replace(INNER_FORMULA[delimiter], (_, start: string, sign: string) =>
    isAddress ? start + percentEncoded(sign) : `${start}'${sign}`,
  );
}

function percentEncoded(sign: string): string {
  const code = sign.charCodeAt(0);
  return code < 0x80 ? `%${code.toString(16).toUpperCase()}` : encodeURIComponent(sign);
}

/** Returns a table as tab-separated lines, the format that spreadsheets paste. */
export function guardedLines(rows: readonly (readonly Cell[])[]): string {
  return Papa.unparse(visibleRows(rows), { ...GUARDED, delimiter: '\t', newline: '\n' });
}

/** Removes invisible characters, which can hide the start of a formula. */
function visibleRows(rows: readonly (readonly Cell[])[]): Cell[][] {
  return rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? visibleText(cell) : cell)),
  );
}
