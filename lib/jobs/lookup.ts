import { hasMore, type Report, type ReportList } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { NEWEST_QUERY, pageQuery, type ReportQuery } from '@/lib/report/report-query';
import { addressKey, isOnRelatedHost, pageKey } from '@/lib/url/page-key';
import type { Creation } from './operation';

/**
 * Returns the query of the page's own list, which every lookup reads. A row has up to 50 kB, so the
 * list is short.
 */
export function lookupQuery({ subject }: Creation): ReportQuery {
  return { ...pageQuery(subject.url), perPage: 25 };
}

/**
 * Returns the listed report that a creation has made; null if there is none. The report has the
 * same page and privacy, has an id above the baseline, and is unclaimed. Of several reports, a
 * report with exactly the same address takes precedence, and then the oldest report.
 * @param listed newest first
 */
export function createdReport(
  creation: Creation,
  listed: readonly Report[],
  isClaimed: (reportId: string) => boolean,
): Report | null {
  const { url } = creation.subject;
  const all = listed.filter(
    (report) => isNewOf(report, creation) && isSamePage(url, report.url) && !isClaimed(report.id),
  );
  return all.findLast(({ fullUrl }) => fullUrl === url) ?? all.at(-1) ?? null;
}

/**
 * Whether the newest list proves that a creation has made no report. The list must reach the
 * baseline, or contain all reports. The list must not contain an unclaimed report above the
 * baseline that is either:
 * - on the same host with the same privacy, because services list redirected pages by their final
 *   address,
 * - or of the same page, whose privacy somebody may have changed.
 */
export function isAbsent(
  creation: Creation,
  newest: ReportList,
  isClaimed: (reportId: string) => boolean,
): boolean {
  const { baseline, subject } = creation;
  if (baseline === null) return false;
  const isWhole =
    !hasMore(newest, NEWEST_QUERY.perPage) ||
    newest.reports.some(({ id }) => !isLaterId(id, baseline));
  const mayBeIt = (report: Report) => {
    const { id, url } = report;
    if (url === null || isClaimed(id) || !isLaterId(id, baseline)) return false;
    const isOfHost = isNewOf(report, creation) && isOnRelatedHost(subject.url, url);
    return isOfHost || isSamePage(subject.url, url);
  };
  return isWhole && !newest.reports.some(mayBeIt);
}

/**
 * Whether a report has an id above the baseline and the same privacy, if lists contain the privacy.
 */
function isNewOf({ id, privacy }: Report, { baseline, subject }: Creation): boolean {
  const isSamePrivacy = privacy === null || privacy === subject.privacy;
  return isSamePrivacy && baseline !== null && isLaterId(id, baseline);
}

/**
 * Whether two addresses name the same page. Services change the spelling, or remove the fragment.
 */
function isSamePage(url: string, listedUrl: string | null): boolean {
  if (listedUrl === null) return false;
  const listed = pageKey(listedUrl);
  return listed === pageKey(url) || listed === addressKey(url);
}
