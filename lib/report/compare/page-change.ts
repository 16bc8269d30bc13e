import { type FailedCheck, importantFirst } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import { RATINGS } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { failsIn, hasChecks, verdictOf } from '@/lib/report/verdict';
import { type CheckChanges, checkChanges, resultBefore, scoreDifference } from './changes';
import { type Day, dayOf, endOfDay, startOfDay } from './local-day';
import { type WeeklyScores, weeklyScores } from './weekly-scores';

/**
 * The choices of a base. `summary`: the result on the day of the client's last summary. `before`: the
 * previous result. A problem is then new until the next result.
 */
export const SINCE = ['week', 'month', 'summary', 'before'] as const;
export type Since = (typeof SINCE)[number];

/** The choice for one page: the day of the client's last summary replaces `summary`. */
export type PageSince = Exclude<Since, 'summary'> | Day | 'noSummary';

/** @param lastSummary the day of the client's last summary; null if absent */
export function pageSince(since: Since, lastSummary: Day | null): PageSince {
  return since === 'summary' ? (lastSummary ?? 'noSummary') : since;
}

/** The age of the base day, in days. */
export const SINCE_DAYS = { week: 7, month: 30 } as const;

/** The comparison of a page's result with an earlier result, its base. */
export interface Compared {
  /**
   * Worse: a lower score, or a new failed check of high importance. Same: also a lower score if checks
   * appeared and all these checks are muted.
   */
  kind: 'worse' | 'better' | 'same';
  base: PastResult;
  /** Score of the result minus score of the base; null if either has no score. */
  difference: number | null;
  /** Null if the failed checks of either result are unknown. */
  checks: CheckChanges | null;
}

export type PageChange =
  | Compared
  /** The base is the page's newest result. */
  | { kind: 'notChecked'; base: PastResult }
  | { kind: 'first' }
  /** The base is the client's last summary, and the client has none. */
  | { kind: 'noSummary' }
  /** The page has no rating, or a rating that the extension does not know. */
  | { kind: 'unrated' };

/** In the order of a client's summary. */
export const CHANGE_KINDS = [
  'worse',
  'better',
  'same',
  'notChecked',
  'first',
  'noSummary',
  'unrated',
] as const satisfies PageChange['kind'][];

/** Returns a change with a comparison; null for any other change. */
export function comparedOf(change: PageChange | null): Compared | null {
  return change !== null && 'checks' in change ? change : null;
}

/**
 * Returns the last result until the end of the base day, possibly the result of the report itself. If
 * all results are later, returns the oldest result. For `before`, returns the page's previous result.
 * @param results the results of the page, oldest first
 */
export function baseOf(
  { generatedAt }: Pick<Report, 'generatedAt'>,
  results: readonly PastResult[],
  since: PageSince,
  now: Date,
): PastResult | null {
  if (generatedAt === null) return null;
  const isEarlier = (one: PastResult) => one.generatedAt < generatedAt;
  if (since === 'before') return results.findLast(isEarlier) ?? null;
  const day = baseDay(since, now);
  if (day === null) return null;
  const endOfBaseDay = endOfDay(day);
  const isOldEnough = (one: PastResult) =>
    one.generatedAt <= generatedAt && one.generatedAt < endOfBaseDay;
  return results.findLast(isOldEnough) ?? results.find(isEarlier) ?? null;
}

/**
 * Returns the base of a report outside a table. If there is no base, or if the base is the result of
 * the report itself, returns the previous result.
 * @param results the results of the page, oldest first
 */
export function baseOfReport(
  report: Report,
  results: readonly PastResult[],
  since: PageSince,
  now: Date,
): PastResult | null {
  const base = report.result === null ? null : baseOf(report, results, since, now);
  const isResultOfReport = base?.generatedAt === report.generatedAt;
  return base === null || isResultOfReport ? resultBefore(report, results) : base;
}

export interface PageInBrief {
  change: PageChange;
  /** The checks that passed in the base and fail now, the most important first. */
  appeared: FailedCheck[];
  /** The number of other failed checks; null if the failed checks are unknown. */
  remaining: number | null;
}

/**
 * Compares a page with the result of `baseOfReport`.
 * @param report the newest report of the page
 * @param results the results of the page, oldest first
 * @param mutes the mutes of the page
 */
export function pageInBrief(
  report: Report,
  results: readonly PastResult[],
  since: PageSince,
  now: Date,
  mutes: readonly PageMute[],
): PageInBrief {
  const base = baseOfReport(report, results, since, now);
  const change = pageChange(report, { base }, mutes);
  const appeared = newChecks(change).toSorted(importantFirst);
  const { failing } = verdictOf(report, mutes);
  return { change, appeared, remaining: failing && failing.length - appeared.length };
}

/** Returns the base day, ISO 8601; null if pages or clients have different base days. */
export function daySince(since: Since, now: Date): string | null {
  const day = since === 'summary' ? null : baseDay(since, now);
  return day && startOfDay(day);
}

function baseDay(since: PageSince, now: Date): Day | null {
  switch (since) {
    case 'before':
    case 'noSummary':
      return null;
    case 'week':
    case 'month':
      return dayOf(now, SINCE_DAYS[since]);
    default:
      return since;
  }
}

/** The results of a page over time, compared with a base. */
export interface PageTrend {
  /** The base of the newest report; null if absent. */
  base: PastResult | null;
  /** `earlierResult`: the base is the oldest result, which is newer than the base day. */
  missing?: 'earlierResult' | 'summary' | undefined;
  /** The newest result of the page; null without results. */
  newest: Pick<PastResult, 'reportId' | 'generatedAt'> | null;
  /** An entry for each check that fails in the report's result. */
  failingSince: readonly (FailingSince & Pick<FailedCheck, 'name'>)[];
  /** The checks that failed in the base and pass now, if their dates are known. */
  fixedSinceBase?: readonly FixedSinceBase[];
  /** The checks that pass in the base and now, but failed in between. */
  fixedBetween: readonly FixedBetween[];
  /** The scores of the last weeks; null if unknown. */
  weekly: WeeklyScores | null;
}

/**
 * A fixed check. Ignores results with unknown checks, and results in which the check is muted.
 */
export interface FixedSinceBase extends Pick<FailedCheck, 'name'> {
  /** Time of the first result in the last series of failures, ISO 8601. */
  foundAt: string;
  /** Whether no known result before this series passed. The check may have failed earlier. */
  mayBeOlder: boolean;
  /** Time of the first result after this series, ISO 8601. */
  fixedAt: string;
}

/** A check that passes in two results, but failed in between. */
export interface FixedBetween extends FailedCheck {
  /** Time of the first result in the last series of failures, ISO 8601. */
  foundAt: string;
  /** Time of the first result after this series, ISO 8601. */
  fixedAt: string;
}

/**
 * @param results the results of the page, oldest first
 * @param mutes the mutes of the page
 */
export function trendOf(
  report: Pick<Report, 'generatedAt'>,
  results: readonly PastResult[],
  since: PageSince,
  now: Date,
  mutes: readonly PageMute[] = [],
): PageTrend {
  const newest = results.at(-1);
  const { generatedAt } = report;
  // Another report of the page may have a newer result.
  const resultsUntilReport = results.filter(
    (one) => generatedAt === null || one.generatedAt <= generatedAt,
  );
  // `results` lacks an unrated result of the report. An earlier result with known checks then counts.
  const latest = resultsUntilReport.findLast(
    (one) => one.generatedAt === generatedAt || hasChecks(one),
  );
  const failing = (verdictOf(latest ?? {}, mutes).failing ?? []).flatMap(({ name }) => {
    const since = failingSince(resultsUntilReport, name, mutes);
    return since === null ? [] : { name, ...since };
  });
  const base = baseOf(report, results, since, now);
  return {
    base,
    missing: missingFor(base, since, now),
    newest: newest ? { reportId: newest.reportId, generatedAt: newest.generatedAt } : null,
    failingSince: failing,
    fixedSinceBase: base === null ? [] : fixedSinceBase(base, resultsUntilReport, mutes),
    fixedBetween: base === null ? [] : fixedBetween(report, base, results, mutes),
    weekly: weeklyScores(resultsUntilReport, now),
  };
}

function missingFor(base: PastResult | null, since: PageSince, now: Date): PageTrend['missing'] {
  if (since === 'noSummary') return 'summary';
  const day = baseDay(since, now);
  const isLater = day !== null && base !== null && base.generatedAt >= endOfDay(day);
  return isLater ? 'earlierResult' : undefined;
}

/**
 * Returns the dates of the checks that failed in the base and pass in the last result.
 * @param results the results of the page until its report, oldest first
 */
function fixedSinceBase(
  base: PastResult,
  results: readonly PastResult[],
  mutes: readonly PageMute[],
): FixedSinceBase[] {
  return (verdictOf(base, mutes).failing ?? []).flatMap(({ name }) => {
    const judged = results.filter((one) => failsIn(one, name, mutes) !== null);
    const fails = (one: PastResult) => failsIn(one, name, mutes) === true;
    const lastFailureIndex = judged.findLastIndex(fails);
    const passedIndex = judged.findLastIndex((one, at) => at < lastFailureIndex && !fails(one));
    const foundAt = judged[passedIndex + 1]?.generatedAt;
    const fixedAt = judged[lastFailureIndex + 1]?.generatedAt;
    return foundAt && fixedAt ? { name, foundAt, mayBeOlder: passedIndex < 0, fixedAt } : [];
  });
}

/** Returns the checks that failed only between the base and the result of a report. */
function fixedBetween(
  { generatedAt }: Pick<Report, 'generatedAt'>,
  base: PastResult,
  results: readonly PastResult[],
  mutes: readonly PageMute[],
): FixedBetween[] {
  const withChecks = results.filter(
    (one) =>
      one.generatedAt >= base.generatedAt &&
      one.generatedAt <= (generatedAt ?? '') &&
      hasChecks(one),
  );
  const first = withChecks[0];
  const last = withChecks.at(-1);
  if (first?.generatedAt !== base.generatedAt || last?.generatedAt !== generatedAt) return [];
  const lastFailures = new Map(
    withChecks.flatMap((one) =>
      (verdictOf(one, mutes).failing ?? []).map((check) => [check.name, check]),
    ),
  );
  return [...lastFailures.values()].flatMap((check) => {
    const fails = (one: PastResult) => failsIn(one, check.name, mutes);
    if (fails(first) !== false || fails(last) !== false) return [];
    const unmuted = withChecks.filter((one) => fails(one) !== null);
    const lastFailureIndex = unmuted.findLastIndex((one) => fails(one) === true);
    const previousPassIndex = unmuted.findLastIndex(
      (one, index) => index < lastFailureIndex && fails(one) === false,
    );
    const foundAt = unmuted[previousPassIndex + 1]?.generatedAt;
    const fixedAt = unmuted[lastFailureIndex + 1]?.generatedAt;
    return foundAt && fixedAt ? { ...check, foundAt, fixedAt } : [];
  });
}

/**
 * @param report the page's newest report with a result
 * @param mutes the mutes of the page
 */
export function pageChange(
  report: Report,
  { base, missing }: Pick<PageTrend, 'base' | 'missing'>,
  mutes: readonly PageMute[] = [],
): PageChange {
  if (report.result === null || report.generatedAt === null) return { kind: 'unrated' };
  if (missing === 'summary') return { kind: 'noSummary' };
  if (base === null) return { kind: 'first' };
  if (base.generatedAt === report.generatedAt) return { kind: 'notChecked', base };
  const difference = scoreDifference(report, base);
  const checks = checkChanges(verdictOf(base, mutes), verdictOf(report, mutes));
  const rise = difference ?? ratingDifference(report, base);
  return { kind: kindOfComparison(rise, checks), base, difference, checks };
}

function kindOfComparison(rise: number, checks: CheckChanges | null): Compared['kind'] {
  const { appeared = [], appearedMuted = [] } = checks ?? {};
  if (appeared.some(({ importance }) => importance === 'high')) return 'worse';
  const isIntended = appeared.length === 0 && appearedMuted.length > 0;
  return rise < 0 && isIntended ? 'same' : kindOfRise(rise);
}

/** @param rise the new minus the old score, rating or average */
export function kindOfRise(rise: number): Compared['kind'] {
  if (rise === 0) return 'same';
  return rise < 0 ? 'worse' : 'better';
}

/** Returns the number of steps by which the rating has risen; negative for a fall. */
export function ratingDifference(
  { result }: Pick<Report, 'result'>,
  base: Pick<PastResult, 'result'>,
): number {
  return result === null ? 0 : RATINGS.indexOf(base.result) - RATINGS.indexOf(result);
}

/** Returns the checks that passed in the base and fail now; empty if unknown. */
export function newChecks(change: PageChange | null): readonly FailedCheck[] {
  return comparedOf(change)?.checks?.appeared ?? [];
}

/**
 * The start of a check's latest series of failures. Ignores results with unknown checks, and results in
 * which the check is muted.
 */
export interface FailingSince {
  /** Time of the first failure, ISO 8601. */
  at: string;
  /** Time of the previous result, in which the check passed, ISO 8601; null if absent. */
  passedAt: string | null;
  /** Whether the check also failed before it passed. */
  isAgain: boolean;
}

/**
 * Returns the start of a check's latest series of failures; null if the check does not fail in the
 * newest result with checks.
 * @param results the results of the page, oldest first
 * @param mutes the mutes of the page
 */
export function failingSince(
  results: readonly PastResult[],
  check: string,
  mutes: readonly PageMute[] = [],
): FailingSince | null {
  const fails = (one: PastResult) => failsIn(one, check, mutes);
  const newest = results.findLast((one) => hasChecks(one));
  if (newest === undefined || fails(newest) !== true) return null;
  const judged = results.filter((one) => fails(one) !== null);
  const passedIndex = judged.findLastIndex((one) => fails(one) === false);
  const beforePassed = judged.slice(0, Math.max(0, passedIndex));
  return {
    at: (judged[passedIndex + 1] ?? newest).generatedAt,
    passedAt: judged[passedIndex]?.generatedAt ?? null,
    isAgain: beforePassed.some((one) => fails(one) === true),
  };
}
