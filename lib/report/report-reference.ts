import { Timestamp, z } from '@/lib/schema';
import { pageKey } from '@/lib/url/page-key';
import type { Report } from './report';
import { ReportId } from './report-id';

/** The data to find a report, and to show its page and date. */
export const ReportReference = z.object({
  id: ReportId,
  /** The page key of `Report.url`. If `pageOf` returns null: `id:`, followed by the report's id. */
  page: z.string(),
  /** Has a scheme if the scheme is known. Null if the service sent no address. */
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
const references = new WeakMap<Report, ReportReference>();

/** Stores `url` if `fullUrl` is null or above the length limit. Cuts a `url` above the limit. */
export function referTo(report: Report): ReportReference {
  const cached = references.get(report);
  if (cached !== undefined) return cached;
  const { id, url, fullUrl, generatedAt } = report;
  const isShort = (fullUrl?.length ?? 0) <= MAX_STORED_ADDRESS_LENGTH;
  const reference = {
    id,
    page: pageOf(report) ?? `id:${id}`,
    url: (isShort ? fullUrl : null) ?? url?.slice(0, MAX_STORED_ADDRESS_LENGTH) ?? null,
    generatedAt,
  };
  references.set(report, reference);
  return reference;
}
