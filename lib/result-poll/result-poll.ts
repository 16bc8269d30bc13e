import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';

/** A report whose new result the service has been asked for and has not shown yet. */
export interface AwaitedResult {
  /** The report as it was before. */
  report: Report;
  /** How often the service has been asked since. */
  attempts: number;
  /** When it is asked next, ISO 8601 in UTC; null: no more, the result did not come. */
  nextAt: string | null;
  /** Why the last question failed. */
  failure: Failure | null;
}

/** Pauses before each question, in seconds; after the last one it is given up. */
const PAUSES = [2, 4, 8, 15, 30, 60, 60, 120, 120, 300, 300, 600];

/**
 * When to ask after so many attempts, null when enough was asked.
 * @param now milliseconds since the epoch
 */
export function nextQuestion(
  attempts: number,
  now: number,
  failure: Failure | null,
): string | null {
  const pause = PAUSES[attempts];
  if (pause === undefined) return null;
  const planned = new Date(now + pause * 1000).toISOString();
  const told = failure !== null && 'retryAt' in failure ? failure.retryAt : null;
  return told !== null && told > planned ? told : planned;
}

/** Whether the service has made a new result since. */
export function hasNewResult(before: Report, after: Report): boolean {
  if (after.result === null) return false;
  return before.generatedAt !== after.generatedAt || before.result !== after.result;
}
