import { MAX_RECENT, withRecent } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import { keyOf } from '@/lib/storage/keys';
import type { ReadableItem, StoredEntry, StoredItem } from '@/lib/storage/stored-item';
import { readTogether, type StoredValueOf, trustedItem } from '@/lib/storage/stored-values';

/** The last finished operations of a connection, newest last. */
export type RecentOperations = readonly RecentOperation[];

/**
 * Recent operations in stored parts. A finished operation changes only one part. A part may also
 * contain operations that are no longer recent.
 */
export type RecentParts = readonly RecentOperations[];

/** The largest number of operations in one part. An operation has up to 2 kB. */
const PART_SIZE = 10;

/** The number of parts. Recent operations fill at most half of the parts. */
const PARTS = (4 * MAX_RECENT) / PART_SIZE;

export const NO_PARTS: RecentParts = Array.from({ length: PARTS }, () => []);

/** The stored recent operations of a connection. Only the worker writes these parts. */
export interface RecentOperationsItem extends ReadableItem<RecentOperations> {
  /** The beginning of the keys of the parts, in `storage.session`. The index of the part follows. */
  prefix: string;
  parts: readonly StoredItem<RecentOperations>[];
  /** Returns the parts from values that were read together with other items. */
  partsOf(storedValueOf: StoredValueOf): RecentParts;
  /** Returns the entries of the parts that differ from former parts. */
  entries(parts: RecentParts, former: RecentParts): StoredEntry[];
}

/** Stored in memory, because recent operations include private operations. */
export function recentOperationsItem(connectionId: string): RecentOperationsItem {
  const prefix = keyOf(connectionId, 'recent-operations/');
  const parts = NO_PARTS.map((_, at) =>
    trustedItem<RecentOperations>('session', `${prefix}${at}`, { isText: true }),
  );
  const partsOf = (storedValueOf: StoredValueOf) => parts.map((part) => storedValueOf(part) ?? []);

  return {
    prefix,
    parts,
    partsOf,
    read: async () => recentIn(partsOf(await readTogether(parts))),
    entries: (current, former) =>
      parts.flatMap((part, at) => {
        const operations = current[at] ?? [];
        return operations === former[at] ? [] : part.entry(operations);
      }),
  };
}

/** Returns the recent operations of all parts, newest last. */
export function recentIn(parts: RecentParts): RecentOperations {
  const byTime = new Map(parts.flat().map((one) => [one.endedAt, one]));
  const inOrder = [...byTime.values()].sort((one, other) => one.endedAt - other.endedAt);
  return withRecent([], inOrder);
}

/**
 * Adds new recent operations. When a part is full, further operations go to the part with the
 * fewest recent operations.
 */
export function withRecentParts(parts: RecentParts, recent: RecentOperations): RecentParts {
  const stored = new Set(parts.flat().map(({ endedAt }) => endedAt));
  const added = recent.filter(({ endedAt }) => !stored.has(endedAt));
  if (added.length === 0) return parts;
  const recentTimes = new Set(recent.map(({ endedAt }) => endedAt));
  const isRecent = ({ endedAt }: RecentOperation) => recentTimes.has(endedAt);
  const next = [...parts];
  let open = newestPart(parts);
  for (const one of added) {
    if ((next[open]?.length ?? 0) >= PART_SIZE) {
      const counts = next.map((part) => part.filter(isRecent).length);
      open = counts.indexOf(Math.min(...counts));
      next[open] = next[open]?.filter(isRecent) ?? [];
    }
    next[open] = [...(next[open] ?? []), one];
  }
  return next;
}

/** Returns the index of the part with the newest operation. */
function newestPart(parts: RecentParts): number {
  const ends = parts.map((part) => part.at(-1)?.endedAt ?? 0);
  return ends.indexOf(Math.max(...ends));
}
