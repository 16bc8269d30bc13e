import { hasMore, type Report, type ReportList } from '@/lib/report/report';
import { isLaterId, isWholeNumber } from '@/lib/report/report-id';
import { NEWEST_QUERY, pageQuery, type ReportQuery } from '@/lib/report/report-query';
import { addressKey, isOnRelatedHost, pageKey } from '@/lib/url/page-key';
import { readAddress } from '@/lib/url/typed-address';
import type { Creation } from './types';

/**
 * Returns the query of the page's own list, which every lookup reads. The list is short, because a
 * row has up to 50 kB.
 */
export function lookupQuery({ subject }: Creation): ReportQuery {
  return { ...pageQuery(subject.url), perPage: 25 };
}

/**
 * Returns the listed report that a creation has made; null if there is none. The report has the
 * same page and privacy, an id above the baseline, and is unclaimed. Prefers a report with exactly
 * the same address, otherwise the oldest report.
 * @param listed newest first
 */
export function createdReport(
  creation: Creation,
  listed: readonly Report[],
  isClaimed: (reportId: string) => boolean,
): Report | null {
  const { url } = creation.subject;
  const all = listed.filter(
    (report) =>
      mayBeNewReport(report, creation) && isSamePage(url, report.url) && !isClaimed(report.id),
  );
  return all.findLast(({ fullUrl }) => fullUrl === url) ?? all.at(-1) ?? null;
}

/**
 * Whether the newest list proves that a creation has made no report. All of this must hold:
 * - The list reaches the baseline, or contains all reports.
 * - All rows are readable, and their ids are in descending order.
 * - No unclaimed report above the baseline may be the created report, see `mayBeCreated`.
 */
export function isAbsent(
  creation: Creation,
  newest: ReportList,
  isClaimed: (reportId: string) => boolean,
): boolean {
  const { baseline } = creation;
  if (baseline === null || newest.unreadable > 0) return false;
  const { reports } = newest;
  const ids = reports.map(({ id }) => id);
  if (!areFalling(ids)) return false;
  const isAbove = ({ id }: Report) => isLaterId(id, baseline);
  if (reports.every(isAbove) && !isComplete(newest)) return false;
  return !reports.some(
    (report) => isAbove(report) && !isClaimed(report.id) && mayBeCreated(creation, report),
  );
}

/**
 * Whether a new report may be the report of a creation:
 * - It has no readable address.
 * - It is of the same page, whose privacy somebody may have changed.
 * - It is on the same host and has the same privacy, because services list redirected pages by
 *   their final address.
 */
function mayBeCreated(creation: Creation, report: Report): boolean {
  const { url } = report;
  if (url === null || 'problem' in readAddress(url)) return true;
  const { subject } = creation;
  const isNewOnHost = mayBeNewReport(report, creation) && isOnRelatedHost(subject.url, url);
  return isNewOnHost || isSamePage(subject.url, url);
}

/** Whether ids are whole numbers, each lower than the id before. */
export function areFalling(ids: readonly string[]): boolean {
  return ids.every((id, at) => {
    const former = ids[at - 1];
    return isWholeNumber(id) && (former === undefined || isLaterId(former, id));
  });
}

/** Whether the newest list contains all reports. Some services name only the next page. */
function isComplete(newest: ReportList): boolean {
  return newest.next === null && !hasMore(newest, NEWEST_QUERY.perPage);
}

/** Whether a report has an id above the baseline, and the same privacy if known. */
function mayBeNewReport({ id, privacy }: Report, { baseline, subject }: Creation): boolean {
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
