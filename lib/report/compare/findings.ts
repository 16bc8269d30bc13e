import { type FailedCheck, type Importance, importantFirst } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import { type Verdict, verdictOf } from '@/lib/report/verdict';
import {
  CHANGE_KINDS,
  comparedOf,
  type FixedBetween,
  type FixedSinceBase,
  newChecks,
  type PageChange,
  type PageTrend,
  pageChange,
} from './page-change';
import type { ReportedPage } from './pages';

export interface PageRow extends ReportedPage {
  /** Null until loaded. */
  trend: PageTrend | null;
  /** Null until `trend` is loaded. */
  change: PageChange | null;
  mutes: readonly PageMute[];
  /** The verdict of `report`. */
  verdict: Verdict;
}

export function pageRow(
  page: ReportedPage,
  trend: PageTrend | null,
  mutes: readonly PageMute[],
): PageRow {
  const { report } = page;
  return {
    ...page,
    trend,
    change: trend && pageChange(report, trend, mutes),
    mutes,
    verdict: verdictOf(report, mutes),
  };
}

/** The inputs of `pageRow`. */
export interface RowInputs extends Pick<PageRow, 'trend' | 'mutes'> {
  page: ReportedPage;
}

/**
 * Returns the rows of pages. An unchanged row is the same object, so that its cells are not drawn
 * again. Without any change, returns `former`, so that derived numbers are not computed again.
 * @param former the rows before the last change
 */
export function pageRows(
  pages: readonly RowInputs[],
  former: readonly PageRow[],
): readonly PageRow[] {
  const formerByKey = new Map(former.map((row) => [row.key, row]));
  const rows = pages.map(({ page, trend, mutes }) => {
    const row = formerByKey.get(page.key);
    const isSame = row?.trend === trend && row.mutes === mutes && isSamePage(row, page);
    return isSame ? row : pageRow(page, trend, mutes);
  });
  const isSame = rows.length === former.length && rows.every((row, at) => row === former[at]);
  return isSame ? former : rows;
}

function isSamePage(one: ReportedPage, other: ReportedPage): boolean {
  return (
    one.client === other.client &&
    one.report === other.report &&
    one.isAwaited === other.isAwaited &&
    one.reports.length === other.reports.length &&
    one.reports.every((report, at) => report === other.reports[at])
  );
}

export interface CheckCount extends FailedCheck {
  /** The number of pages on which the check fails or was fixed. */
  pages: number;
}

/** A check that failed only between base and result, with the same local days on all its pages. */
export interface FixedBetweenCount extends CheckCount {
  /** Time of a failing result on the first day, ISO 8601. */
  foundAt: string;
  /** Time of a passing result on the last day, ISO 8601. */
  fixedAt: string;
}

export interface Problem extends CheckCount {
  /** The number of pages on which the check is new. */
  appeared: number;
}

/** Sorts by number of pages on which the check is new, then by number of pages. */
export function problemsOf(rows: readonly PageRow[]): Record<Importance, Problem[]> {
  const newCounts = countChecks(rows, ({ change }) => newChecks(change));
  const newPagesByCheck = new Map(newCounts.map(({ name, pages }) => [name, pages]));
  const problems = countChecks(rows, ({ verdict }) => verdict.failing ?? [])
    .map((check): Problem => ({ ...check, appeared: newPagesByCheck.get(check.name) ?? 0 }))
    .sort((one, other) => other.appeared - one.appeared);
  return {
    high: problems.filter(({ importance }) => importance === 'high'),
    medium: problems.filter(({ importance }) => importance === 'medium'),
    low: problems.filter(({ importance }) => importance === 'low'),
  };
}

/** The average score of the pages with a score, in the base and now. */
export interface Development {
  /** A page without a score in the base counts with its present score. */
  before: number;
  now: number;
  /** The number of pages with a score in the base and now. */
  measuredAgain: number;
  /**
   * Like `before`, but pages that fell only by muted checks count with their present score. Absent without
   * such pages.
   */
  beforeWithoutIntended?: number;
}

/** The summary of several pages. The lists of checks begin with the most important. */
export interface Overview {
  pages: number;
  /** The average of all scores, rounded half up; null without scores. */
  average: number | null;
  /** The number of pages with a score. */
  scored: number;
  /** Null if no page has a score in the base and now. */
  development: Development | null;
  /** The number of pages by kind of change. */
  kinds: Record<PageChange['kind'], number>;
  /** The number of pages whose failed checks are known in the base and now. */
  checksCompared: number;
  /** The checks that passed in the base and fail now. */
  appeared: CheckCount[];
  /** The checks that failed in the base and pass now. */
  fixed: CheckCount[];
  /** The checks that failed only between base and now. */
  fixedBetween: FixedBetweenCount[];
}

export function overviewOf(rows: readonly PageRow[]): Overview {
  const kinds = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Overview['kinds'];
  for (const { change } of rows) if (change !== null) kinds[change.kind] += 1;
  const scores = rows.flatMap(({ report: { score }, change }) => {
    if (score === null) return [];
    const before = comparedOf(change)?.base.score ?? null;
    return [{ before, now: score, hasIntendedFall: hasIntendedFall(change) }];
  });
  const measuredAgain = scores.filter(({ before }) => before !== null).length;
  const averageBefore = average(scores.map(({ before, now }) => before ?? now));
  const averageNow = average(scores.map(({ now }) => now));
  const beforeWithoutIntended = scores.some((score) => score.hasIntendedFall)
    ? average(
        scores.map((score) => (score.hasIntendedFall ? score.now : (score.before ?? score.now))),
      )
    : null;
  return {
    pages: rows.length,
    average: averageNow,
    scored: scores.length,
    development:
      measuredAgain === 0 || averageBefore === null || averageNow === null
        ? null
        : {
            before: averageBefore,
            now: averageNow,
            measuredAgain,
            ...(beforeWithoutIntended !== null && { beforeWithoutIntended }),
          },
    kinds,
    checksCompared: rows.filter(({ change }) => comparedOf(change)?.checks).length,
    appeared: countChecks(rows, ({ change }) => newChecks(change)).sort(importantFirst),
    fixed: countChecks(rows, ({ change }) => comparedOf(change)?.checks?.fixed ?? []).sort(
      importantFirst,
    ),
    fixedBetween: countFixedBetween(rows).sort(importantFirst),
  };
}

/** Whether the score fell only because of muted checks. */
function hasIntendedFall(change: PageChange | null): boolean {
  const { kind, difference } = comparedOf(change) ?? {};
  return kind === 'same' && (difference ?? 0) < 0;
}

/** Returns the checks of a page that pass in the base and now, but failed in between. */
export function fixedBetweenOn({
  change,
  trend,
}: Pick<PageRow, 'change' | 'trend'>): readonly FixedBetween[] {
  return comparedOf(change) === null ? [] : (trend?.fixedBetween ?? []);
}

/** A check that was fixed on a page. */
export interface PageFix extends FailedCheck {
  /** Null if unknown. */
  dates: Omit<FixedSinceBase, 'name'> | null;
}

/** Returns the checks of a page that failed in the base or later, and pass now. */
export function fixesOn(row: Pick<PageRow, 'change' | 'trend'>): PageFix[] {
  const fixed = comparedOf(row.change)?.checks?.fixed ?? [];
  return [
    ...fixed.map((check): PageFix => {
      const dates = row.trend?.fixedSinceBase?.find(({ name }) => name === check.name);
      return { ...check, dates: dates ?? null };
    }),
    ...fixedBetweenOn(row).map(({ foundAt, fixedAt, ...check }): PageFix => {
      // The check passed in the base.
      return { ...check, dates: { foundAt, mayBeOlder: false, fixedAt } };
    }),
  ];
}

/** Returns the failures of a check, one for each page on which the check fails. */
export function failuresOn(check: string, rows: readonly PageRow[]): FailedCheck[] {
  return rows.flatMap(({ verdict }) => verdict.failing?.find(({ name }) => name === check) ?? []);
}

/** Returns the last failures of a fixed check, one for each page on which the check was fixed. */
export function failuresBeforeFix(check: string, rows: readonly PageRow[]): FailedCheck[] {
  return rows.flatMap((row) => {
    const fixed = [...(comparedOf(row.change)?.checks?.fixed ?? []), ...fixedBetweenOn(row)];
    return fixed.find(({ name }) => name === check) ?? [];
  });
}

/** Counts pages by check and local days, the most frequent first. */
function countFixedBetween(rows: readonly PageRow[]): FixedBetweenCount[] {
  const counts = new Map<string, FixedBetweenCount>();
  const dayOf = (time: string) => new Date(time).toDateString();
  for (const check of rows.flatMap(fixedBetweenOn)) {
    const key = [check.name, dayOf(check.foundAt), dayOf(check.fixedAt)].join('|');
    const count = counts.get(key);
    if (count === undefined) counts.set(key, { ...check, pages: 1 });
    else count.pages += 1;
  }
  return [...counts.values()].sort((one, other) => other.pages - one.pages);
}

/** Sorts pages by score, lowest first. Pages without a score are last. */
export function worstFirst(rows: readonly PageRow[]): PageRow[] {
  const sortKeyOf = ({ report }: PageRow) => report.score ?? Number.MAX_VALUE;
  return rows.toSorted((one, other) => sortKeyOf(one) - sortKeyOf(other));
}

function average(scores: readonly number[]): number | null {
  const sum = scores.reduce((total, score) => total + score, 0);
  return scores.length === 0 ? null : Math.round(sum / scores.length);
}

/** Counts pages by check, the most frequent first. */
function countChecks(
  rows: readonly PageRow[],
  checksOf: (row: PageRow) => readonly FailedCheck[],
): CheckCount[] {
  const counts = new Map<string, CheckCount>();
  for (const row of rows) {
    for (const check of checksOf(row)) {
      const count = counts.get(check.name);
      if (count === undefined) counts.set(check.name, { ...check, pages: 1 });
      else count.pages += 1;
    }
  }
  return [...counts.values()].sort((one, other) => other.pages - one.pages);
}
