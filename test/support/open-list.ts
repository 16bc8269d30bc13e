import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createListState } from '@/components/list/list-state';
import { archiveItems } from '@/lib/archive/archive-items';
import type { ResolvedList } from '@/lib/archive/stored-list';
import type { Outcome } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import type { ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { TaskOutcome } from '@/lib/task/view';
import { holdAnswers } from './held-answers';
import { storedList } from './sample-list';

interface Opening {
  stored?: readonly ResolvedList[];
  query?: ReportQuery;
  keeping?: Keeping;
  /** The page in front. */
  pageUrl?: string;
}

/** A list on a background whose answers are held back; two reports are stored unless told. */
export function openList(opening: Opening = {}) {
  const stored = signal<readonly ResolvedList[]>(opening.stored ?? [storedList('2', '1')]);
  const deleting = signal<readonly string[]>([]);
  const success = signal<string | null>('');
  const queryItem = archiveItems.query('a');
  const answers = holdAnswers<Outcome<null>>();
  const ask = vi.fn((_: ReportQuery) => answers.call());
  const outcomes = signal<readonly TaskOutcome[]>([]);
  const pages = holdAnswers<Outcome<ReportList>>();
  const askPage = vi.fn((_: ReportQuery, _page: number) => pages.call());
  const list = createListState({
    ...{ stored, deleting, success, outcomes, query: opening.query, read: ask, readPage: askPage },
    pageUrl: opening.pageUrl ?? null,
    queryItem: opening.keeping === 'memory' ? null : queryItem,
  });
  const shownIds = () => list.shown.value?.reports.map(({ id }) => id);
  return {
    ...{ list, stored, deleting, success, outcomes, queryItem, shownIds },
    ...{ answers, ask, pages, askPage },
  };
}
