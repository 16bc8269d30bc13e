import type { Report } from '@/lib/report/report';
import { scoreDifference } from './changes';
import { ratingDifference } from './page-change';

/** A report that was updated: as it was before, and as it is known now; undefined where it is not known. */
export interface Update {
  before: Report;
  after: Report | undefined;
}

/** What has become of a check on the reports that have a new result. */
export interface CheckEffect {
  /** On so many it failed before, and does not now. */
  fixed: number;
  /** Failed before, and now. */
  remaining: number;
  /** Fails now, and did not before. */
  appeared: number;
  /** Passed before, and now. */
  passed: number;
}

/** What has become of the scores of the reports that have a new result; where there are none, of ratings. */
export interface ScoreEffect {
  up: number;
  down: number;
  same: number;
}

/** What updates have done to one check. Reports of which either result is not known count nowhere. */
export function checkEffect(updates: readonly Update[], check: string): CheckEffect {
  const effect = { fixed: 0, remaining: 0, appeared: 0, passed: 0 };
  for (const { before, after } of updates) {
    if (!isRenewed(before, after)) continue;
    const [failed, fails] = [hasFailed(before, check), hasFailed(after, check)];
    if (failed === null || fails === null) continue;
    if (failed) effect[fails ? 'remaining' : 'fixed'] += 1;
    else effect[fails ? 'appeared' : 'passed'] += 1;
  }
  return effect;
}

/** What updates have done to the scores. Reports of which either result is not known count nowhere. */
export function scoreEffect(updates: readonly Update[]): ScoreEffect {
  const effect = { up: 0, down: 0, same: 0 };
  for (const { before, after } of updates) {
    const { result } = before;
    if (!isRenewed(before, after) || result === null || after.result === null) continue;
    const difference = scoreDifference(after, before) ?? ratingDifference(after, { result });
    effect[difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'] += 1;
  }
  return effect;
}

/** Whether a report shows another result than before. */
function isRenewed(before: Report, after: Report | undefined): after is Report {
  return after !== undefined && (after.generatedAt ?? '') > (before.generatedAt ?? '');
}

/** Whether a check of a report failed; null where the service shows no checks. */
function hasFailed({ failedChecks }: Report, check: string): boolean | null {
  return failedChecks?.some(({ name }) => name === check) ?? null;
}
