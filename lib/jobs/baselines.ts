import type { ReportList } from '@/lib/report/report';
import { isLaterId, isWholeNumber } from '@/lib/report/report-id';
import { isFiltered, isNewestFirst, type ReportQuery } from '@/lib/report/report-query';
import { highestClaimed } from './jobs-state';
import { areFalling } from './lookup';
import { isCreation } from './operation';
import type { Entry, JobsState, Moment, NewestList } from './types';

/** The maximum age of a list for a baseline, in milliseconds. */
const FRESH_MS = 60_000;

/** Returns the newest list after a list was read, for baselines. */
export function afterListed(
  newest: NewestList | null,
  query: ReportQuery,
  { reports, unreadable }: ReportList,
  requestedAt: number,
): NewestList | null {
  if (!isNewestFirst(query) || isFiltered(query)) return newest;
  if (newest !== null && newest.requestedAt > requestedAt) return newest;
  const ids = reports.map(({ id }) => id);
  // An unreadable row may have the highest id. A list in another order may miss the newest report.
  return { requestedAt, highest: unreadable === 0 && areFalling(ids) ? highestId(ids) : null };
}

/** Whether an operation needs a baseline: a creation before its first request. */
export function needsBaseline({ operation }: Entry): boolean {
  return isCreation(operation) && operation.attempts === 0;
}

/** Whether the newest list is new enough for a baseline. */
export function hasFreshList(
  { newestList }: Pick<JobsState, 'newestList'>,
  { now }: Pick<Moment, 'now'>,
): boolean {
  return newestList !== null && Math.abs(now - newestList.requestedAt) <= FRESH_MS;
}

/**
 * Returns the baseline of a creation that is sent now: the highest id in the newest list and among
 * the reports of our creations; null if ids are not whole numbers.
 */
export function baselineOf(state: JobsState): string | null {
  const high = state.newestList?.highest ?? null;
  return high === null ? null : highestId([high, highestClaimed(state)]);
}

/** Returns a function that counts, approximately, the reports created after a baseline. */
export function countsSince(state: JobsState): (baseline: string) => number {
  const known = highestId([state.newestList?.highest ?? null, highestClaimed(state)]);
  return (baseline) => Number(known ?? baseline) - Number(baseline);
}

/** Returns the highest id, "0" for none; null if an id is not a whole number. */
function highestId(ids: readonly (string | null)[]): string | null {
  const known = ids.filter((id) => id !== null);
  if (!known.every(isWholeNumber)) return null;
  return known.reduce((high, id) => (isLaterId(id, high) ? id : high), '0');
}
