import { distinctReports, type Report } from '@/lib/report/report';
import { addressKey, pageKey } from '@/lib/url/page-key';
import type { QueuedSubmission, Submission, SubmissionFacts } from './submission';

/** A report as old as this was made before the request, however coarse the service's times are. */
const SURELY_OLDER_MS = 2000;

/**
 * Which reports are those that unanswered submissions have become. No report is taken twice, and an
 * older submission takes an older report, so that two submissions of one page need two reports. One
 * that is searched for comes before one that rests.
 * @param unanswered the oldest first
 * @param listed reports as the service lists them, the newest first
 * @param isPrivate whether a private window has asked for a report: it is no ordinary submission's
 */
export function matchReports(
  unanswered: readonly Submission[],
  listed: readonly Report[],
  isPrivate: (reportId: string) => boolean,
): Map<string, Report> {
  const matches = new Map<string, Report>();
  for (const report of distinctReports(listed).toReversed()) {
    const isOfPrivateWindow = isPrivate(report.id);
    const candidates = unanswered.filter(
      (one) =>
        !matches.has(one.id) && (one.isPrivateWindow || !isOfPrivateWindow) && canBe(report, one),
    );
    // One that rests had its time before the next of its page went out.
    const searched = candidates.filter(({ state }) => state !== 'needs-attention');
    const match = bestOf(searched, report) ?? bestOf(candidates, report);
    if (match !== undefined) matches.set(match.id, report);
  }
  return matches;
}

function bestOf(candidates: readonly Submission[], report: Report): Submission | undefined {
  return (
    candidates.find(({ url }) => url === report.url) ??
    candidates.find(({ url }) => isSamePage(url, report.url))
  );
}

/** The highest of ids that are numbers; null where any is not, or there is none. */
export function highestId(ids: readonly string[]): string | null {
  if (ids.length === 0 || !ids.every(isNumber)) return null;
  return ids.reduce((highest, id) => (isHigher(id, highest) ? id : highest));
}

/** Whether a report may be what a submission has become, leaving its address aside. */
export function canBe(report: Report, submission: SubmissionFacts): boolean {
  return (
    (report.privacy === null || report.privacy === submission.privacy) && isNew(report, submission)
  );
}

/** Whether a report was not there yet before a submission's request, as far as is known. */
export function isNew(report: Report, submission: SubmissionFacts): boolean {
  const age = ageAtRequest(report, submission);
  return (
    !isListedBefore(report, submission) &&
    // Of a page that nobody has looked up before, only a time tells the old reports from the new.
    (age === null ? submission.isPageKnown : age < SURELY_OLDER_MS)
  );
}

/**
 * Whether a report of a submission's page was not listed before the request, and yet tells an earlier
 * time: somebody else's that is listed late, or its own by a clock that is wrong.
 */
export function isUnclear(report: Report, submission: SubmissionFacts): boolean {
  return (
    isSamePage(submission.url, report.url) &&
    (report.privacy === null || report.privacy === submission.privacy) &&
    !isListedBefore(report, submission) &&
    !isNew(report, submission)
  );
}

function isListedBefore({ id }: Report, { knownIds, newestKnownId }: SubmissionFacts): boolean {
  if (knownIds.includes(id)) return true;
  // Ids are sorted by the date of creation: a lower one was there before.
  return newestKnownId !== null && isNumber(id) && !isHigher(id, newestKnownId);
}

/** How long a report was there when one was asked for, in milliseconds; null where no time tells. */
function ageAtRequest(report: Report, { requestedAt }: SubmissionFacts): number | null {
  if (!report.hasExactTime || report.generatedAt === null || requestedAt === null) return null;
  return Date.parse(requestedAt) - Date.parse(report.generatedAt);
}

/** Whether a report may be one that a private window's submission in the queue becomes. */
export function mayBecomePrivate(report: Report, queue: readonly QueuedSubmission[]): boolean {
  return queue.some(
    (one) =>
      one.isPrivateWindow && one.sends > 0 && canBe(report, one) && isSamePage(one.url, report.url),
  );
}

/**
 * Whether a report is of the page that was sent: a service may keep its address in another spelling,
 * or without its fragment.
 */
export function isSamePage(url: string, reportUrl: string | null): boolean {
  if (reportUrl === null) return false;
  const kept = pageKey(reportUrl);
  return kept === pageKey(url) || kept === addressKey(url);
}

function isNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}

function isHigher(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
