import { i18n } from '#i18n';
import { visibleText } from '@/lib/report/untrusted-line';
import { type Worksheet, type WorksheetCell, xlsxFile } from '@/lib/report/xlsx-file';
import type { DocumentCell, ExportDocument } from './document';

/**
 * Renders title, head and tables of a document as an XLSX file. Title and head are the sheet
 * *Summary*. Each table is a sheet with the heading of its section as name.
 */
export function documentXlsx({ title, head, sections }: ExportDocument): Uint8Array<ArrayBuffer> {
  const lines = [...(title === null ? [] : [title]), ...head];
  const summary: Worksheet = {
    name: i18n.t('workbook.summary'),
    rows: lines.map((line) => [visibleText(line)]),
  };
  const tables = sections.flatMap(({ heading, table }): Worksheet[] => {
    if (table === undefined) return [];
    const { columns: header, rows } = table;
    return [{ name: heading ?? '', header, rows: rows.map((row) => row.map(worksheetCell)) }];
  });
  return xlsxFile([...(lines.length > 0 ? [summary] : []), ...tables]);
}

function worksheetCell(cell: DocumentCell): WorksheetCell {
  if (typeof cell === 'string') return visibleText(cell);
  if (typeof cell !== 'object' || cell === null) return cell;
  const { text, link, date } = cell;
  return { text: visibleText(text), ...(link && { link }), ...(date && { date }) };
}
