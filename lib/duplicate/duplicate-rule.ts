import { distinctReports, hasMore, type Report, withShortUrl } from '@/lib/report/report';
import { isFiltered } from '@/lib/report/report-query';
import type { StoredList } from '@/lib/report/stored-list';
import type { SubmissionFacts } from '@/lib/submission/submission';
import { canBe, isNew, isSamePage } from '@/lib/submission/submission-match';
import type { Duplicate, DuplicateRecord, UncheckedCreation } from './duplicate';

/** A list of the service, and what to hold it against beside the record. */
export interface SeenList extends StoredList {
  /** Whether a report is accounted for elsewhere. */
  isAccountedFor(reportId: string): boolean;
  /** Whether a request for a report of a page is out, whose report may be listed before its answer. */
  isMaking(url: string): boolean;
}

const MOST_UNCHECKED = 20;
const MOST_ACCOUNTED = 200;
const MOST_FOUND = 10;

/** The record with a creation that the next list is to be held against. */
export function withCreation(
  record: DuplicateRecord,
  creation: UncheckedCreation,
): DuplicateRecord {
  const { unchecked, accountedIds } = record;
  return {
    ...record,
    unchecked: [...unchecked, creation].slice(-MOST_UNCHECKED),
    accountedIds: [
      ...accountedIds,
      ...(creation.reportId === null ? [] : [creation.reportId]),
    ].slice(-MOST_ACCOUNTED),
  };
}

/** The record without what it says of a report that is gone, or was put up with. */
export function withoutReport(record: DuplicateRecord, id: string): DuplicateRecord {
  const found = record.found.filter(({ own, extra }) => own.id !== id && extra.id !== id);
  const unchecked = record.unchecked.filter(({ reportId }) => reportId !== id);
  return changed(record, { ...record, found, unchecked });
}

/** The record after a list; the same object where that adds nothing. */
export function afterList(record: DuplicateRecord, seen: SeenList): DuplicateRecord {
  const { readAt, isAccountedFor, isMaking } = seen;
  const reports = distinctReports(seen.reports);
  const accounted = new Set(record.accountedIds);
  const isFree = ({ id }: Report) => !accounted.has(id) && !isAccountedFor(id);
  const found = record.found.filter((duplicate) => !isSeenGone(duplicate, seen));

  /** Without an answer, the oldest report that may be the creation's passes for it. */
  function withReport(creation: UncheckedCreation): UncheckedCreation {
    const { submission, reportId } = creation;
    if (reportId !== null || isMaking(submission.url)) return creation;
    const own = reports.findLast((one) => isFree(one) && isOf(submission, submission.url, one));
    if (own === undefined) return creation;
    accounted.add(own.id);
    return { ...creation, reportId: own.id };
  }

  /** Whether the list could not tell: a later one may. */
  function isLeft({ submission, reportId, isAnswered }: UncheckedCreation): boolean {
    const own = reports.find(({ id }) => id === reportId);
    if (own === undefined || isMaking(submission.url)) return true;
    // The service may have its own spelling of the address, which is then that of both.
    const url = own.url ?? submission.url;
    const extras = reports.filter((one) => isFree(one) && isOf(submission, url, one));
    for (const extra of extras) {
      accounted.add(extra.id);
      found.push({
        submission,
        own: withShortUrl(own),
        extra: withShortUrl(extra),
        isAnswered,
        foundAt: readAt,
      });
    }
    return extras.length === 0 && !showsAllNew(seen, submission);
  }

  // Each has its own report before any other is one too many.
  const unchecked = record.unchecked.map(withReport).filter(isLeft);
  const accountedIds = [...accounted].slice(-MOST_ACCOUNTED);
  return changed(record, { unchecked, accountedIds, found: found.slice(-MOST_FOUND) });
}

/** Whether a report may be what a submission has become, under the address by which its page is listed. */
function isOf(submission: SubmissionFacts, url: string, report: Report): boolean {
  return canBe(report, submission) && isSamePage(url, report.url);
}

/** Whether a list that was asked for later shows that one of the two is no more. */
function isSeenGone({ submission, own, extra, foundAt }: Duplicate, seen: SeenList): boolean {
  if (seen.readAt <= foundAt || !showsAllNew(seen, submission)) return false;
  const ids = new Set(seen.reports.map(({ id }) => id));
  return !ids.has(own.id) || !ids.has(extra.id);
}

/** Whether a list goes back to before a submission's request. */
function showsAllNew(seen: SeenList, submission: SubmissionFacts): boolean {
  const { query, reports } = seen;
  if (query.sortBy !== 'id' || query.sort !== 'desc' || isFiltered(query)) return false;
  return !hasMore(seen, query.perPage) || reports.some((report) => !isNew(report, submission));
}

/** The new record, or the one before where nothing in it differs. */
function changed(before: DuplicateRecord, after: DuplicateRecord): DuplicateRecord {
  const names = ['unchecked', 'accountedIds', 'found'] as const;
  return names.every((name) => isSame(before[name], after[name])) ? before : after;
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((one, at) => one === after[at]);
}
