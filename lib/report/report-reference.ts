import { Timestamp, z } from '@/lib/schema';
import { pageKey } from '@/lib/url/page-key';
import type { Report } from './report';
import { ReportId } from './report-id';

/** Identifies a report, and describes its page and date. */
export const ReportReference = z.object({
  id: ReportId,
  /** The page key or, if `pageOf` returns null, `id:` and the report's id. */
  page: z.string(),
  /** `Report.fullUrl` or, if that is null or too long, `Report.url`. Null without an address. */
  url: z.nullable(z.string()),
  /** Time of the result when the reference was created; null without a result. */
  generatedAt: z.nullable(Timestamp),
});
export type ReportReference = z.infer<typeof ReportReference>;

/** In characters. */
const MAX_STORED_ADDRESS_LENGTH = 2_000;

/** Returns the page key of a report; null if the address is missing or too long. */
export function pageOf({ url }: Pick<Report, 'url'>): string | null {
  if (url === null || url.length > MAX_STORED_ADDRESS_LENGTH) return null;
  const key = pageKey(url);
  return key.length > MAX_STORED_ADDRESS_LENGTH ? null : key;
}

/** A table needs the reference of each row repeatedly. */
const cachedReferences = new WeakMap<Report, ReportReference>();

/** Returns the reference of a report. Repeated calls return the same object. */
export function referTo(report: Report): ReportReference {
  const cached = cachedReferences.get(report);
  if (cached !== undefined) return cached;
  const { id, url, fullUrl, generatedAt } = report;
  const isTooLong = fullUrl !== null && fullUrl.length > MAX_STORED_ADDRESS_LENGTH;
  const storedUrl = isTooLong ? null : fullUrl;
  const reference = {
    id,
    page: pageOf(report) ?? `id:${id}`,
    url: storedUrl ?? url?.slice(0, MAX_STORED_ADDRESS_LENGTH) ?? null,
    generatedAt,
  };
  cachedReferences.set(report, reference);
  return reference;
}
