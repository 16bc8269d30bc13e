import { createListState } from '@/components/list/list-state';
import { openSharedState } from '@/components/page/followed-state';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { World } from './world';

/** A page of the extension that shows a list of reports and stays open. */
export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/** Opens a page, which asks for its list at once, the newest hundred unless said otherwise. */
export async function openPage({ browser }: World, query: ReportQuery = NEWEST_QUERY) {
  const state = await openSharedState([], () => browser.ask('prepare'));
  const { connectionId, newest, queue, deleting, success } = state;
  const list = createListState({
    ...{ connectionId, newest, queue, deleting, success, query, pageUrl: null, remember() {} },
    background: {
      listReports: (...args) => browser.ask('listReports', ...args),
      listFurtherReports: (...args) => browser.ask('listFurtherReports', ...args),
    },
  });
  void list.refresh();
  const rows = () => list.shown.value?.reports ?? [];
  return { list, state, rows, ids: () => rows().map(({ id }) => id) };
}

/** Somebody who reads on to the end of a list, a press after each reply. */
export async function readToTheEnd({ list }: OpenPage, { time }: World): Promise<void> {
  const wait = () => new Promise<void>((resolve) => time.after(300, resolve));
  while (true) {
    await wait();
    if (list.isReading.value) continue;
    if (list.canShowMore.value) list.showMore();
    else if (list.failure.value !== null || !list.shown.value?.isAnswer) void list.refresh();
    else return;
  }
}
