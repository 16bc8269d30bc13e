import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { ReadList, StoredList } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import { createReportList } from '@/lib/report/page/report-list';
import type { ReportQuery } from '@/lib/report/report-query';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';
import { storedList } from './sample-list';

interface Opening {
  stored?: StoredList | undefined;
  query?: ReportQuery;
  isPrivateWindow?: boolean;
}

/** A list on a background whose answers are held back; two reports are stored unless told. */
export function openList(opening: Opening = { stored: storedList('2', '1') }) {
  const stored = signal('stored' in opening ? opening.stored : storedList('2', '1'));
  const deletions = signal<readonly Deletion[]>([]);
  const queryItem = createMemoryItem<ReportQuery>();
  const answers = holdAnswers<Outcome<ReadList>>();
  const ask = vi.fn((_: ReportQuery) => answers.call());
  const { query, isPrivateWindow = false } = opening;
  const happenings = signal<unknown>(0);
  const list = createReportList({
    ...{ stored, deletions, query, queryItem, happenings, isPrivateWindow },
    list: ask,
  });
  return { list, stored, deletions, queryItem, answers, ask, happenings };
}
