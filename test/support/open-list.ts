import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createListState } from '@/components/list/list-state';
import type { NewestReports } from '@/lib/front/front';
import type { FurtherPage, ListReply } from '@/lib/front/held-list';
import { noOutcomes, type Outcomes } from '@/lib/front/outcomes';
import type { Result } from '@/lib/result';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { holdAnswers } from './held-answers';
import { newestReports } from './sample-list';

interface Opening {
  newest?: NewestReports | null;
  outcomes?: Outcomes;
  query?: ReportQuery;
  /** The page in front. */
  pageUrl?: string;
}

/** A list on a background whose answers are held back, where the reports 2 and 1 are stored unless told. */
export function openList(opening: Opening = {}) {
  const stored = opening.newest === undefined ? newestReports('2', '1') : opening.newest;
  const newest = signal(stored);
  const outcomes = signal(opening.outcomes ?? noOutcomes('a', 0));
  const deleting = signal<readonly string[]>([]);
  const success = signal<unknown>('');
  const answers = holdAnswers<Result<ListReply>>();
  const ask = vi.fn((_: ReportQuery) => answers.call());
  const pages = holdAnswers<Result<ReportList>>();
  const askPage = vi.fn((_: ReportQuery, _from: FurtherPage) => pages.call());
  const remember = vi.fn((_: ReportQuery) => {});
  const list = createListState({
    ...{ newest, outcomes, deleting, success, remember },
    background: { list: ask, listPage: askPage },
    query: opening.query ?? RECENT_REPORTS_QUERY,
    pageUrl: opening.pageUrl ?? null,
  });
  const shownIds = () => list.shown.value?.reports.map(({ id }) => id);
  return {
    ...{ list, newest, outcomes, deleting, success, remember, shownIds },
    ...{ answers, ask, pages, askPage },
  };
}
