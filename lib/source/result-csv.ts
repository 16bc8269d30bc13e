import Papa from 'papaparse';
import { Privacy } from '@/lib/report/privacy';
import type { Rating } from '@/lib/report/rating';

/** What became of one address of a batch; null where there is none. */
export interface ResultRow {
  address: string;
  id: string | null;
  rating: Rating | null;
  score: number | null;
  /** How many checks failed. */
  issues: number | null;
  privacy: Privacy;
  /** The address of the report's own page. */
  link: string | null;
  /** Why there is no report, as a sentence. */
  error: string | null;
  /** The report's password, while it is known. */
  password: string | null;
}

const COLUMNS: (keyof ResultRow)[] = [
  'address',
  'id',
  'rating',
  'score',
  'issues',
  'privacy',
  'link',
  'error',
];

const PRIVACY_WORDS: Record<Privacy, string> = {
  [Privacy.Public]: 'public',
  [Privacy.Private]: 'private',
  [Privacy.Password]: 'password',
};

/**
 * The result of a batch as CSV by RFC 4180, with a byte order mark, by which spreadsheets know UTF-8.
 * What a spreadsheet would take for a formula stands behind an apostrophe.
 */
export function resultCsv(rows: readonly ResultRow[]): string {
  const columns = rows.some(({ password }) => password !== null)
    ? [...COLUMNS, 'password' as const]
    : COLUMNS;
  const data = rows.map((row) =>
    columns.map((column) => (column === 'privacy' ? PRIVACY_WORDS[row.privacy] : row[column])),
  );
  const csv = Papa.unparse([columns, ...data], { escapeFormulae: true, newline: '\r\n' });
  return `\ufeff${csv}\r\n`;
}
