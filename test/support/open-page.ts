import { signal } from '@preact/signals';
import { openSharedState } from '@/components/app/followed-state';
import { createListState } from '@/components/list/list-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';

/** Creates the state of an extension page with a list of reports, and starts reading the list. */
export async function openPageOf(
  background: Pick<BackgroundApi, 'listReports' | 'listFurtherReports' | 'prepare'>,
  query: ReportQuery = NEWEST_QUERY,
) {
  const state = await openSharedState([], () => background.prepare());
  const { connectionId, newest, queue, deleting, success } = state;
  const list = createListState({
    connectionId,
    newest,
    queue,
    deleting,
    success,
    query,
    pageUrl: null,
    remember() {},
    background,
  });
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
