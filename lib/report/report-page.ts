import { z } from '@/lib/schema';
import { pageKey } from '@/lib/url/page-key';
import type { Report } from './report';
import { ReportId } from './report-id';

/** By which a report is found in what is stored. */
export const ReportPlace = z.object({
  id: ReportId,
  /** The key of its page; `id:` and the report's id where it has no address of a page. */
  page: z.string(),
});
export type ReportPlace = z.infer<typeof ReportPlace>;

/** No page that people look at needs a longer address. */
const LONGEST_KEPT = 2_000;

/** The page that a report belongs to; null where it has no address, or one out of measure. */
export function pageOf({ url }: Pick<Report, 'url'>): string | null {
  if (url === null || url.length > LONGEST_KEPT) return null;
  const key = pageKey(url);
  return key.length > LONGEST_KEPT ? null : key;
}

/** The places of reports that were looked at: a table looks at those of all its rows again and again. */
const places = new WeakMap<Pick<Report, 'id' | 'url'>, ReportPlace>();

/** The place of a report. */
export function placeOf(report: Pick<Report, 'id' | 'url'>): ReportPlace {
  const known = places.get(report);
  if (known !== undefined) return known;
  const place = { id: report.id, page: pageOf(report) ?? `id:${report.id}` };
  places.set(report, place);
  return place;
}

/** A report as tasks keep it: as much as finds and names it, and tells a newer result from the last. */
export const TaskReport = z.extend(ReportPlace, {
  url: z.nullable(z.string()),
  fullUrl: z.nullable(z.string()),
  generatedAt: z.nullable(z.string()),
});
export type TaskReport = z.infer<typeof TaskReport>;

/** What a task keeps of a report: an address out of measure is cut, since it names the report no better. */
export function taskReport(report: Report): TaskReport {
  const { url, fullUrl, generatedAt } = report;
  return {
    ...placeOf(report),
    url: url?.slice(0, LONGEST_KEPT) ?? null,
    fullUrl: (fullUrl?.length ?? 0) <= LONGEST_KEPT ? fullUrl : null,
    generatedAt,
  };
}
