import Papa from 'papaparse';
import { visibleText } from './foreign-line';

/** A cell of a table; without a value it stays empty. */
export type Cell = string | number | null | undefined;

/**
 * What a spreadsheet would take for a formula stands behind an apostrophe: East Asian ones take the full-width
 * characters for the others.
 */
const GUARDED = { escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ };

/**
 * What starts a cell with a formula inside a text, if the file is opened with another delimiter than its
 * own: quotes do not count there, and a line break ends the row. Blanks have a limit, so that a long run of
 * them is not scanned from each of its characters.
 */
const INNER_FORMULA = {
  ',': /([;\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
  ';': /([,\t\r\n]["\s]{0,8})([=+\-@＝＋－＠])/g,
};

/**
 * Returns a table as CSV by RFC 4180, with a byte order mark, by which spreadsheets recognise UTF-8. No cell
 * is a formula, whichever delimiter the file is opened with.
 * @param rows the heads first
 * @param delimiter the delimiter that spreadsheets of the person's region expect
 */
export function guardedCsv(rows: readonly (readonly Cell[])[], delimiter: ',' | ';'): string {
  const guarded = visibleRows(rows).map((row) =>
    row.map((cell) => withoutInnerFormulas(cell, delimiter)),
  );
  const csv = Papa.unparse(guarded, { ...GUARDED, delimiter, newline: '\r\n' });
  return `\ufeff${csv}\r\n`;
}

/** In an address, the sign is percent-encoded, so that the address still leads to its page. */
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

/** A table as lines with tabs between the cells, as spreadsheets paste them. */
export function guardedLines(rows: readonly (readonly Cell[])[]): string {
  return Papa.unparse(visibleRows(rows), { ...GUARDED, delimiter: '\t', newline: '\n' });
}

/** Without invisible characters, which also hide that a cell begins like a formula. */
function visibleRows(rows: readonly (readonly Cell[])[]): Cell[][] {
  return rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? visibleText(cell) : cell)),
  );
}
