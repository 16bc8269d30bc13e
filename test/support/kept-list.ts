import { vi } from 'vitest';
import { createSerialItem } from '@/lib/background/serial-item';
import type { StoredList } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createReportList } from '@/lib/report/worker/list-cache';
import { listOf } from './fake-client';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';
import { storedList } from './sample-list';
import { sampleReport } from './sample-report';

export const NOW = '2026-11-02T12:00:00.000Z';

/** The keeper of a stored list, on a service whose answers are held back. */
export function keepList(...ids: string[]) {
  const item = createMemoryItem<StoredList | undefined>(storedList(...ids));
  const lists = holdAnswers<Outcome<ReportList>>();
  const ask = vi.fn((_: ReportQuery) => lists.call());
  const privateIds = new Set<string>();
  const isPrivate = ({ id }: { id: string }) => privateIds.has(id);
  const serialItem = createSerialItem(item, undefined);
  const keeper = createReportList(serialItem, ask, isPrivate, () => Date.parse(NOW));
  return {
    item,
    lists,
    ask,
    keeper,
    privateIds,
    storedIds: () => item.stored?.reports.map(({ id }) => id),
    answer: (index: number, ...answered: string[]) =>
      lists.answer(index, { value: listOf(...answered.map((id) => sampleReport(id))) }),
  };
}
