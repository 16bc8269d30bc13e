import { signal } from '@preact/signals';
import { createListState } from '@/components/list/list-state';
import { openFront } from '@/components/page/followed-front';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';

/** Opens a page that shows a list of reports and stays open: it asks for its list at once. */
export async function openPageOf(
  background: Pick<BackgroundApi, 'list' | 'listPage' | 'prepare'>,
  query: ReportQuery = NEWEST_QUERY,
) {
  const front = await openFront([], () => background.prepare());
  const { newest, outcomes, deleting, success } = front;
  const list = createListState({
    ...{ newest, outcomes, deleting, success, query, pageUrl: null, remember() {} },
    background,
  });
  void list.refresh();
  const rows = () => list.shown.value?.reports ?? [];
  return {
    ...{ list, front, rows, ids: () => rows().map(({ id }) => id) },
    /** Has it read all pages of its list, as the page of all reports does. */
    readOn: () => createReadingOn(list, signal(true), front.isIdle),
  };
}
