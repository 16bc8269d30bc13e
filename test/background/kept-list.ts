import { vi } from 'vitest';
import { createReportList } from '@/lib/background/report-list';
import { createSerialItem } from '@/lib/background/serial-item';
import type { StoredList } from '@/lib/model/connection';
import type { Outcome } from '@/lib/model/outcome';
import type { ReportList } from '@/lib/model/report';
import type { ReportQuery } from '@/lib/model/report-query';
import { storedList } from '../model/sample-list';
import { sampleReport } from '../model/sample-report';
import { listOf } from './fake-client';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';

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
