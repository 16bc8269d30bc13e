import type { Check } from '@/lib/report/content/checks';
import { type FailedCheck, IMPORTANCES } from '@/lib/report/importance';

export interface ComparedResult {
  /** All checks; null if only the failed checks are stored. */
  checks: readonly Check[] | null;
  failing: readonly FailedCheck[];
  muted: readonly FailedCheck[];
}

export interface ComparedSide {
  /** `unknown`: the result does not contain the check. */
  outcome: 'failed' | 'muted' | 'passed' | 'unknown';
  /** Null if the result does not contain the details. */
  check: Check | null;
}

export interface ComparedCheck {
  name: string;
  /** The service's word for the importance; null if neither result has one. */
  importance: string | null;
  left: ComparedSide;
  right: ComparedSide;
}

/** The field names say on which side the checks fail. The most important checks are first. */
export interface Comparison {
  onlyRight: ComparedCheck[];
  onlyLeft: ComparedCheck[];
  both: ComparedCheck[];
  /** Checks that fail on neither side, and are muted on at least one side. */
  muted: ComparedCheck[];
  /** Empty if either side has no checks yet, or if both sides contain only failed checks. */
  neither: ComparedCheck[];
}

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
  const hasEmptySide = [left, right].some(({ checks }) => checks?.length === 0);
  return {
    onlyRight: checks.filter((check) => !fails(check.left) && fails(check.right)),
    onlyLeft: checks.filter((check) => fails(check.left) && !fails(check.right)),
    both: checks.filter((check) => fails(check.left) && fails(check.right)),
    muted: checks.filter((check) => isOnNeither(check) && hasMutedSide(check)),
    neither: hasEmptySide
      ? []
      : checks.filter((check) => isOnNeither(check) && !hasMutedSide(check)),
  };
}

function isOnNeither({ left, right }: ComparedCheck): boolean {
  return !fails(left) && !fails(right);
}

function hasMutedSide({ left, right }: ComparedCheck): boolean {
  return left.outcome === 'muted' || right.outcome === 'muted';
}

function fails({ outcome }: ComparedSide): boolean {
  return outcome === 'failed';
}

function storedChecks({ failing, muted }: ComparedResult): readonly FailedCheck[] {
  return [...failing, ...muted];
}

function namesOf(result: ComparedResult): string[] {
  return (result.checks ?? storedChecks(result)).map(({ name }) => name);
}

function sideOf({ checks, failing, muted }: ComparedResult, name: string): ComparedSide {
  const isIn = (failed: readonly FailedCheck[]) => failed.some((one) => one.name === name);
  const failure = isIn(muted) ? 'muted' : 'failed';
  if (checks === null) {
    const isFailed = isIn([...failing, ...muted]);
    // A check outside the failed checks counts as passed, because services rarely add checks.
    return { outcome: isFailed ? failure : 'passed', check: null };
  }
  const check = checks.find((one) => one.name === name) ?? null;
  if (check === null) return { outcome: 'unknown', check };
  return { outcome: check.isPassed ? 'passed' : failure, check };
}

function importanceOf(result: ComparedResult, name: string): string | null {
  const checks = result.checks ?? storedChecks(result);
  return checks.find((one) => one.name === name)?.importance ?? null;
}

function rankOf({ importance }: ComparedCheck): number {
  const rank = (IMPORTANCES as readonly (string | null)[]).indexOf(importance);
  return rank < 0 ? IMPORTANCES.length : rank;
}
