import { signal } from '@preact/signals';
import { openSharedState } from '@/components/app/followed-state';
import { createListState } from '@/components/list/list-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { testKernel } from './test-kernel';

/** Creates the state of an extension page with a list of reports, and starts reading the list. */
export async function openPageOf(
  background: Pick<BackgroundApi, 'listReports' | 'listFurtherReports' | 'prepare'>,
  query: ReportQuery = NEWEST_QUERY,
) {
  const state = await openSharedState([], () => background.prepare());
  const list = createListState(
    testKernel({ connectionId: state.connectionId.value, state, background }),
    {
      query,
      pageUrl: null,
      remember() {},
    },
  );
  void list.refresh();
  const rows = () => list.shown.value?.reports ?? [];
  return {
    list,
    state,
    rows,
    ids: () => rows().map(({ id }) => id),
    readOn: () =>
      createReadingOn({
        list,
        isInSight: signal(true),
        isIdle: state.isIdle,
        isComplete: signal(false),
        pauseMs: signal(0),
      }),
  };
}
