import type { Outcome } from '@/lib/outcome';
import { createPageHistories } from '@/lib/page-history/worker/page-histories';
import type { Report, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createListCache, type ListCache } from '@/lib/report/worker/list-cache';
import { createPrivateReports } from '@/lib/report/worker/private-reports';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { StoredItem } from '@/lib/stored-item';

/** What a connection stores of the service's reports: its lists, and what is known of pages. */
export interface SessionReports {
  /** The list of ordinary windows, or that of private ones. */
  listFor(isPrivateWindow: boolean): ListCache;
  /** Reads the shown lists again. Never rejects. */
  refreshLists(): Promise<void>;
  /** Stores of what pages these reports are. */
  notePages(reports: readonly Report[]): Promise<void>;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds(url: string): Promise<string[]>;
  /** Takes in a report that was just made. */
  add(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Stores a report as the service gave it, wherever it is shown. */
  replace(report: Report): Promise<void>;
  /** Takes a report that is no more from wherever it is shown. */
  remove(report: Report): Promise<void>;
  /** Stores nothing of a report, nor what a list has shown of it before its id was known here. */
  hide(report: Report): Promise<void>;
  /** Whether nothing may be stored of a report, since a private window has asked for it. */
  isPrivate(report: Report): Promise<boolean>;
}

interface SessionReportTools {
  connectionId: string;
  store: ConnectionStore;
  signal: AbortSignal;
  whileOpen<T>(item: StoredItem<T>): StoredItem<T>;
  exclusively(name: string): <T>(work: () => Promise<T>) => Promise<T>;
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  now(): number;
}

/** Makes the reports of one session. */
export function createSessionReports(tools: SessionReportTools): SessionReports {
  const { connectionId: id, store, signal, whileOpen, exclusively, now } = tools;
  const privateReports = createPrivateReports(whileOpen(store.privateReports(id)));
  const isPrivate = (report: Report) => privateReports.has(report.id);
  const pages = createPageHistories(
    store.pages(id),
    whileOpen(store.pageIndex(id)),
    exclusively('pages'),
    signal,
  );

  async function readList(query: ReportQuery): Promise<Outcome<ReportList>> {
    await privateReports.load();
    return tools.readList(query);
  }

  const list = createListCache({
    items: [whileOpen(store.list(id, 'local')), whileOpen(store.list(id, 'session'))],
    readList,
    isLeftOut: isPrivate,
    exclusively: exclusively('list'),
    now,
  });
  const privateList = createListCache({
    items: [whileOpen(store.privateList(id))],
    readList,
    isLeftOut: () => false,
    exclusively: exclusively('private-list'),
    now,
  });
  const lists = [list, privateList];

  async function notePages(reports: readonly Report[]): Promise<void> {
    await privateReports.load();
    await pages.note(reports.filter((report) => !isPrivate(report)));
  }

  async function hide(report: Report): Promise<void> {
    await privateReports.add(report.id);
    await Promise.all([list.replace(report), pages.forget(report)]);
  }

  return {
    listFor: (isPrivateWindow) => (isPrivateWindow ? privateList : list),
    async refreshLists() {
      const shown = await privateList.current().catch(() => undefined);
      await Promise.all([list.refresh(), shown && privateList.refresh()]).catch(() => {});
    },
    notePages,
    async knownIds(url) {
      const [stored, history] = await Promise.all([list.current(), pages.of(url)]);
      return [...(stored?.reports ?? []), ...history.reports].map((report) => report.id);
    },
    async add(report, isPrivateWindow) {
      if (isPrivateWindow) await hide(report);
      await privateList.add(report);
      if (!isPrivateWindow) await Promise.all([list.add(report), pages.note([report])]);
    },
    async replace(report) {
      await privateReports.load();
      await Promise.all([...lists.map((each) => each.replace(report)), notePages([report])]);
    },
    async remove(report) {
      await Promise.all([...lists.map((each) => each.remove(report.id)), pages.forget(report)]);
    },
    hide,
    async isPrivate(report) {
      await privateReports.load();
      return isPrivate(report);
    },
  };
}
