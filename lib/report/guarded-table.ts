import Papa from 'papaparse';
import { visibleText } from './untrusted-line';

/** A cell of an export. Null and undefined become empty cells. */
export type Cell = string | number | null | undefined;

/**
 * Papaparse puts an apostrophe before a matching cell, so that a spreadsheet reads no formula. East
 * Asian spreadsheets also read full-width characters as the start of a formula.
 */
const FORMULA_OPTIONS = { escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ };

/**
 * Match the start of a formula inside a text. The key is the delimiter of the table. A program that
 * expects the other delimiter begins a cell inside a quoted text. The limit for blanks keeps the
 * search linear.
 */
const INNER_FORMULAS = {
  ',': /([;\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
  ';': /([,\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
};

/**
 * Returns CSV (RFC 4180). No cell becomes a formula, even if a program expects the other delimiter.
 * Spreadsheets need the byte order mark to recognise UTF-8.
 * @param delimiter the delimiter of spreadsheets in the person's region
 */
export function guardedCsv(rows: readonly (readonly Cell[])[], delimiter: ',' | ';'): string {
  const guarded = visibleRows(rows).map((row) =>
    row.map((cell) => withoutInnerFormulas(cell, delimiter)),
  );
  const csv = Papa.unparse(guarded, { ...FORMULA_OPTIONS, delimiter, newline: '\r\n' });
  return `\ufeff${csv}\r\n`;
}

/** Puts an apostrophe before the sign. In an address, encodes the sign, so that the link works. */
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
  return Papa.unparse(visibleRows(rows), { ...FORMULA_OPTIONS, delimiter: '\t', newline: '\n' });
}

/** Removes invisible characters, which can hide the start of a formula. */
function visibleRows(rows: readonly (readonly Cell[])[]): Cell[][] {
  return rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? visibleText(cell) : cell)),
  );
}
