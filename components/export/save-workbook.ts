import { saveXlsx } from '@/lib/browser/download';
import type { ExportDocument } from './document';

/**
 * Saves a document as an XLSX file. Loads the writer on demand.
 * @param time see `saveCsv`
 */
export async function saveWorkbook(
  document: ExportDocument,
  name: string,
  time?: string,
): Promise<void> {
  const { documentXlsx } = await import('./document-xlsx');
  saveXlsx(documentXlsx(document), name, time);
}
