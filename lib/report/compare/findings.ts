import {
  type FailedCheck,
  IMPORTANCES,
  type Importance,
  importantFirst,
} from '@/lib/report/importance';
import {
  CHANGE_KINDS,
  comparedOf,
  newChecks,
  type PageChange,
  type PagePast,
  pageChange,
} from './page-change';
import type { ReportedPage } from './pages';

/** A page, with what has become of it. */
export interface PageRow extends ReportedPage {
  /** Null while that is not known. */
  past: PagePast | null;
  /** The same. */
  change: PageChange | null;
}

/** A page, with what has become of it. */
export function pageRow(page: ReportedPage, past: PagePast | null): PageRow {
  return { ...page, past, change: past && pageChange(page.report, past) };
}

/** A check, and on how many pages it fails or has been fixed. */
export interface CheckCount extends FailedCheck {
  pages: number;
}

/** A check that fails on pages, and on how many of them it did not before. */
export interface Problem extends CheckCount {
  appeared: number;
}

/**
 * What fails on pages, by how much it matters: what is new comes first, that on most pages before the
 * others, and then what failed before, the most frequent first.
 */
export function problemsOf(rows: readonly PageRow[]): Record<Importance, Problem[]> {
  const appeared = new Map(
    countChecks(rows, ({ change }) => newChecks(change)).map(({ name, pages }) => [name, pages]),
  );
  const all = countChecks(rows, ({ report }) => report.failedChecks ?? [])
    .map((check): Problem => ({ ...check, appeared: appeared.get(check.name) ?? 0 }))
    .sort((one, other) => other.appeared - one.appeared);
  const of = (wanted: Importance) => all.filter(({ importance }) => importance === wanted);
  const [high, medium, low] = IMPORTANCES;
  return { high: of(high), medium: of(medium), low: of(low) };
}

/** How pages stand in all, and have developed. */
export interface Overview {
  /** How many there are. */
  pages: number;
  /** Of all that have a score, rounded half up; null where none has. */
  average: number | null;
  /** Of those that have a score now and had one then. */
  development: { before: number; now: number; pages: number } | null;
  /** How many pages there are of each kind. */
  kinds: Record<PageChange['kind'], number>;
  /** The number of pages with known failed checks now and then. */
  checksCompared: number;
  appeared: CheckCount[];
  fixed: CheckCount[];
}

/** Sums up pages. */
export function overviewOf(rows: readonly PageRow[]): Overview {
  const kinds = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Overview['kinds'];
  for (const { change } of rows) if (change !== null) kinds[change.kind] += 1;
  const compared = rows.flatMap(({ report: { score }, change }) => {
    const before = comparedOf(change)?.base.score ?? null;
    return score === null || before === null ? [] : [{ before, now: score }];
  });
  const [before, now] = [
    average(compared.map((one) => one.before)),
    average(compared.map((one) => one.now)),
  ];
  return {
    pages: rows.length,
    average: average(rows.flatMap(({ report }) => report.score ?? [])),
    development: before === null || now === null ? null : { before, now, pages: compared.length },
    kinds,
    checksCompared: rows.filter(({ change }) => comparedOf(change)?.checks).length,
    appeared: countChecks(rows, ({ change }) => newChecks(change)).sort(importantFirst),
    fixed: countChecks(rows, ({ change }) => comparedOf(change)?.checks?.fixed ?? []).sort(
      importantFirst,
    ),
  };
}

/** Pages by their scores, the lowest first; those without a score at the end. */
export function worstFirst(rows: readonly PageRow[]): PageRow[] {
  const levelOf = ({ report }: PageRow) => report.score ?? Number.MAX_VALUE;
  return rows.toSorted((one, other) => levelOf(one) - levelOf(other));
}

function average(scores: readonly number[]): number | null {
  const sum = scores.reduce((all, score) => all + score, 0);
  return scores.length === 0 ? null : Math.round(sum / scores.length);
}

/** The most frequent first; among equals as services order their checks. */
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
