import { isNewestFirst } from '@/lib/report/report-query';
import type { ListSnapshot } from '@/lib/report/stored-list';
import { highestId } from '@/lib/submission/submission-match';

/** Whether the service's reports are known so well that a new one can be told from them. */
export interface RecentList {
  /** Learns from a list. */
  note(list: ListSnapshot): void;
  /** Whether the newest reports were listed a moment ago, and those made since show their age. */
  isRecent(): boolean;
}

/** How long a list stands for what was there before a request. */
const RECENT_MS = 30_000;

/**
 * Makes the knowledge of a worker that has read nothing yet.
 * @param now milliseconds since the epoch
 */
export function createRecentList(now: () => number): RecentList {
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    note({ query, reports, readAt }) {
      // The highest id stands for all older reports, and those made since are told by their times.
      const hasNumbers = highestId(reports.map(({ id }) => id)) !== null;
      const hasTimes = reports.every(({ hasExactTime }) => hasExactTime);
      if (isNewestFirst(query) && hasNumbers && hasTimes) askedAt = Date.parse(readAt);
    },
    isRecent() {
      const age = now() - askedAt;
      return age >= 0 && age < RECENT_MS;
    },
  };
}

/** The same for windows of each kind: what private ones have read counts for theirs alone. */
export interface RecentLists {
  note(list: ListSnapshot, isPrivateWindow: boolean): void;
  isRecent(isPrivateWindow: boolean): boolean;
}

/** Makes the knowledge of a worker that has read nothing yet; the parameter is the same. */
export function createRecentLists(now: () => number): RecentLists {
  const ordinary = createRecentList(now);
  const any = createRecentList(now);
  return {
    note(list, isPrivateWindow) {
      any.note(list);
      if (!isPrivateWindow) ordinary.note(list);
    },
    isRecent: (isPrivateWindow) => (isPrivateWindow ? any : ordinary).isRecent(),
  };
}
