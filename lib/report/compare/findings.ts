import { type FailedCheck, type Importance, importantFirst } from '@/lib/report/importance';
import { verdictOf } from '@/lib/report/verdict';
import {
  CHANGE_KINDS,
  comparedOf,
  type FixedBetween,
  newChecks,
  type PageChange,
  type PagePast,
  pageChange,
} from './page-change';
import type { ReportedPage } from './pages';

/** A page with its past and its change. */
export interface PageRow extends ReportedPage {
  /** Null until loaded. */
  past: PagePast | null;
  /** Null until `past` is loaded. */
  change: PageChange | null;
}

/** Adds past and change to a page. */
export function pageRow(page: ReportedPage, past: PagePast | null): PageRow {
  return { ...page, past, change: past && pageChange(page.report, past) };
}

/** A failed or fixed check, with the number of its pages. */
export interface CheckCount extends FailedCheck {
  pages: number;
}

/** A check that was found and fixed between base and result, on the same days on each page. */
export interface FixedBetweenCount extends CheckCount {
  /** The days, each as the time of a result, ISO 8601. */
  foundAt: string;
  fixedAt: string;
}

/** A check that fails on pages, with the number of pages on which the check is new. */
export interface Problem extends CheckCount {
  appeared: number;
}

/**
 * Returns the failed checks of pages by importance. Within one importance, checks on most new pages
 * come first, then checks on most pages.
 */
export function problemsOf(rows: readonly PageRow[]): Record<Importance, Problem[]> {
  const appeared = new Map(
    countChecks(rows, ({ change }) => newChecks(change)).map(({ name, pages }) => [name, pages]),
  );
  const all = countChecks(rows, ({ report }) => verdictOf(report).failing ?? [])
    .map((check): Problem => ({ ...check, appeared: appeared.get(check.name) ?? 0 }))
    .sort((one, other) => other.appeared - one.appeared);
  const withImportance = (wanted: Importance) =>
    all.filter(({ importance }) => importance === wanted);
  return {
    high: withImportance('high'),
    medium: withImportance('medium'),
    low: withImportance('low'),
  };
}

/**
 * The averages of all pages with a score. A page without an earlier score counts with its only one.
 */
export interface Development {
  before: number;
  now: number;
  /** The number of pages with a later score than in the base. */
  measuredAgain: number;
}

/** The results of pages in total, and their change. */
export interface Overview {
  /** The number of pages. */
  pages: number;
  /** The average of all scores, rounded half up; null without scores. */
  average: number | null;
  /** The number of pages with a score. */
  scored: number;
  /** Null if no page was measured again with a score. */
  development: Development | null;
  /** The number of pages of each kind. */
  kinds: Record<PageChange['kind'], number>;
  /** The number of pages with failed checks known now and in the base. */
  checksCompared: number;
  appeared: CheckCount[];
  fixed: CheckCount[];
  fixedBetween: FixedBetweenCount[];
}

/** Returns the overview of pages. */
export function overviewOf(rows: readonly PageRow[]): Overview {
  const kinds = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Overview['kinds'];
  for (const { change } of rows) if (change !== null) kinds[change.kind] += 1;
  const scores = rows.flatMap(({ report: { score }, change }) =>
    score === null ? [] : [{ before: comparedOf(change)?.base.score ?? null, now: score }],
  );
  const measuredAgain = scores.filter(({ before }) => before !== null).length;
  const before = average(scores.map((one) => one.before ?? one.now));
  const now = average(scores.map((one) => one.now));
  return {
    pages: rows.length,
    average: now,
    scored: scores.length,
    development:
      measuredAgain === 0 || before === null || now === null
        ? null
        : { before, now, measuredAgain },
    kinds,
    checksCompared: rows.filter(({ change }) => comparedOf(change)?.checks).length,
    appeared: countChecks(rows, ({ change }) => newChecks(change)).sort(importantFirst),
    fixed: countChecks(rows, ({ change }) => comparedOf(change)?.checks?.fixed ?? []).sort(
      importantFirst,
    ),
    fixedBetween: countFixedBetween(rows).sort(importantFirst),
  };
}

/** Returns the checks that were found and fixed on a page since its base. */
export function fixedBetweenOn({
  change,
  past,
}: Pick<PageRow, 'change' | 'past'>): readonly FixedBetween[] {
  return comparedOf(change) === null ? [] : (past?.fixedBetween ?? []);
}

/** Counts the pages of each check that was found and fixed, by local days. */
function countFixedBetween(rows: readonly PageRow[]): FixedBetweenCount[] {
  const counts = new Map<string, FixedBetweenCount>();
  const dayOf = (time: string) => new Date(time).toDateString();
  for (const one of rows.flatMap(fixedBetweenOn)) {
    const key = [one.name, dayOf(one.foundAt), dayOf(one.fixedAt)].join('|');
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { ...one, pages: 1 });
    else known.pages += 1;
  }
  return [...counts.values()].sort((one, other) => other.pages - one.pages);
}

/** Sorts pages by score, lowest first; pages without a score come last. */
export function worstFirst(rows: readonly PageRow[]): PageRow[] {
  const levelOf = ({ report }: PageRow) => report.score ?? Number.MAX_VALUE;
  return rows.toSorted((one, other) => levelOf(one) - levelOf(other));
}

function average(scores: readonly number[]): number | null {
  const sum = scores.reduce((all, score) => all + score, 0);
  return scores.length === 0 ? null : Math.round(sum / scores.length);
}

/** Counts checks over pages, the most frequent first. Equal counts keep the service's order. */
function countChecks(
  rows: readonly PageRow[],
  checksOf: (row: PageRow) => readonly FailedCheck[],
): CheckCount[] {
  const counts = new Map<string, CheckCount>();
  for (const row of rows) {
    for (const check of checksOf(row)) {
      const known = counts.get(check.name);
      if (known === undefined) counts.set(check.name, { ...check, pages: 1 });
      else known.pages += 1;
    }
  }
  return [...counts.values()].sort((one, other) => other.pages - one.pages);
}
