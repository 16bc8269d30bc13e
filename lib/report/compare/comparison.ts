import type { Check } from '@/lib/report/content/checks';
import { type FailedCheck, IMPORTANCES } from '@/lib/report/importance';

/** What is known of the checks of one report, at one date. */
export interface ComparedResult {
  /** All of them; null where only the failed ones were kept. */
  checks: readonly Check[] | null;
  failed: readonly FailedCheck[];
}

/** How one result stands in one check. */
export interface ComparedSide {
  /** `unknown`: the result has no such check. */
  mark: 'failed' | 'passed' | 'unknown';
  /** What the service says of it; null where that was not kept. */
  check: Check | null;
}

/** One check of two results. */
export interface ComparedCheck {
  name: string;
  /** How much it matters, in the service's word; null where neither result says so. */
  importance: string | null;
  left: ComparedSide;
  right: ComparedSide;
}

/** The checks of two results by where they failed, the important ones first. */
export interface Comparison {
  onlyRight: ComparedCheck[];
  onlyLeft: ComparedCheck[];
  both: ComparedCheck[];
  /** Empty where a report has no checks yet, or of both only failed ones were kept. */
  neither: ComparedCheck[];
}

/** Compares two results, check by check. */
export function compareResults(left: ComparedResult, right: ComparedResult): Comparison {
  const names = new Set([...namesOf(left), ...namesOf(right)]);
  const checks = [...names]
    .map((name) => {
      const sides = { left: sideOf(left, name), right: sideOf(right, name) };
      const importance = importanceOf(left, name) ?? importanceOf(right, name);
      return { name, importance, ...sides };
    })
    .sort((one, other) => rankOf(one) - rankOf(other));
  const where = (failsLeft: boolean, failsRight: boolean) =>
    checks.filter(
      ({ left: one, right: other }) =>
        (one.mark === 'failed') === failsLeft && (other.mark === 'failed') === failsRight,
    );
  const isEmpty = [left, right].some(({ checks }) => checks?.length === 0);
  return {
    onlyRight: where(false, true),
    onlyLeft: where(true, false),
    both: where(true, true),
    neither: isEmpty ? [] : where(false, false),
  };
}

function namesOf({ checks, failed }: ComparedResult): string[] {
  return (checks ?? failed).map(({ name }) => name);
}

function sideOf({ checks, failed }: ComparedResult, name: string): ComparedSide {
  if (checks === null) {
    // What did not fail then has passed: a check is seldom added or taken away.
    return { mark: failed.some((one) => one.name === name) ? 'failed' : 'passed', check: null };
  }
  const check = checks.find((one) => one.name === name) ?? null;
  if (check === null) return { mark: 'unknown', check };
  return { mark: check.isPassed ? 'passed' : 'failed', check };
}

function importanceOf({ checks, failed }: ComparedResult, name: string): string | null {
  return (checks ?? failed).find((one) => one.name === name)?.importance ?? null;
}

function rankOf({ importance }: ComparedCheck): number {
  const rank = (IMPORTANCES as readonly (string | null)[]).indexOf(importance);
  return rank < 0 ? IMPORTANCES.length : rank;
}
