import { type FailedCheck, importantFirst } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import { RATINGS } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { type CheckChanges, checkChanges, resultBefore, scoreDifference } from './changes';

/**
 * With what the results of pages are compared: how each page stood days ago, or its result before. With
 * the latter, a problem is new until its page is reported again.
 */
export const SINCE = ['week', 'month', 'before'] as const;
export type Since = (typeof SINCE)[number];

/** So many days ago that is. */
export const SINCE_DAYS = { week: 7, month: 30 } as const;

/** How a page's result differs from an earlier one. */
export interface Compared {
  /** Worse: a lower score, or a check of high importance that fails since. */
  kind: 'worse' | 'better' | 'same';
  base: PastResult;
  /** By how much the score has risen; null where either result has no score. */
  difference: number | null;
  /** Null where the failed checks are not known of both. */
  checks: CheckChanges | null;
}

/** What has become of a page since then. */
export type PageChange =
  | Compared
  /** It has no later result than that. */
  | { kind: 'notChecked'; base: PastResult }
  /** It has earlier results, none of them from then. */
  | { kind: 'noneThen' }
  /** It has no earlier result. */
  | { kind: 'first' }
  /** It has no rating yet, or none that the interface names. */
  | { kind: 'unrated' };

/** In the order in which they are counted for a client. */
export const CHANGE_KINDS = [
  ...(['worse', 'better', 'same'] as const),
  ...(['notChecked', 'noneThen', 'first', 'unrated'] as const),
] satisfies PageChange['kind'][];

/** How a page's result differs from an earlier one; null where it has none to be compared with. */
export function comparedOf(change: PageChange | null): Compared | null {
  return change !== null && 'checks' in change ? change : null;
}

/**
 * With what the result of a report is compared: its page's last result before it, or the last on the
 * calendar day so many days ago or before; that may be its own. Null where there is none.
 * @param results of its page, the oldest first
 */
export function baseOf(
  { generatedAt }: Pick<Report, 'generatedAt'>,
  results: readonly PastResult[],
  since: Since,
  now: Date,
): PastResult | null {
  if (generatedAt === null) return null;
  if (since === 'before') return results.findLast((one) => one.generatedAt < generatedAt) ?? null;
  const end = dayBefore(now, SINCE_DAYS[since] - 1);
  const isThen = (one: PastResult) => one.generatedAt <= generatedAt && one.generatedAt < end;
  return results.findLast(isThen) ?? null;
}

/**
 * With what one report by itself is compared: as its page is, or else with the result before it. Null
 * where there is none.
 * @param results of its page, the oldest first
 */
export function baseOfReport(
  report: Report,
  results: readonly PastResult[],
  since: Since,
  now: Date,
): PastResult | null {
  const base = report.result === null ? null : baseOf(report, results, since, now);
  const isOwn = base?.generatedAt === report.generatedAt;
  return base === null || isOwn ? resultBefore(report, results) : base;
}

/** How a page's newest report answers for it at a glance. */
export type PageAnswer = ReturnType<typeof pageAnswer>;

/**
 * Makes the answer: the change, what is new, the important first, and how many other checks fail, null where
 * nobody says it. It is compared as `baseOfReport` has it.
 * @param results of the page, the oldest first
 */
export function pageAnswer(
  report: Report,
  results: readonly PastResult[],
  since: Since,
  now: Date,
) {
  const base = baseOfReport(report, results, since, now);
  const change = pageChange(report, { base, hasEarlier: base !== null });
  const appeared = newChecks(change).toSorted(importantFirst);
  const { failedChecks } = report;
  return { change, appeared, remaining: failedChecks && failedChecks.length - appeared.length };
}

/** The day with whose end pages are compared, ISO 8601; null where that is another for each page. */
export function daySince(since: Since, now: Date): string | null {
  if (since === 'before') return null;
  return dayBefore(now, SINCE_DAYS[since]);
}

/** When the day began that was so many days ago, in the reader's time zone, as ISO 8601 in UTC. */
function dayBefore(now: Date, days: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
}

/** How a page was before a result of it, as far as a table shows it. */
export interface PagePast {
  /** With what the result is compared; null where there is nothing. */
  base: PastResult | null;
  /** Whether the page has an earlier result. */
  hasEarlier: boolean;
  /** The newest result of the page; null where none is known. */
  newest: Pick<PastResult, 'reportId' | 'generatedAt'> | null;
  /** Since when each check has failed that fails in that result. */
  failingSince: readonly (FailingSince & Pick<FailedCheck, 'name'>)[];
}

/**
 * How the page of a report was before.
 * @param results of the page, the oldest first
 */
export function pastOf(
  report: Pick<Report, 'generatedAt'>,
  results: readonly PastResult[],
  since: Since,
  now: Date,
): PagePast {
  const newest = results.at(-1);
  const failing = (newest?.failedChecks ?? []).flatMap(({ name }) => {
    const time = failingSince(results, name);
    return time === null ? [] : { name, ...time };
  });
  return {
    base: baseOf(report, results, since, now),
    hasEarlier: baseOf(report, results, 'before', now) !== null,
    newest: newest ? { reportId: newest.reportId, generatedAt: newest.generatedAt } : null,
    failingSince: failing,
  };
}

/**
 * What has become of a page.
 * @param report its newest that has a result
 */
export function pageChange(
  report: Report,
  { base, hasEarlier }: Pick<PagePast, 'base' | 'hasEarlier'>,
): PageChange {
  if (report.result === null || report.generatedAt === null) return { kind: 'unrated' };
  if (base === null) return { kind: hasEarlier ? 'noneThen' : 'first' };
  if (base.generatedAt === report.generatedAt) return { kind: 'notChecked', base };
  const difference = scoreDifference(report, base);
  const [was, is] = [base.failedChecks, report.failedChecks];
  const checks = was === null || is === null ? null : checkChanges(was, is);
  const risen = difference ?? ratingDifference(report, base);
  const hasNewHigh = checks?.appeared.some(({ importance }) => importance === 'high') ?? false;
  const kind = risen < 0 || hasNewHigh ? 'worse' : risen > 0 ? 'better' : 'same';
  return { kind, base, difference, checks };
}

/** By how much the rating has risen since then, where a service gives no scores. */
export function ratingDifference(
  { result }: Pick<Report, 'result'>,
  base: Pick<PastResult, 'result'>,
): number {
  return result === null ? 0 : RATINGS.indexOf(base.result) - RATINGS.indexOf(result);
}

/** Which checks fail on a page since its base; none where that is not known. */
export function newChecks(change: PageChange | null): readonly FailedCheck[] {
  return comparedOf(change)?.checks?.appeared ?? [];
}

/** Since when a check has failed without a break. */
export interface FailingSince {
  /** When its first failing result was made, ISO 8601. */
  at: string;
  /** Whether nothing is known of the time before. */
  isOldest: boolean;
}

/**
 * Since when a check fails on a page; null where the newest result does not say that it does.
 * @param results of the page, the oldest first
 */
export function failingSince(results: readonly PastResult[], check: string): FailingSince | null {
  const fails = ({ failedChecks }: PastResult) =>
    failedChecks?.some(({ name }) => name === check) ?? false;
  const before = results.findLastIndex((one) => !fails(one));
  const first = results[before + 1];
  if (first === undefined) return null;
  return { at: first.generatedAt, isOldest: results[before]?.failedChecks == null };
}
