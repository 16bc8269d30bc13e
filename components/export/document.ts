import { cellDelimiter, labelled, series, type Words } from '@/components/text/language';
import { type Cell, guardedCsv } from '@/lib/report/guarded-table';
import type { Rating } from '@/lib/report/rating';

/**
 * An export before it is rendered. Each renderer draws `title` and `head`, and these parts of a section:
 *
 * | renderer | heading | lines | table | only here |
 * |---|---|---|---|---|
 * | `documentText` | yes | yes | no | `below` of lines |
 * | `documentCsv` | no | no | yes | |
 * | `writtenHtml`, `writtenMarkdown` | yes | only without a table | yes | |
 * | `DocumentSheet` (print) | yes | yes | yes | `note`, `trend`; `rating`, `below`, `addresses` and `more` of cells |
 * | `documentXlsx` | as the name of a sheet | no | yes | `date` of cells |
 *
 * A cell's `link` is drawn by all but text and CSV.
 */
export interface ExportDocument {
  /** The first line; null for a file that contains only a table. */
  title: string | null;
  /** Lines below the title: the days of the results, and what the document leaves out. */
  head: readonly string[];
  sections: readonly DocumentSection[];
}

/** A document in one language. */
export interface WrittenDocument {
  document: ExportDocument;
  words: Words;
}

/** A document about a client, in any language. */
export interface ClientDocument {
  /** Null if the client is unknown. */
  client: string | null;
  documentIn(words: Words): ExportDocument;
}

export interface DocumentSection {
  heading?: string | null;
  /** A remark beside the heading. */
  note?: string | null;
  lines?: readonly DocumentLine[];
  /** Only print renders the trend. */
  trend?: DocumentTrend;
  table?: DocumentTable;
}

/** Averages at the same day of several weeks, oldest first. */
export interface DocumentTrend {
  days: readonly string[];
  averages: readonly number[];
  /** The index of the point whose week contains the newest result. */
  lastMeasured: number;
}

export interface DocumentLine {
  /** The name of a value: `Average score`. */
  label?: string;
  text: string;
  /** A remark after the text. */
  note?: string | null;
  /** Whether the line is an item of a list. */
  isItem?: boolean;
  /** Lines that belong to this line. */
  below?: readonly string[];
}

export interface DocumentTable {
  /** Selects the styles of a printed table. */
  kind: 'fixes' | 'new' | 'problems' | 'pages';
  columns: readonly string[];
  rows: readonly (readonly DocumentCell[])[];
}

export type DocumentCell = Cell | RichCell;

/** A cell whose print or worksheet has more than a plain text. */
export interface RichCell {
  text: string;
  /** The address that the text names. */
  address?: string;
  rating?: Rating | null;
  link?: string;
  /** ISO 8601. The date that the text names. */
  date?: string;
  /** Lines below the text. */
  below?: readonly string[];
  addresses?: readonly string[];
  /** Says how many addresses are not listed. */
  more?: string | null;
}

/** Returns a plain text as a document, whose text is the same. */
export function plainDocument(text: string): ExportDocument {
  return { title: null, head: text.replace(/\n$/, '').split('\n'), sections: [] };
}

/** Renders a document as plain text, without tables. */
export function documentText({ title, head, sections }: ExportDocument, words: Words): string {
  const parts = [
    [...(title === null ? [] : [title]), ...head],
    ...sections.map(({ heading, lines = [] }) =>
      lines.length === 0
        ? []
        : [...(heading ? [heading] : []), ...lines.flatMap((line) => linesOf(line, words))],
    ),
  ];
  const texts = parts.filter((part) => part.length > 0).map((part) => part.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

/** Renders a line as text, without the lines below it. */
export function textOfLine({ label, text, note }: DocumentLine, words: Words): string {
  const value = note ? series([text, note], words) : text;
  return label === undefined ? value : labelled(label, value, words);
}

function linesOf(given: DocumentLine, words: Words): string[] {
  const { isItem = false, below = [] } = given;
  const line = textOfLine(given, words);
  return [isItem ? `- ${line}` : line, ...below.map((one) => `  ${one}`)];
}

/** Renders documents as one plain text. */
export function writtenText(documents: readonly WrittenDocument[]): string {
  return documents.map(({ document, words }) => documentText(document, words)).join('\n');
}

/** Renders title, head and tables of a document as CSV. */
export function documentCsv({ title, head, sections }: ExportDocument): string {
  const above = [...(title === null ? [] : [title]), ...head];
  const rows = [
    ...above.map((line) => [line]),
    ...(above.length > 0 ? [['']] : []),
    ...sections.flatMap(({ table }) =>
      table ? [table.columns, ...table.rows.map((row) => row.map(valueOfCell))] : [],
    ),
  ];
  return guardedCsv(rows, cellDelimiter());
}

/** Returns the content of a cell without its link. */
export function valueOfCell(cell: DocumentCell): Cell {
  return typeof cell === 'object' && cell !== null ? cell.text : cell;
}

/** Returns the text of a cell; empty for an empty cell. */
export function textOfCell(cell: DocumentCell): string {
  return String(valueOfCell(cell) ?? '');
}

/** Returns the link of a cell; null without a link. */
export function linkOfCell(cell: DocumentCell): string | null {
  return typeof cell === 'object' ? (cell?.link ?? null) : null;
}
