import type { Report } from '@/lib/report/report';
import { failsIn } from '@/lib/report/verdict';
import { scoreDifference } from './changes';
import { ratingDifference } from './page-change';

/** A report before and after an update. */
export interface Update {
  before: Report;
  /** Undefined if the new state of the report is unknown. */
  after: Report | undefined;
}

/** The effect of updates on one check. Only reports with a new result count. */
export interface CheckEffect {
  /** The number of reports on which the check failed and now passes. */
  fixed: number;
  /** The number of reports on which the check failed and still fails. */
  remaining: number;
  /** The number of reports on which the check passed and now fails. */
  appeared: number;
  /** The number of reports on which the check passed and still passes. */
  passed: number;
}

/**
 * The effect of updates on scores. Only reports with a new result count. If a report has no score,
 * its rating decides.
 */
export interface ScoreEffect {
  /** The number of reports whose score rose. */
  up: number;
  /** The number of reports whose score fell. */
  down: number;
  /** The number of reports whose score is unchanged. */
  same: number;
}

/** Returns the effect of updates on one check. Reports with unknown failed checks do not count. */
export function checkEffect(updates: readonly Update[], check: string): CheckEffect {
  const effect = { fixed: 0, remaining: 0, appeared: 0, passed: 0 };
  for (const { before, after } of updates) {
    if (!hasNewResult(before, after)) continue;
    const failed = failsIn(before, check);
    const fails = failsIn(after, check);
    if (failed === null || fails === null) continue;
    if (failed) effect[fails ? 'remaining' : 'fixed'] += 1;
    else effect[fails ? 'appeared' : 'passed'] += 1;
  }
  return effect;
}

/** Returns the effect of updates on scores. Reports without a rating do not count. */
export function scoreEffect(updates: readonly Update[]): ScoreEffect {
  const effect = { up: 0, down: 0, same: 0 };
  for (const { before, after } of updates) {
    const { result } = before;
    if (!hasNewResult(before, after) || result === null || after.result === null) continue;
    const difference = scoreDifference(after, before) ?? ratingDifference(after, { result });
    if (difference > 0) effect.up += 1;
    else if (difference < 0) effect.down += 1;
    else effect.same += 1;
  }
  return effect;
}

/** Whether a report has a newer result after an update. */
function hasNewResult(before: Report, after: Report | undefined): after is Report {
  return after !== undefined && (after.generatedAt ?? '') > (before.generatedAt ?? '');
}
