import { computed, signal } from '@preact/signals';
import { openSharedState } from '@/components/app/followed-state';
import { createListState } from '@/components/list/list-state';
import { createAllRows } from '@/components/reports/all-rows-state';
import { createHistoryReports } from '@/components/reports/history-reports-state';
import { createRowsReading } from '@/components/reports/rows-reading-state';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { readingItem } from '@/lib/shared-state/shared-items';
import { NO_MARKS } from './no-marks';
import { testKernel } from './test-kernel';

type PageBackground = Pick<
  BackgroundApi,
  | 'listReports'
  | 'listFurtherReports'
  | 'listHistory'
  | 'getHistoryChanges'
  | 'readAllReports'
  | 'stopReading'
  | 'prepare'
>;

/** Creates the state of an extension page with a list of reports, and starts reading the list. */
export async function openPageOf(background: PageBackground, query: ReportQuery = NEWEST_QUERY) {
  const state = await openSharedState([], () => background.prepare());
  const { connectionId, queue, deleting } = state;
  const kernel = testKernel({ connectionId: state.connectionId.value, state, background });
  const list = createListState(kernel, {
    query: signal(query),
    pageUrl: null,
    remember() {},
  });
  const firstList = list.refresh();
  const rows = () => list.shown.value?.reports ?? [];
  return {
    list,
    state,
    rows,
    ids: () => rows().map(({ id }) => id),
    /** Lets the worker read all reports, and follows the stored rows. */
    readAll() {
      const item = readingItem(connectionId.peek());
      const published = followedSignal(item);
      void item.read().then(published.begin);
      const isInSight = signal(false);
      const reading = createRowsReading({
        background,
        connectionId: connectionId.peek(),
        published: published.value,
        list,
        isInSight,
        isIdle: state.isIdle,
      });
      // A view also subscribes to this signal.
      reading.now.subscribe(() => {});
      const stored = createHistoryReports({
        background,
        connectionId: connectionId.peek(),
        reports: kernel.reports,
        revision: computed(() =>
          Math.max(queue.value.historyRevision, reading.progress.value.revision),
        ),
      });
      const allRows = createAllRows({
        list,
        stored,
        versions: kernel.reports,
        clientNames: NO_MARKS.clientNames,
        progress: reading.progress,
        deleting,
      });
      void firstList.then(stored.read).then(() => {
        isInSight.value = true;
      });
      return {
        status: () => reading.now.value.status,
        /** Whether the rows will change because of the reading. */
        awaitsRows: () => reading.now.value.isUnfinished || allRows.value.isBehind,
        rows: () => allRows.value.reports,
      };
    },
  };
}
