import type { Check, Result } from './report';

/** No failed check is good, one or two are decent, more are bad. */
export function rate(checks: readonly Check[]): Result {
  const failed = checks.filter((check) => !check.passed).length;
  if (failed === 0) return 'good';
  return failed <= 2 ? 'decent' : 'bad';
}

/** The share of passed checks in whole per cent; null when nothing was checked. */
export function score(checks: readonly Check[]): number | null {
  if (checks.length === 0) return null;
  const passed = checks.filter((check) => check.passed).length;
  return Math.round((100 * passed) / checks.length);
}
