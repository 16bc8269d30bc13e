import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { openPageOf } from '../support/open-page';
import type { Simulation } from './simulation';

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/** Opens an extension page. By default, its list has the newest hundred reports. */
export function openPage({ browser }: Simulation, query: ReportQuery = NEWEST_QUERY) {
  return openPageOf(
    {
      prepare: () => browser.ask('prepare'),
      listReports: (...args) => browser.ask('listReports', ...args),
      listFurtherReports: (...args) => browser.ask('listFurtherReports', ...args),
      listHistory: (...args) => browser.ask('listHistory', ...args),
      getHistoryChanges: (...args) => browser.ask('getHistoryChanges', ...args),
      readAllReports: (...args) => browser.ask('readAllReports', ...args),
      stopReading: (...args) => browser.ask('stopReading', ...args),
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
