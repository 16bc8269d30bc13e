import type { HistoryStatus } from '@/lib/history-status';
import { createClientNames } from '@/lib/report/compare/client-names';
import { type ClientNews, clientNews, groupedClients } from '@/lib/report/compare/clients';
import { pageRow } from '@/lib/report/compare/findings';
import { type DatedHeadline, headlinesOf } from '@/lib/report/compare/headlines';
import { dayOf } from '@/lib/report/compare/local-day';
import {
  daySince,
  type PageSince,
  type PageTrend,
  pageSince,
  type Since,
  trendOf,
} from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import type { Check } from '@/lib/report/content/checks';
import type { PageMute } from '@/lib/report/mutes';
import {
  distinctReports,
  type Report,
  type ReportList,
  type ResultFindings,
} from '@/lib/report/report';
import { searchText } from '@/lib/report/report-query';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { wordsOf } from './address-words';
import type { BackupRecord } from './backup-format';
import { createChangeLog } from './change-log';
import { openDatabase } from './database';
import { type FullReading, type RowsBelowState, stateOfRowsBelow } from './full-reading';
import {
  type HistoryChanges,
  type HistoryPart,
  type HistoryRows,
  MAX_IN_REPLY,
} from './history-items';
import { importArchive, indexWords } from './history-migration';
import {
  isCountedMark,
  lastSummaryDays,
  type Marks,
  type MarksChange,
  NO_MARKS,
  withJoinedSummaries,
} from './marks';
import type { MarksUndo } from './marks-undo';
import type { Restored } from './merge';
import { newestFirst, type PageHistory, pageHistory } from './page-history';
import type { Reading, ReadPage } from './reading';
import { dateOf, type Position, type ReportRecord, reportRecord } from './records';
import { type ChangedMarks, createStoredMarks, type StoredMarks } from './stored-marks';
import { createStoredReports, type StoredReports } from './stored-reports';

/**
 * The history of one connection: reports, past results and marks. If the browser has no databases, reads
 * return empty values. All times are request times of the connection's clock.
 */
export interface History {
  /** Returns the open marks, and the last closed tickets. Rejects if the database fails. */
  marks(): Promise<Marks>;
  /** Whether a due mark is open. Faster than `marks`. Rejects if the database fails. */
  hasDueMark(): Promise<boolean>;
  /**
   * Returns the open mutes that apply to each page, in the order of the page keys. Rejects if the database
   * fails.
   */
  mutes(pages: readonly string[]): Promise<PageMute[][]>;
  /** Changes the marks, and returns them like `marks`. Never rejects. */
  changeMarks(change: MarksChange | MarksUndo): Promise<Result<ChangedMarks>>;
  /**
   * Stores the reports of an answer. Skips a report if an answer with a later request time
   * contained it. Never rejects.
   * @param findings findings of the reports, by id
   */
  add(
    reports: readonly Report[],
    findings: Readonly<Record<string, ResultFindings>>,
    requestedAt: number,
  ): Promise<void>;
  /**
   * Removes a report and its results, after a deletion by a person has ended as done or gone. Never
   * rejects.
   * @param isPrivate whether the deletion was private. Only an ordinary deletion stores the deleted
   *   id.
   */
  removeDeleted(
    report: Pick<ReportReference, 'id'>,
    requestedAt: number,
    isPrivate: boolean,
  ): Promise<void>;
  /**
   * Removes the row of a report that is gone, or whose cancelled deletion succeeded. The results of
   * the report stay. Does nothing if an answer with a later request time contained the report.
   * Never rejects.
   */
  removeGone(report: Pick<ReportReference, 'id'>, requestedAt: number): Promise<void>;
  /** Merges records of a backup. Rejects if the history cannot be stored. */
  restore(records: readonly BackupRecord[]): Promise<Restored>;
  /** Returns the histories of pages, in the order of their keys. */
  pages(keys: readonly string[]): Promise<PageHistory[]>;
  /** Returns the trends of the pages of reports, in the order of the reports. */
  trends(references: readonly ReportReference[], since: PageSince): Promise<PageTrend[]>;
  /** Returns reports in the order of their ids; null for unknown reports. */
  reports(ids: readonly string[]): Promise<(Report | null)[]>;
  /** Returns the stored findings of the current results of listed reports, by id. */
  findings(ids: readonly string[]): Promise<Record<string, ResultFindings>>;
  /**
   * Returns the date of the newest report of each page, ISO 8601, by page key; null for a report
   * without a date. Omits pages without reports.
   */
  reportDates(keys: readonly string[]): Promise<Record<string, string | null>>;
  /** Returns at most 500 listed reports, newest first. Before a complete reading, lists all reports. */
  list(after: Position | null): Promise<HistoryPart>;
  /** Returns the revision of the last change. */
  revision(): number;
  /** Continues after the revision that an earlier worker has published. */
  continueFrom(published: number): void;
  /** Returns at most 500 reports that changed after a revision; null if the log has lost some changes. */
  changes(since: number): Promise<HistoryChanges | null>;
  /** Compares the listed reports with their bases. */
  news(since: Since): Promise<ComparedNews>;
  /**
   * Converts a request time to a time that is later than all request times of earlier workers; null
   * if the browser has no databases.
   */
  storedTime(requestedAt: number): Promise<number | null>;
  /** Returns the unfinished reading of all reports; null if there is none. */
  unfinishedReading(): Promise<Reading | null>;
  /** Stores an unfinished reading. */
  putReading(reading: Reading): Promise<void>;
  /** Stores the reports of a page together with the reading. Rejects if the database fails. */
  addPage(page: ReadPage & ReportList, reading: Reading): Promise<void>;
  /** Replaces the unfinished reading by a complete reading. */
  completeReading(reading: Reading): Promise<void>;
  /** Whether the last complete reading contains a report. */
  wasRead(id: string): Promise<boolean>;
  /** Compares the reports below the first page with the last complete reading. */
  stateOfRowsBelow(first: ReadPage): Promise<RowsBelowState>;
  /**
   * Returns the newest reports that match a text: each word of the text is the beginning of a word
   * in the address.
   */
  search(text: string, most: number): Promise<Report[]>;
}

/** What has changed since the bases of all pages. */
export interface ComparedNews {
  clients: ClientNews;
  headlines: readonly DatedHeadline[];
}

interface HistoryTools {
  connectionId: string;
  /** Aborts when the connection is closed. */
  signal: AbortSignal;
  /** Called with the new revision after each change that extension pages show. */
  onChange(revision: number): void;
  /** Called when the status is known, and when it changes. */
  onStatus(status: HistoryStatus): void;
  /** Advances the connection's clock past a time that an earlier worker stored. */
  passTime(time: number): void;
  /** Returns the time of the computer's clock, in milliseconds since the epoch. */
  now(): number;
}

/** The stores of an open database. */
interface Stores {
  reports: StoredReports;
  marks: StoredMarks;
  /** The highest request time that earlier workers have stored. */
  latestTime: number;
}

/** Limit of remembered request times. */
const MAX_REMEMBERED = 25_000;

/** Creates the history of a connection. The database is opened at the first use. */
export function createHistory(tools: HistoryTools): History {
  const { connectionId, signal, onChange, onStatus, passTime, now } = tools;
  /** Request time of the latest answer about each report, by id. The latest change is at the end. */
  const requestTimes = new Map<string, number>();
  const changeLog = createChangeLog(now);
  /** Null if the browser has no databases. */
  let opening: Promise<Stores | null> | null = null;
  let status: HistoryStatus | null = null;

  function open(): Promise<Stores | null> {
    opening ??= openNow().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function openNow(): Promise<Stores | null> {
    const database = await openDatabase(connectionId, signal);
    if (database === null) {
      setStatus('unavailable');
      return null;
    }
    const reports = createStoredReports(database);
    await importArchive(connectionId, reports);
    const latestTime = await reports.latestTime();
    passTime(latestTime);
    // After a failure or a worker stop, the next worker continues the indexing.
    void indexWords(database).catch(() => {});
    return { reports, marks: createStoredMarks(database), latestTime };
  }

  function setStatus(next: HistoryStatus): void {
    if (status === next || signal.aborted) return;
    status = next;
    onStatus(next);
  }

  /**
   * Stores a change. Rejects if the database fails.
   * @param work returns the ids of changed or removed rows; null after a change without rows
   */
  async function changeRows(
    work: (stores: Stores) => Promise<Iterable<string> | null>,
  ): Promise<void> {
    if (signal.aborted) return;
    try {
      const stores = await open();
      if (stores === null) return;
      const changed = await work(stores);
      const ids = [...(changed ?? [])];
      setStatus('stored');
      if (changed === null || ids.length > 0) noteChange(ids);
    } catch (error) {
      setStatus('failing');
      throw error;
    }
  }

  /** Like `changeRows`, but never rejects. */
  async function tryToChangeRows(...args: Parameters<typeof changeRows>): Promise<void> {
    await changeRows(...args).catch(() => {});
  }

  function noteChange(ids?: readonly string[]): void {
    changeLog.note(ids);
    if (!signal.aborted) onChange(changeLog.revision());
  }

  /** Returns the reports without a later answer, and remembers their request time. */
  function withoutOutdated(reports: readonly Report[], requestedAt: number): Report[] {
    const newer = distinctReports(reports).filter(({ id }) => !isOutdated(id, requestedAt));
    for (const { id } of newer) remember(id, requestedAt);
    return newer;
  }

  function remember(id: string, requestedAt: number): void {
    requestTimes.delete(id);
    requestTimes.set(id, requestedAt);
    const [oldest] = requestTimes.keys();
    if (requestTimes.size > MAX_REMEMBERED && oldest !== undefined) requestTimes.delete(oldest);
  }

  /** Whether an answer with a later request time contained a report. */
  function isOutdated(id: string, requestedAt: number): boolean {
    return (requestTimes.get(id) ?? 0) > requestedAt;
  }

  /**
   * Returns a request time, but at least a time after all stored request times of earlier workers.
   */
  function storedTime(requestedAt: number, { latestTime }: Stores): number {
    return Math.max(requestedAt, latestTime + 1);
  }

  async function pages(keys: readonly string[]): Promise<PageHistory[]> {
    const stores = await open();
    if (stores === null) return keys.map(() => ({ reports: [], results: [] }));
    const all = await stores.reports.pages(keys);
    return all.map(({ reports, past }) => pageHistory(reports, past));
  }

  /** @param sinceOf returns the date or summary to compare with, for the report at an index */
  async function trendsOf(
    references: readonly ReportReference[],
    sinceOf: (index: number) => PageSince,
  ): Promise<PageTrend[]> {
    const keys = references.map(({ page }) => page);
    const [histories, mutesByPage] = [await pages(keys), await mutes(keys)];
    const date = new Date(now());
    return references.map((reference, at) =>
      trendOf(reference, histories[at]?.results ?? [], sinceOf(at), date, mutesByPage[at]),
    );
  }

  async function mutes(keys: readonly string[]): Promise<PageMute[][]> {
    return (await (await open())?.marks.mutes(keys)) ?? keys.map(() => []);
  }

  async function marks(): Promise<Marks> {
    return withSummaries((await (await open())?.marks.shown()) ?? NO_MARKS);
  }

  /** Adds the summaries of joined clients. */
  function withSummaries(shown: Marks): Marks {
    return { ...shown, summaries: withJoinedSummaries(shown, dayOf(new Date(now()))) };
  }

  async function list(after: Position | null): Promise<HistoryPart> {
    const stores = await open();
    // Changes during the read are later than this revision.
    const revision = changeLog.revision();
    if (stores === null) return { ...rowsOf([], undefined), after: null, count: 0, revision };
    const part = await stores.reports.list(after, MAX_IN_REPLY);
    const { records, count, reading } = part;
    return { ...rowsOf(records, reading), after: part.after, count, revision };
  }

  return {
    marks,
    hasDueMark: async () => (await (await open())?.marks.hasDue()) ?? false,
    mutes,
    async changeMarks(marksChange) {
      try {
        const stores = await open();
        if (stores === null) return { failure: { code: 'notStored' } };
        const changed = await stores.marks.change(marksChange, new Date(now()).toISOString());
        if (changed === null) return { failure: { code: 'changedMeanwhile' } };
        if ('most' in changed) return { failure: { code: 'tooManyMarks', ...changed } };
        noteChange();
        return { value: { ...changed, marks: withSummaries(changed.marks) } };
      } catch {
        return { failure: { code: 'notStored' } };
      }
    },
    async add(reports, findings, requestedAt) {
      const newer = withoutOutdated(reports, requestedAt);
      if (newer.length === 0) return;
      await tryToChangeRows((stores) => {
        const seenAt = storedTime(requestedAt, stores);
        return stores.reports.put(
          newer.map((report) => reportRecord(report, checksOf(report, findings), seenAt)),
        );
      });
    },
    async removeDeleted({ id }, requestedAt, isPrivate) {
      remember(id, requestedAt);
      await tryToChangeRows(async ({ reports }) =>
        (await reports.removeDeleted(id, isPrivate)) ? [id] : [],
      );
    },
    async removeGone({ id }, requestedAt) {
      if (isOutdated(id, requestedAt)) return;
      remember(id, requestedAt);
      await tryToChangeRows(async ({ reports }) => ((await reports.removeGone(id)) ? [id] : []));
    },
    async restore(records) {
      const stores = await open();
      if (stores === null) throw new Error('The browser has no databases.');
      signal.throwIfAborted();
      const restored = await stores.reports.restore(records);
      const { reports, results, marks: counted } = restored;
      const hasUncountedMarks = records.some(
        (record) => 'mark' in record && !isCountedMark(record.mark),
      );
      if (reports > 0) changeLog.forget();
      if (reports + results + counted > 0 || hasUncountedMarks) noteChange();
      return restored;
    },
    pages,
    trends: (references, since) => trendsOf(references, () => since),
    async reports(ids) {
      const stored = (await (await open())?.reports.reports(ids)) ?? [];
      return ids.map((_, index) => stored[index] ?? null);
    },
    async findings(ids) {
      const { records = [] } = (await (await open())?.reports.listed(ids)) ?? {};
      const findingsById: Record<string, ResultFindings> = {};
      for (const { id, report, found } of records) {
        if (found) findingsById[id] = { generatedAt: report.generatedAt, checks: [...found] };
      }
      return findingsById;
    },
    async reportDates(keys) {
      const ages = (await (await open())?.reports.ages(keys)) ?? [];
      return Object.fromEntries([...ages].map(([page, age]) => [page, dateOf(age)]));
    },
    list,
    revision: changeLog.revision,
    continueFrom: changeLog.continueFrom,
    async changes(since) {
      const logged = changeLog.since(since, MAX_IN_REPLY);
      const stores = await open();
      if (logged === null || stores === null) return null;
      const { ids, revision, isLast } = logged;
      const { records, reading } = await stores.reports.listed(ids);
      const listed = new Set(records.map(({ id }) => id));
      const removed = ids.filter((id) => !listed.has(id));
      return { ...rowsOf(records, reading), removed, revision, isLast };
    },
    async news(since) {
      const reports: Report[] = [];
      let part: HistoryPart | undefined;
      do {
        part = await list(part?.after ?? null);
        if (part.reading === null) break;
        reports.push(...part.reports);
      } while (part.after !== null && reports.length < part.count);
      const { joined, summaries, tickets, closed } = await marks();
      const found = pagesOf(reports, createClientNames(joined).of);
      const date = new Date(now());
      const days = lastSummaryDays(summaries, dayOf(date));
      const sinceOfPages = found.map(({ client }) => pageSince(since, days.get(client) ?? null));
      const before = await trendsOf(
        found.map(({ report }) => referTo(report)),
        (at) => sinceOfPages[at] ?? 'noSummary',
      );
      const mutesOfPages = await mutes(found.map(({ key }) => key));
      const rows = found.map((page, at) =>
        pageRow(page, before[at] ?? null, mutesOfPages[at] ?? []),
      );
      return {
        clients: clientNews(rows, daySince(since, date)),
        headlines: headlinesOf(groupedClients(rows).all, {
          openTickets: tickets,
          closedTickets: closed,
        }),
      };
    },
    async storedTime(requestedAt) {
      const stores = await open();
      return stores && storedTime(requestedAt, stores);
    },
    unfinishedReading: async () => (await (await open())?.reports.unfinishedReading()) ?? null,
    async putReading(reading) {
      if (!signal.aborted) await (await open())?.reports.putReading(reading);
    },
    async addPage(page, reading) {
      const newer = withoutOutdated(page.reports, page.requestedAt);
      await changeRows(({ reports }) => {
        const { findings = {}, requestedAt } = page;
        const records = newer.map((report) =>
          reportRecord(report, checksOf(report, findings), requestedAt),
        );
        return reports.put(records, reading);
      });
    },
    async completeReading(reading) {
      await changeRows(async (stores) => {
        const isSince = (time: number) => storedTime(time, stores) >= reading.begunAt;
        const shownSince = [...requestTimes].flatMap(([id, time]) => (isSince(time) ? id : []));
        const readAt = new Date(now()).toISOString();
        const ids = await stores.reports.completeReading(reading, readAt, shownSince);
        return ids.size > 0 ? ids : null;
      });
    },
    wasRead: async (id) => (await (await open())?.reports.wasRead(id)) ?? false,
    async stateOfRowsBelow({ reports, total, requestedAt }) {
      const stores = await open();
      if (stores === null) return 'changed';
      const ids = reports.map(({ id }) => id);
      const below = await stores.reports.below(ids, requestedAt);
      return stateOfRowsBelow({ reports, total }, below, now());
    },
    async search(text, most) {
      const prefixes = wordsOf(searchText(text));
      const stores = prefixes.length === 0 ? null : await open();
      const records = (await stores?.reports.search(prefixes, most)) ?? [];
      return records
        .map(({ report }) => report)
        .sort(newestFirst)
        .slice(0, most);
    },
  };
}

function rowsOf(records: readonly ReportRecord[], reading: FullReading | undefined): HistoryRows {
  return {
    reports: records.map(({ report }) => report),
    reading: reading ? { readAt: reading.readAt, unreadable: reading.unreadable ?? 0 } : null,
  };
}

/** Returns the findings of a report's current result; null if the answer has none. */
function checksOf(
  { id, generatedAt, failedChecks }: Report,
  findings: Readonly<Record<string, ResultFindings>>,
): readonly Check[] | null {
  if (failedChecks?.length === 0) return [];
  const reportFindings = Object.hasOwn(findings, id) ? findings[id] : undefined;
  return reportFindings?.generatedAt === generatedAt ? reportFindings.checks : null;
}
