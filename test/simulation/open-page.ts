import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { openPageOf } from '../support/open-page';
import type { Simulation } from './simulation';

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/** Opens an extension page. By default, its list has the newest hundred reports. */
export function openPage({ browser }: Simulation, query: ReportQuery = NEWEST_QUERY) {
  return openPageOf(
    {
      prepare: () => browser.callBackground('prepare'),
      listReports: (...args) => browser.callBackground('listReports', ...args),
      listFurtherReports: (...args) => browser.callBackground('listFurtherReports', ...args),
      listHistory: (...args) => browser.callBackground('listHistory', ...args),
      getHistoryChanges: (...args) => browser.callBackground('getHistoryChanges', ...args),
      readAllReports: (...args) => browser.callBackground('readAllReports', ...args),
      stopReading: (...args) => browser.callBackground('stopReading', ...args),
    },
    query,
  );
}

/** Presses *Show more* until the list has no further page. Reads the list again after a failure. */
export async function showAllPages({ list }: OpenPage, { time }: Simulation): Promise<void> {
  while (true) {
    await new Promise<void>((resolve) => time.after(300, resolve));
    if (list.isReading.value) continue;
    if (list.canShowMore.value) list.showMore();
    else if (list.failure.value !== null || !list.shown.value?.isAnswer) void list.refresh();
    else return;
  }
}
