import { computed } from '@preact/signals';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import { type Marks, type MarksChange, NO_MARKS } from '@/lib/history/marks';
import type { MarksUndo } from '@/lib/history/marks-undo';
import type { PageHistory } from '@/lib/history/page-history';
import type { ChangedMarks } from '@/lib/history/stored-marks';
import type { ClientNews } from '@/lib/report/compare/clients';
import type { Since } from '@/lib/report/compare/page-change';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import type { PageKernel } from './page-kernel';
import { createPageMutes, type PageMutes } from './page-mutes';
import { createResource, joinCalls } from './resource';

/** The history of one connection, as an extension page shows it. Values are read when first shown. */
export interface HistoryState {
  /** Returns the stored report; null until read, undefined if the history has no such report. */
  reportAt(report: Pick<Report, 'id'>): Report | null | undefined;
  /** Returns the stored reports and results of a page; undefined until read. */
  historyOf(page: string): PageHistory | undefined;
  /** Whether the read of a page has succeeded or failed. */
  isRead(page: string): boolean;
  /** Returns how many clients are worse and better; undefined until read, and after a failure. */
  newsSince(since: Since): ClientNews | undefined;
  /** Returns the marks; undefined until read, and after a failure. */
  marks(): Marks | undefined;
  /** Returns the days of summaries; undefined until read, empty after a failure. */
  summaries(): Marks['summaries'] | undefined;
  mutes: PageMutes;
  /** Changes the marks. Fails in a private window, where a person cannot make or end marks. */
  changeMarks(change: MarksChange | MarksUndo): Promise<Result<ChangedMarks>>;
  /** Reads a page again. Never rejects. */
  read(page: string): Promise<unknown>;
}

/** The key of the marks: the background returns all marks in one reply. */
const ALL_MARKS = 'all';

/** Reads begin after the first paint, because a read starts the worker. */
export function createHistoryState(kernel: PageKernel): HistoryState {
  const { background, connectionId, firstPaint } = kernel;
  /** Changes whenever the history changes. */
  const revision = computed(() => kernel.state.queue.value.historyRevision);
  const pages = createResource<PageHistory>(
    joinCalls((keys) => background.getPages(connectionId, keys), firstPaint, MAX_IN_REPLY),
  );
  const reports = createResource<Report | null>(
    joinCalls(
      async (ids) => {
        const time = kernel.reports.latestTime();
        const result = await background.getReportsById(connectionId, ids);
        if (!hasFailed(result)) kernel.reports.addRead(result.value.filter(isReport), time);
        return result;
      },
      firstPaint,
      MAX_IN_REPLY,
    ),
  );
  // The page reads the news only once, because the worker compares thousands of pages for the news.
  const news = createResource<ClientNews>(async (since) => {
    await firstPaint;
    return background.getNews(connectionId, since as Since);
  });
  const marks = createResource<Marks>(async () => {
    await firstPaint;
    return background.getMarks(connectionId);
  });
  const marksState = () => marks.get(ALL_MARKS, revision.value);
  const mutes = createPageMutes({
    background,
    connectionId,
    marks: computed(() => {
      const { status, value } = marksState();
      return value ?? (status === 'failed' ? NO_MARKS : undefined);
    }),
  });

  return {
    reportAt({ id }) {
      // The history may have a newer version than an operation that ended before the page opened.
      const { status } = reports.get(id);
      const version = kernel.reports.get(id);
      if (version !== undefined) return version ?? undefined;
      return status === 'ready' || status === 'failed' ? undefined : null;
    },
    historyOf: (page) => pages.get(page, revision.value).value,
    isRead(page) {
      const { status, value } = pages.get(page, revision.value);
      return status === 'ready' || status === 'failed' || value !== undefined;
    },
    newsSince: (since) => news.get(since).value,
    marks: () => marksState().value,
    summaries() {
      const { status, value } = marksState();
      return value?.summaries ?? (status === 'failed' ? [] : undefined);
    },
    mutes,
    async changeMarks(change) {
      if (kernel.isPrivate) return { failure: { code: 'notStored' } };
      const result = await attemptWithRetries(() => background.changeMarks(connectionId, change));
      if (!hasFailed(result)) marks.set(ALL_MARKS, result.value.marks);
      return result;
    },
    read: (page) => pages.refresh(page),
  };
}

function isReport(report: Report | null): report is Report {
  return report !== null;
}
