import type { Check } from '@/lib/report/content/checks';
import { type FailedCheck, IMPORTANCES } from '@/lib/report/importance';

/** The checks of one report on one date. */
export interface ComparedResult {
  /** All checks; null if only the failed checks are stored. */
  checks: readonly Check[] | null;
  failing: readonly FailedCheck[];
}

/** One check in one result. */
export interface ComparedSide {
  /** `unknown`: the result does not contain the check. */
  outcome: 'failed' | 'passed' | 'unknown';
  /** The details of the check; null if they are not stored. */
  check: Check | null;
}

/** One check in two results. */
export interface ComparedCheck {
  name: string;
  /** The service's word for the importance; null if neither result has one. */
  importance: string | null;
  left: ComparedSide;
  right: ComparedSide;
}

/** The checks of two results by where they failed, the most important first. */
export interface Comparison {
  onlyRight: ComparedCheck[];
  onlyLeft: ComparedCheck[];
  both: ComparedCheck[];
  /** Empty if a report has no checks yet, or both results contain only failed checks. */
  neither: ComparedCheck[];
}

/** Compares two results, check by check. */
export function compareResults(left: ComparedResult, right: ComparedResult): Comparison {
  const names = new Set([...namesOf(left), ...namesOf(right)]);
  const checks = [...names]
    .map((name) => ({
      name,
      importance: importanceOf(left, name) ?? importanceOf(right, name),
      left: sideOf(left, name),
      right: sideOf(right, name),
    }))
    .sort((one, other) => rankOf(one) - rankOf(other));
  const where = (failsLeft: boolean, failsRight: boolean) =>
    checks.filter(
      ({ left: one, right: other }) =>
        (one.outcome === 'failed') === failsLeft && (other.outcome === 'failed') === failsRight,
    );
  const isEmpty = [left, right].some(({ checks }) => checks?.length === 0);
  return {
    onlyRight: where(false, true),
    onlyLeft: where(true, false),
    both: where(true, true),
    neither: isEmpty ? [] : where(false, false),
  };
}

function namesOf({ checks, failing }: ComparedResult): string[] {
  return (checks ?? failing).map(({ name }) => name);
}

function sideOf({ checks, failing }: ComparedResult, name: string): ComparedSide {
  if (checks === null) {
    // A check that did not fail counts as passed: services rarely add or remove checks.
    return { outcome: failing.some((one) => one.name === name) ? 'failed' : 'passed', check: null };
  }
  const check = checks.find((one) => one.name === name) ?? null;
  if (check === null) return { outcome: 'unknown', check };
  return { outcome: check.isPassed ? 'passed' : 'failed', check };
}

function importanceOf({ checks, failing }: ComparedResult, name: string): string | null {
  return (checks ?? failing).find((one) => one.name === name)?.importance ?? null;
}

function rankOf({ importance }: ComparedCheck): number {
  const rank = (IMPORTANCES as readonly (string | null)[]).indexOf(importance);
  return rank < 0 ? IMPORTANCES.length : rank;
}
