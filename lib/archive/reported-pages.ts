import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { readRecords } from './archive-items';

/** The pages that are known to be reported: by page key the date of the last report, ISO 8601; null: unknown. */
export type ReportedPages = ReadonlyMap<string, string | null>;

/**
 * Reads what is stored of the reports of a connection.
 * @param newest the newest reports, as they were listed last
 */
export async function reportedPages(
  connectionId: string,
  newest: readonly Report[],
): Promise<ReportedPages> {
  const records = await readRecords(connectionId);
  const pages = new Map(
    records.map(({ page, reports }) => [page, reports[0]?.generatedAt ?? null]),
  );
  for (const { page, generatedAt } of newest.map(referTo)) {
    if ((pages.get(page) ?? '') <= (generatedAt ?? '')) pages.set(page, generatedAt);
  }
  return pages;
}
