import { guardedCsv, guardedLines } from './guarded-table';

/** What became of one address of a batch, in the person's words; null where there is nothing to say. */
export interface ResultRow {
  address: string;
  state: string;
  /** The rating in words. */
  result: string | null;
  score: number | null;
  /** How many checks failed. */
  issues: number | null;
  privacy: string;
  /** The report's id. */
  report: string | null;
  /** When the report was generated, as spreadsheets know a date. */
  date: string | null;
  /** The address of the report's own page. */
  link: string | null;
  /** Why there is no report, as a sentence. */
  reason: string | null;
  /** The report's password, while it is known. */
  password: string | null;
}

/** What the columns are called, in their order. */
export type ResultHeads = Record<keyof ResultRow, string>;

/**
 * The result of a batch as CSV.
 * @param delimiter what spreadsheets of the person's language take for the end of a cell
 */
export function resultCsv(
  rows: readonly ResultRow[],
  heads: ResultHeads,
  delimiter: ',' | ';',
): string {
  const hasPasswords = rows.some(({ password }) => password !== null);
  const columns = (Object.keys(heads) as (keyof ResultRow)[]).filter(
    (column) => column !== 'password' || hasPasswords,
  );
  const data = rows.map((row) => columns.map((column) => row[column]));
  return guardedCsv([columns.map((column) => heads[column]), ...data], delimiter);
}

/** Address, score and link of each row, a line each, with tabs between them. */
export function resultLines(rows: readonly ResultRow[]): string {
  return guardedLines(rows.map(({ address, score, link }) => [address, score, link]));
}
