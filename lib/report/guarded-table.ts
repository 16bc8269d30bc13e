import Papa from 'papaparse';
import { visibleText } from './untrusted-line';

/** Null and undefined leave the cell empty. */
export type Cell = string | number | null | undefined;

/**
 * An apostrophe precedes a cell that a spreadsheet would read as a formula. East Asian spreadsheets
 * also read full-width characters as the start of a formula.
 */
const GUARD_OPTIONS = { escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ };

/**
 * The start of a formula inside a text, by the delimiter of the table. A program that expects the
 * other delimiter begins a cell here, in spite of the quotes. The limit for blanks keeps the search
 * linear.
 */
const INNER_FORMULAS = {
  ',': /([;\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
  ';': /([,\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
};

/**
 * Returns CSV (RFC 4180). No cell becomes a formula, even if a program expects the other delimiter.
 * The byte order mark lets spreadsheets recognise UTF-8.
 * @param delimiter the delimiter of spreadsheets in the person's region
 */
export function guardedCsv(rows: readonly (readonly Cell[])[], delimiter: ',' | ';'): string {
  const guarded = visibleRows(rows).map((row) =>
    row.map((cell) => withoutInnerFormulas(cell, delimiter)),
  );
  const csv = Papa.unparse(guarded, { ...GUARD_OPTIONS, delimiter, newline: '\r\n' });
  return `\ufeff${csv}\r\n`;
}

/** Puts an apostrophe before the sign. In an address, encodes the sign: the link still works. */
function withoutInnerFormulas(cell: Cell, delimiter: ',' | ';'): Cell {
  if (typeof cell !== 'string') return cell;
  const isAddress = /^https?:\/\/\S*$/.test(cell);
  return cell.replace(INNER_FORMULAS[delimiter], (_, start: string, sign: string) =>
    isAddress ? start + percentEncoded(sign) : `${start}'${sign}`,
  );
}

function percentEncoded(sign: string): string {
  const code = sign.charCodeAt(0);
  return code < 0x80 ? `%${code.toString(16).toUpperCase()}` : encodeURIComponent(sign);
}

/** Returns tab-separated lines, for pasting into a spreadsheet. */
export function guardedLines(rows: readonly (readonly Cell[])[]): string {
  return Papa.unparse(visibleRows(rows), { ...GUARD_OPTIONS, delimiter: '\t', newline: '\n' });
}

/** Invisible characters can hide the start of a formula. */
function visibleRows(rows: readonly (readonly Cell[])[]): Cell[][] {
  return rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? visibleText(cell) : cell)),
  );
}
