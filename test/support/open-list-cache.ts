import { vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { StoredLists } from '@/lib/report/stored-list';
import { createListCache } from '@/lib/report/worker/list-cache';
import { listOf } from './fake-client';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';
import { createMemoryLocks } from './memory-locks';
import { storedList } from './sample-list';
import { sampleReport } from './sample-report';

/** When the cache asks first; a second passes before it asks again. */
export const NOW = '2026-11-02T12:00:00.000Z';

/** The cache of a list with these reports, on a service whose answers are held back. */
export function openListCache(...ids: string[]) {
  const item = createMemoryItem<StoredLists>([storedList(...ids)]);
  const memoryItem = createMemoryItem<StoredLists>();
  const lists = holdAnswers<Outcome<ReportList>>();
  const ask = vi.fn((_: ReportQuery) => lists.call());
  const privateIds = new Set<string>();
  const runExclusive = createMemoryLocks();
  const cache = createListCache({
    items: [item, memoryItem],
    readList: ask,
    isLeftOut: ({ id }) => privateIds.has(id),
    exclusively: (work) => runExclusive('list', work),
    now: () => Date.parse(NOW) + 1000 * lists.count,
  });
  return {
    item,
    memoryItem,
    lists,
    ask,
    cache,
    privateIds,
    /** What the stored lists answer, as they are ordered. */
    storedQueries: () => item.stored?.map(({ query }) => query),
    /** The ids in the list that was stored last. */
    storedIds: () => item.stored?.[0]?.reports.map(({ id }) => id),
    answer: (index: number, ...answered: string[]) =>
      lists.answer(index, { value: listOf(...answered.map((id) => sampleReport(id))) }),
  };
}
