import type { Outcome } from '@/lib/outcome';
import { createPageHistories } from '@/lib/page-history/worker/page-histories';
import type { Report, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createListCache, type ListCache } from '@/lib/report/worker/list-cache';
import { createPrivateReports, type PrivateReports } from '@/lib/report/worker/private-reports';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { StoredItem } from '@/lib/stored-item';

/** What a connection stores of the service's reports: its lists, and what is known of pages. */
export interface SessionReports {
  /** The lists of ordinary windows, or those of private ones. */
  listsFor(isPrivateWindow: boolean): ListCache;
  /** Reads again what was last asked for, in private windows alone or in both. Never rejects. */
  refreshLists(isPrivateWindow: boolean): Promise<void>;
  /** Stores of what pages these reports are, where an ordinary window has read them. */
  notePages(reports: readonly Report[]): Promise<void>;
  /** Leaves out those that a private window has asked for, or may have. */
  ordinary(reports: readonly Report[]): Promise<Report[]>;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds(url: string): Promise<string[]>;
  /** Takes in a report that was just made; one of a private window is hidden before. */
  add(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Stores a report as the service gave it, wherever windows of that kind show it. */
  replace(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Takes a report that is no more from wherever it is shown. */
  remove(report: Report): Promise<void>;
  /**
   * Stores nothing of a report, nor what a list has shown of it before its id was known here. From
   * the call on it is known as a private window's.
   */
  hide(report: Report): Promise<void>;
  /** Which reports a private window has asked for. */
  privateReports: PrivateReports;
  /** Whether nothing may be stored of a report, since it is a private window's, or may be. */
  isHidden(report: Report): boolean;
}

interface SessionReportTools {
  connectionId: string;
  store: ConnectionStore;
  signal: AbortSignal;
  whileOpen<T>(item: StoredItem<T>): StoredItem<T>;
  exclusively(name: string): <T>(work: () => Promise<T>) => Promise<T>;
  readList(query: ReportQuery, isPrivateWindow: boolean): Promise<Outcome<ReportList>>;
  /** Whether a report may be one that a private window's submission becomes. */
  mayBecomePrivate(report: Report): boolean;
  /** Called when what is known of pages may have changed. */
  refreshBadge(): void;
  digest(text: string): Promise<string>;
  newId(): string;
  now(): number;
}

/** Makes the reports of one session. */
export function createSessionReports(tools: SessionReportTools): SessionReports {
  const { connectionId: id, store, signal, whileOpen, exclusively, readList, now } = tools;
  const privateReports = createPrivateReports({
    ids: whileOpen(store.privateReports(id)),
    hashes: whileOpen(store.privateHashes(id)),
    digest: tools.digest,
    newSalt: tools.newId,
  });
  const isHidden = (report: Report) =>
    privateReports.has(report.id) || tools.mayBecomePrivate(report);
  const histories = createPageHistories(
    store.pages(id),
    whileOpen(store.pageIndex(id)),
    exclusively('pages'),
    signal,
  );
  const pages: typeof histories = {
    of: histories.of,
    note: (reports) => histories.note(reports).then(() => tools.refreshBadge()),
    forget: (report) => histories.forget(report).then(() => tools.refreshBadge()),
  };

  const lists = createListCache({
    items: [whileOpen(store.lists(id, 'local')), whileOpen(store.lists(id, 'session'))],
    readList: (query) => readList(query, false),
    isLeftOut: isHidden,
    exclusively: exclusively('list'),
    now,
  });
  const privateLists = createListCache({
    items: [whileOpen(store.privateLists(id))],
    readList: (query) => readList(query, true),
    isLeftOut: () => false,
    exclusively: exclusively('private-list'),
    now,
  });

  async function ordinary(reports: readonly Report[]): Promise<Report[]> {
    await privateReports.recognize(reports);
    return reports.filter((report) => !isHidden(report));
  }

  async function notePages(reports: readonly Report[]): Promise<void> {
    await pages.note(await ordinary(reports));
  }

  async function hide(report: Report): Promise<void> {
    await privateReports.add(report.id);
    await Promise.all([lists.replace(report), pages.forget(report)]);
  }

  return {
    listsFor: (isPrivateWindow) => (isPrivateWindow ? privateLists : lists),
    async refreshLists(isPrivateWindow) {
      const shown = await privateLists.current().catch(() => []);
      const ordinary = isPrivateWindow ? undefined : lists.refresh();
      const ofPrivateWindows = shown.length > 0 ? privateLists.refresh() : undefined;
      await Promise.all([ordinary, ofPrivateWindows]).catch(() => {});
    },
    notePages,
    ordinary,
    async knownIds(url) {
      const [stored, history] = await Promise.all([lists.current(), pages.of(url)]);
      return [...stored, history].flatMap(({ reports }) => reports.map((report) => report.id));
    },
    async add(report, isPrivateWindow) {
      await privateLists.add(report);
      if (!isPrivateWindow) await Promise.all([lists.add(report), pages.note([report])]);
    },
    async replace(report, isPrivateWindow) {
      const inMemory = privateLists.replace(report);
      if (!isPrivateWindow) {
        await privateReports.recognize([report]);
        await Promise.all([lists.replace(report), notePages([report])]);
      }
      await inMemory;
    },
    async remove(report) {
      const { id } = report;
      await Promise.all([lists.remove(id), privateLists.remove(id), pages.forget(report)]);
    },
    hide,
    privateReports,
    isHidden,
  };
}
