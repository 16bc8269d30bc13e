import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { StoredLists } from '@/lib/list/stored-list';
import type { Outcome } from '@/lib/outcome';
import { createReportList } from '@/lib/page/report-list';
import type { ReportQuery } from '@/lib/report/report-query';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';
import { storedList } from './sample-list';

interface Opening {
  stored?: StoredLists;
  query?: ReportQuery;
  privateWindow?: boolean;
}

/** A list on a background whose answers are held back; two reports are stored unless told. */
export function openList(opening: Opening = {}) {
  const stored = signal(opening.stored ?? [storedList('2', '1')]);
  const deleting = signal<readonly string[]>([]);
  const queryItem = createMemoryItem<ReportQuery>();
  const answers = holdAnswers<Outcome<null>>();
  const ask = vi.fn((_: ReportQuery) => answers.call());
  const list = createReportList({
    ...{ stored, deleting, query: opening.query, read: ask },
    queryItem: opening.privateWindow ? null : queryItem,
  });
  return { list, stored, deleting, queryItem, answers, ask };
}
