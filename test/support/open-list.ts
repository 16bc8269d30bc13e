import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createListState } from '@/components/list/list-state';
import type { JobLine, RecentOperation } from '@/lib/jobs/types';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import type { ListReply } from '@/lib/shared-state/loaded-list';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { createDeferredCalls } from './deferred-calls';
import { newestReports } from './sample-list';
import { testKernel } from './test-kernel';

interface ListOptions {
  newest?: NewestReports | null;
  recentOperations?: readonly RecentOperation[];
  query?: ReportQuery;
  pageUrl?: string;
}

/** Creates a list. By default, the stored newest list has the reports 2 and 1. */
export function openList(options: ListOptions = {}) {
  const stored = options.newest === undefined ? newestReports('2', '1') : options.newest;
  const newest = signal(stored);
  const recentOperations = [...(options.recentOperations ?? [])];
  const queue = signal({ recentOperations, batches: [] as JobLine[] });
  const deleting = signal<string[]>([]);
  /** Time of the latest successful operation; null during a backoff. */
  const latestSuccess = signal<number | null>(0);
  const answers = createDeferredCalls<Result<ListReply>>();
  const listReports = vi.fn((_: string, _query: ReportQuery) => answers.call());
  const pages = createDeferredCalls<Result<ReportList>>();
  const listFurtherReports = vi.fn((_: string, _query: ReportQuery, _page: number) => pages.call());
  const remember = vi.fn((_: ReportQuery) => {});
  const kernel = testKernel({
    newest,
    queue,
    state: { deleting, success: latestSuccess },
    background: { listReports, listFurtherReports },
  });
  const query = signal(options.query ?? RECENT_REPORTS_QUERY);
  const list = createListState(kernel, {
    remember,
    query,
    pageUrl: options.pageUrl ?? null,
  });
  const shownIds = () => list.shown.value?.reports.map(({ id }) => id);
  return {
    kernel,
    list,
    /** The first query of the list. */
    query,
    newest,
    queue,
    deleting,
    remember,
    shownIds,
    answers,
    listReports,
    pages,
    listFurtherReports,
    /** Ends a backoff without the success of an operation. */
    endBackoff(): void {
      latestSuccess.value = 0;
    },
    beginBackoff(): void {
      latestSuccess.value = null;
    },
    /** Publishes a successful operation that does not change this list. */
    succeedElsewhere(): void {
      latestSuccess.value = (latestSuccess.value ?? 0) + 1;
    },
    finish(...recent: RecentOperation[]): void {
      queue.value = { ...queue.peek(), recentOperations: recent };
    },
  };
}
