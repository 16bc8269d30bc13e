import { distinctReports, type Report } from '@/lib/report/report';
import { addressKey, pageKey } from '@/lib/url/page-key';
import { isOnRelatedHost } from '@/lib/url/related-host';
import type { PriorReports, TaskOf } from './task';

/**
 * Which listed reports are those that unanswered creations have become. No report is taken twice, and
 * an older creation takes an older report, so that two of one page need two reports.
 * @param creations the oldest first, in any state but `sent`
 * @param listed the newest first
 * @returns the reports by the ids of the tasks
 */
export function matchReports(
  creations: readonly TaskOf<'create'>[],
  listed: readonly Report[],
): Map<string, Report> {
  const matches = new Map<string, Report>();
  if (creations.length === 0) return matches;
  for (const report of distinctReports(listed).toReversed()) {
    const candidates = creations.filter((one) => !matches.has(one.id) && canBe(report, one));
    const match = bestOf(candidates, report);
    if (match !== undefined) matches.set(match.id, report);
  }
  return matches;
}

/** Whether a report was there before a creation's first request, or is another task's. */
export function isKnown({ id }: Pick<Report, 'id'>, { newestId, ids }: PriorReports): boolean {
  if (ids.includes(id)) return true;
  // Ids are sorted by the date of creation: a lower one was there before.
  return newestId !== null && isNumber(id) && !isHigher(id, newestId);
}

/**
 * Whether a report may be what a creation has become, whose page has redirected within its site:
 * services list a page by where it ended.
 */
export function mayBeRedirected(report: Report, { work }: TaskOf<'create'>): boolean {
  const { draft, known } = work;
  return (
    known !== null &&
    !isKnown(report, known) &&
    (report.privacy === null || report.privacy === draft.privacy) &&
    report.url !== null &&
    isOnRelatedHost(draft.url, report.url)
  );
}

/** The highest of ids that are numbers; null where there is none. */
export function highestId(ids: readonly string[]): string | null {
  return ids.reduce<string | null>(
    (highest, id) => (highest === null || isHigher(id, highest) ? id : highest),
    null,
  );
}

/** Whether an id is a whole number, as services count their reports. */
export function isNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}

function canBe(report: Report, { work }: TaskOf<'create'>): boolean {
  const { draft, known } = work;
  return (
    known !== null &&
    (report.privacy === null || report.privacy === draft.privacy) &&
    isSamePage(draft.url, report.url) &&
    !isKnown(report, known)
  );
}

/**
 * The creation that asked for exactly this address, or else the oldest of the page; a creation that the
 * service has answered with a success goes before others.
 */
function bestOf(candidates: readonly TaskOf<'create'>[], { fullUrl }: Report) {
  const made = candidates.filter(
    ({ standing }) => standing.name === 'unknown' && standing.failure === null,
  );
  const all = [...made, ...candidates];
  return all.find(({ work }) => work.draft.url === fullUrl) ?? all[0];
}

/**
 * Whether a report is of the page that was sent: a service may keep its address in another spelling,
 * or without its fragment.
 */
function isSamePage(url: string, reportUrl: string | null): boolean {
  if (reportUrl === null) return false;
  const kept = pageKey(reportUrl);
  return kept === pageKey(url) || kept === addressKey(url);
}

function isHigher(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
