import { computed, signal } from '@preact/signals';
import { openSharedState } from '@/components/app/followed-state';
import { createListState } from '@/components/list/list-state';
import { createAllReading } from '@/components/reports/all-reading-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import { createHistoryRows } from '@/components/reports/rows-state';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { readingItem } from '@/lib/shared-state/shared-items';
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
  const list = createListState(
    testKernel({ connectionId: state.connectionId.value, state, background }),
    {
      query,
      pageUrl: null,
      remember() {},
    },
  );
  const firstList = list.refresh();
  const rows = () => list.shown.value?.reports ?? [];
  return {
    list,
    state,
    rows,
    ids: () => rows().map(({ id }) => id),
    /** Follows the history, and lets the worker read all reports. */
    readAll() {
      const item = readingItem(connectionId.peek());
      const published = followedSignal(item);
      void item.read().then(published.begin);
      const isInSight = signal(false);
      const allReading = createAllReading({
        background,
        connectionId: connectionId.peek(),
        published: published.value,
      });
      const historyRows = createHistoryRows({
        background,
        connectionId: connectionId.peek(),
        list,
        deleting,
        revision: computed(() =>
          Math.max(queue.value.historyRevision, allReading.progress.value.revision),
        ),
        joinedAt: computed(() => allReading.progress.value.joinedAt),
        recentOperations: state.recentOperations,
      });
      void firstList.then(historyRows.read).then(() => {
        isInSight.value = true;
      });
      const readingOn = createReadingOn({
        list,
        allReading,
        isInSight,
        isIdle: state.isIdle,
        shownRevision: historyRows.shownRevision,
      });
      return { readingOn, rows: () => historyRows.rows.value };
    },
  };
}
