import { hasMore, type Report, type ReportList } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { addressKey, isOnRelatedHost, pageKey } from '@/lib/url/page-key';
import type { Creation } from './operation';

/**
 * The listed report that a creation has become: one of its page and privacy above the baseline that no
 * other creation of ours has become. Of several, one of exactly its address, or else the oldest; null where there is none.
 * @param listed the newest first
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
 * Whether the newest list would show the report of a creation, but does not: it ends or reaches back to
 * the baseline, and shows no unclaimed report that may be its own: one of the same privacy on the page's own
 * host, since pages redirect, and services list a page by where it ended; or one of the page itself, whose
 * privacy somebody may have changed.
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

/** Whether a report was made after the creation's baseline, with its privacy, where lists show that. */
function isNewOf({ id, privacy }: Report, { baseline, subject }: Creation): boolean {
  const isSamePrivacy = privacy === null || privacy === subject.privacy;
  return isSamePrivacy && baseline !== null && isLaterId(id, baseline);
}

/** Services list an address in another spelling, or without its fragment. */
function isSamePage(url: string, listedUrl: string | null): boolean {
  if (listedUrl === null) return false;
  const listed = pageKey(listedUrl);
  return listed === pageKey(url) || listed === addressKey(url);
}
