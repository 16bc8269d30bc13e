import { Timestamp, z } from '@/lib/schema';
import { pageKey } from '@/lib/url/page-key';
import type { Report } from './report';
import { ReportId } from './report-id';

/** A report wherever it is only referred to: as much as finds it, names it and tells a newer result. */
export const ReportReference = z.object({
  id: ReportId,
  /** The key of its page, by which it is found in the history; `id:` and its id where it has no address. */
  page: z.string(),
  /** Its address, with the scheme where that is known; null where the service did not send one. */
  url: z.nullable(z.string()),
  /** When its result was made, as of the reference; null where it had none. */
  generatedAt: z.nullable(Timestamp),
});
export type ReportReference = z.infer<typeof ReportReference>;

/** No page that people look at needs a longer address. */
const LONGEST_KEPT = 2_000;

/** The page that a report belongs to; null where it has no address, or one out of measure. */
export function pageOf({ url }: Pick<Report, 'url'>): string | null {
  if (url === null || url.length > LONGEST_KEPT) return null;
  const key = pageKey(url);
  return key.length > LONGEST_KEPT ? null : key;
}

/** Those made before: a table refers to all of its rows again and again. */
const references = new WeakMap<Report, ReportReference>();

/** Refers to a report. An address out of measure is cut, since it names the report no better. */
export function referTo(report: Report): ReportReference {
  const known = references.get(report);
  if (known !== undefined) return known;
  const { id, url, fullUrl, generatedAt } = report;
  const isShort = (fullUrl?.length ?? 0) <= LONGEST_KEPT;
  const reference = {
    id,
    page: pageOf(report) ?? `id:${id}`,
    url: (isShort ? fullUrl : null) ?? url?.slice(0, LONGEST_KEPT) ?? null,
    generatedAt,
  };
  references.set(report, reference);
  return reference;
}
