import Papa from 'papaparse';

/** A cell of a table; without a value it stays empty. */
export type Cell = string | number | null | undefined;

/**
 * What a spreadsheet would take for a formula stands behind an apostrophe: East Asian ones take the full-width
 * characters for the others.
 */
const GUARDED = { escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ };

/**
 * A table as CSV by RFC 4180, with a byte order mark, by which spreadsheets know UTF-8.
 * @param rows the heads first
 * @param delimiter what spreadsheets of the person's language take for the end of a cell
 */
export function guardedCsv(rows: readonly (readonly Cell[])[], delimiter: ',' | ';'): string {
  const csv = Papa.unparse(rows as Cell[][], { ...GUARDED, delimiter, newline: '\r\n' });
  return `\ufeff${csv}\r\n`;
}

/** A table as lines with tabs between the cells, as spreadsheets paste them. */
export function guardedLines(rows: readonly (readonly Cell[])[]): string {
  return Papa.unparse(rows as Cell[][], { ...GUARDED, delimiter: '\t', newline: '\n' });
}
