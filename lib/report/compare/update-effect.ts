import type { PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { failsIn, verdictOf } from '@/lib/report/verdict';
import { scoreDifference } from './changes';
import { ratingDifference } from './page-change';

/** A report before and after an update. */
export interface Update {
  before: Report;
  /** Undefined if unknown. */
  after: Report | undefined;
}

/** The numbers of reports with a new result, by the outcomes of a check before and after. */
export interface CheckEffect {
  /** Failed, then passed. */
  fixed: number;
  /** Failed twice. */
  remaining: number;
  /** Passed, then failed. */
  appeared: number;
  /** Passed twice. */
  passed: number;
  /** Muted before or after. */
  muted: number;
}

/** The numbers of reports with a new result. For a report without a score, the rating decides. */
export interface ScoreEffect {
  up: number;
  down: number;
  same: number;
}

/**
 * Ignores reports with unknown failed checks.
 * @param mutesOf returns the mutes of a page, by page key
 */
export function checkEffect(
  updates: readonly Update[],
  check: string,
  mutesOf: (page: string) => readonly PageMute[],
): CheckEffect {
  const effect = { fixed: 0, remaining: 0, appeared: 0, passed: 0, muted: 0 };
  for (const { before, after } of updates) {
    if (!hasNewResult(before, after)) continue;
    const mutes = mutesOf(referTo(before).page);
    const isMutedIn = (report: Report) =>
      verdictOf(report, mutes).muted.some(({ name }) => name === check);
    const failed = failsIn(before, check, mutes);
    const fails = failsIn(after, check, mutes);
    if (isMutedIn(before) || isMutedIn(after)) effect.muted += 1;
    if (failed === null || fails === null) continue;
    if (failed) effect[fails ? 'remaining' : 'fixed'] += 1;
    else effect[fails ? 'appeared' : 'passed'] += 1;
  }
  return effect;
}

/** Ignores reports without a rating. */
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

function hasNewResult(before: Report, after: Report | undefined): after is Report {
  return after !== undefined && (after.generatedAt ?? '') > (before.generatedAt ?? '');
}
