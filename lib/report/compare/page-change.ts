import { type FailedCheck, importantFirst } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import { RATINGS } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { failsIn, verdictOf } from '@/lib/report/verdict';
import { type CheckChanges, checkChanges, resultBefore, scoreDifference } from './changes';

/**
 * What results are compared with: the result a week or a month ago, or the previous result. With
 * `before`, a problem is new until the next report on its page.
 */
export const SINCE = ['week', 'month', 'before'] as const;
export type Since = (typeof SINCE)[number];

/** The age of the base, in days. */
export const SINCE_DAYS = { week: 7, month: 30 } as const;

/** The difference between a page's result and its base. */
export interface Compared {
  /** Worse: a lower score, or a new failed check of high importance. */
  kind: 'worse' | 'better' | 'same';
  base: PastResult;
  /** The rise of the score; null if either result has no score. */
  difference: number | null;
  /** Null if the failed checks of either result are unknown. */
  checks: CheckChanges | null;
}

/** The change of a page since its base. */
export type PageChange =
  | Compared
  /** The base is the page's newest result. */
  | { kind: 'notChecked'; base: PastResult }
  /** The page has no earlier result. */
  | { kind: 'first' }
  /** The page has no rating, or a rating that the interface does not name. */
  | { kind: 'unrated' };

/** All kinds, in the order in which a client's summary counts them. */
export const CHANGE_KINDS = [
  'worse',
  'better',
  'same',
  'notChecked',
  'first',
  'unrated',
] as const satisfies PageChange['kind'][];

/** Returns a change if it compares two results; null otherwise. */
export function comparedOf(change: PageChange | null): Compared | null {
  return change !== null && 'checks' in change ? change : null;
}

/**
 * Returns the base of a report. With `before`, that is the page's previous result. Otherwise it is
 * the last result up to the end of the base day, possibly the report's own, or else the oldest
 * result. Null if there is no earlier result.
 * @param results the results of the page, oldest first
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
  return results.findLast(isThen) ?? results.find((one) => one.generatedAt < generatedAt) ?? null;
}

/**
 * Returns the base of a single report: the base of its page, or otherwise the previous result. Null
 * if there is neither.
 * @param results the results of the page, oldest first
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

/** The change of a page in brief, from its newest report. */
export type PageAnswer = ReturnType<typeof pageAnswer>;

/**
 * Returns the change, the new failed checks by importance, and the number of other failed checks.
 * The number is null if the checks are unknown. The base is `baseOfReport`.
 * @param results the results of the page, oldest first
 */
export function pageAnswer(
  report: Report,
  results: readonly PastResult[],
  since: Since,
  now: Date,
) {
  const base = baseOfReport(report, results, since, now);
  const change = pageChange(report, { base });
  const appeared = newChecks(change).toSorted(importantFirst);
  const { failing } = verdictOf(report);
  return { change, appeared, remaining: failing && failing.length - appeared.length };
}

/** Returns the base day, ISO 8601; null if each page has its own base day. */
export function daySince(since: Since, now: Date): string | null {
  if (since === 'before') return null;
  return dayBefore(now, SINCE_DAYS[since]);
}

/** Returns midnight of the day `days` days ago, in local time, as ISO 8601 in UTC. */
function dayBefore(now: Date, days: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
}

/** The past of a page before one result, as far as a table shows the past. */
export interface PagePast {
  /** The base of the result; null if there is none. */
  base: PastResult | null;
  /** The newest result of the page; null if none is known. */
  newest: Pick<PastResult, 'reportId' | 'generatedAt'> | null;
  /** Start of the failures of each check that fails in the newest result. */
  failingSince: readonly (FailingSince & Pick<FailedCheck, 'name'>)[];
  /** The checks that pass in the base and now, and failed in between. */
  fixedBetween: readonly FixedBetween[];
}

/** A check that was found and fixed between two results in which the check passes. */
export interface FixedBetween extends FailedCheck {
  /** Time of the first failing result of the last failures, ISO 8601. */
  foundAt: string;
  /** Time of the first passing result after the failures, ISO 8601. */
  fixedAt: string;
}

/**
 * Returns the past of a report's page.
 * @param results the results of the page, oldest first
 */
export function pastOf(
  report: Pick<Report, 'generatedAt'>,
  results: readonly PastResult[],
  since: Since,
  now: Date,
): PagePast {
  const newest = results.at(-1);
  const failing = (verdictOf(newest ?? {}).failing ?? []).flatMap(({ name }) => {
    const time = failingSince(results, name);
    return time === null ? [] : { name, ...time };
  });
  const base = baseOf(report, results, since, now);
  return {
    base,
    newest: newest ? { reportId: newest.reportId, generatedAt: newest.generatedAt } : null,
    failingSince: failing,
    fixedBetween: base === null ? [] : fixedBetween(report, base, results),
  };
}

/** Returns the checks that failed only between a base and the result of a report. */
function fixedBetween(
  { generatedAt }: Pick<Report, 'generatedAt'>,
  base: PastResult,
  results: readonly PastResult[],
): FixedBetween[] {
  const known = results.filter(
    (one) =>
      one.generatedAt >= base.generatedAt &&
      one.generatedAt <= (generatedAt ?? '') &&
      verdictOf(one).failing !== null,
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first?.generatedAt !== base.generatedAt || last?.generatedAt !== generatedAt) return [];
  const found = new Map(
    known.flatMap((one) => (verdictOf(one).failing ?? []).map((check) => [check.name, check])),
  );
  return [...found.values()].flatMap((check) => {
    const fails = (one: PastResult) => failsIn(one, check.name) === true;
    if (fails(first) || fails(last)) return [];
    const end = known.findLastIndex(fails);
    const start = known.findLastIndex((one, index) => index < end && !fails(one)) + 1;
    const [foundAt, fixedAt] = [known[start]?.generatedAt, known[end + 1]?.generatedAt];
    return foundAt && fixedAt ? { ...check, foundAt, fixedAt } : [];
  });
}

/**
 * Returns the change of a page.
 * @param report the page's newest report with a result
 */
export function pageChange(report: Report, { base }: Pick<PagePast, 'base'>): PageChange {
  if (report.result === null || report.generatedAt === null) return { kind: 'unrated' };
  if (base === null) return { kind: 'first' };
  if (base.generatedAt === report.generatedAt) return { kind: 'notChecked', base };
  const difference = scoreDifference(report, base);
  const [before, now] = [verdictOf(base).failing, verdictOf(report).failing];
  const checks = before && now && checkChanges(before, now);
  const risen = difference ?? ratingDifference(report, base);
  const hasNewHigh = checks?.appeared.some(({ importance }) => importance === 'high') ?? false;
  return { kind: hasNewHigh ? 'worse' : kindOfRise(risen), base, difference, checks };
}

/** Returns whether a result or an average became worse or better. */
export function kindOfRise(rise: number): Compared['kind'] {
  if (rise === 0) return 'same';
  return rise < 0 ? 'worse' : 'better';
}

/** Returns the rise of the rating, for services without scores. */
export function ratingDifference(
  { result }: Pick<Report, 'result'>,
  base: Pick<PastResult, 'result'>,
): number {
  return result === null ? 0 : RATINGS.indexOf(base.result) - RATINGS.indexOf(result);
}

/** Returns the checks that fail on a page since its base; empty if unknown. */
export function newChecks(change: PageChange | null): readonly FailedCheck[] {
  return comparedOf(change)?.checks?.appeared ?? [];
}

/** Start of a check's uninterrupted failures. */
export interface FailingSince {
  /** Time of the first failing result, ISO 8601. */
  at: string;
  /**
   * Time of the last passing result before, ISO 8601. Null if the failures may have started
   * earlier: the checks of the result before are unknown.
   */
  passedAt: string | null;
  /** Whether the check also failed before it passed. */
  isAgain: boolean;
}

/**
 * Returns the start of a check's failures on a page; null if the newest result does not contain the
 * failed check.
 * @param results the results of the page, oldest first
 */
export function failingSince(results: readonly PastResult[], check: string): FailingSince | null {
  const before = results.findLastIndex((one) => failsIn(one, check) !== true);
  const first = results[before + 1];
  if (first === undefined) return null;
  const passed = results[before];
  const isKnown = passed !== undefined && failsIn(passed, check) === false;
  const isAgain = isKnown && results.slice(0, before).some((one) => failsIn(one, check) === true);
  return { at: first.generatedAt, passedAt: isKnown ? passed.generatedAt : null, isAgain };
}
