import type { HistoryStatus } from '@/lib/history-status';
import { type ClientNews, clientName, clientNews } from '@/lib/report/compare/clients';
import { pageRow } from '@/lib/report/compare/findings';
import { dayOf } from '@/lib/report/compare/local-day';
import {
  daySince,
  type PagePast,
  type PageSince,
  pageSince,
  pastOf,
  type Since,
} from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import type { Check } from '@/lib/report/content/checks';
import { distinctReports, type Found, type Report } from '@/lib/report/report';
import { searchText } from '@/lib/report/report-query';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { wordsOf } from './address-words';
import type { BackupRecord } from './backup-format';
import { openDatabase } from './database';
import type { NotedReading } from './full-reading';
import { type HistoryPart, MAX_IN_REPLY } from './history-items';
import { importArchive, indexWords } from './history-migration';
import {
  isCounted,
  lastSummaryDays,
  MAX_OPEN,
  type Marks,
  type MarksChange,
  NO_MARKS,
} from './marks';
import type { Restored } from './merge';
import { newestFirst, type PageHistory, pageHistory } from './page-history';
import { dateOf, type Position, reportRecord } from './records';
import { createStoredMarks, type StoredMarks } from './stored-marks';
import { createStoredReports, type StoredReports } from './stored-reports';

/**
 * The history of one connection: reports, past results and marks. If the browser has no databases, reads
 * return empty values. All times are request times of the connection's clock.
 */
export interface History {
  /** Returns the open marks, and the last closed tickets. Rejects if the database fails. */
  marks(): Promise<Marks>;
  /** Changes the marks, and returns them like `marks`. Never rejects. */
  changeMarks(change: MarksChange): Promise<Result<Marks>>;
  /**
   * Stores reports as an answer shows them. A report stays unchanged if an answer with a later request time
   * has shown it. Never rejects.
   * @param found findings of the reports, by id
   */
  add(
    reports: readonly Report[],
    found: Readonly<Record<string, Found>>,
    requestedAt: number,
  ): Promise<void>;
  /**
   * Removes a report with its results: a person's deletion has ended as done or gone. Never rejects.
   * @param isPrivate whether the deletion was private: the id of the report is then not stored
   */
  removeDeleted(
    report: Pick<ReportReference, 'id'>,
    requestedAt: number,
    isPrivate: boolean,
  ): Promise<void>;
  /**
   * Removes the row of a report that is gone, or whose deletion was taken back and succeeded. Its results
   * stay. The row stays as well if an answer with a later request time has shown the report. Never rejects.
   */
  removeGone(report: Pick<ReportReference, 'id'>, requestedAt: number): Promise<void>;
  /** Merges records of a backup. Rejects if the history cannot be stored. */
  restore(records: readonly BackupRecord[]): Promise<Restored>;
  /** Returns the histories of pages, in the order of their keys. */
  pages(keys: readonly string[]): Promise<PageHistory[]>;
  /** Returns the bases of the pages of reports, in the order of the reports. */
  pasts(references: readonly ReportReference[], since: PageSince): Promise<PagePast[]>;
  /** Returns reports in the order of their ids; null for unknown reports. */
  reports(ids: readonly string[]): Promise<(Report | null)[]>;
  /** Returns the findings of the current results of reports, by id. Unknown findings are left out. */
  found(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Check[]>>;
  /**
   * Returns the latest report date of pages by key, ISO 8601; null if no date is known. Pages without
   * reports are left out.
   */
  reportDates(keys: readonly string[]): Promise<Record<string, string | null>>;
  /** Returns at most 500 listed reports, newest first. Empty if all reports were never read. */
  list(after: Position | null): Promise<HistoryPart>;
  /** Counts the clients that became worse and better, among the listed reports. */
  news(since: Since): Promise<ClientNews>;
  /** Notes that all reports were read, or as many as are read at all. */
  noteFullReading(reading: NotedReading): Promise<void>;
  /** Returns the newest reports whose addresses have words with the starts in a text. */
  search(text: string, most: number): Promise<Report[]>;
}

interface HistoryTools {
  connectionId: string;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  /** Called after a change that extension pages have to read. */
  onChange(): void;
  /** Called when the status is known, and when it changes. */
  onStatus(status: HistoryStatus): void;
  /** Makes the clock of the connection later than a time that an earlier worker has stored. */
  passTime(time: number): void;
  /** The time for people, in milliseconds since the epoch. */
  now(): number;
}

/** The stores of an open database. */
interface Stores {
  reports: StoredReports;
  marks: StoredMarks;
  /** The highest request time that earlier workers have stored. */
  latestTime: number;
}

/** Limit of remembered request times. Older ones matter to no request in flight. */
const MAX_REMEMBERED = 25_000;

const NOTHING_LISTED: HistoryPart = { reports: [], after: null, count: 0, reading: null };

/** Creates the history of a connection. The database is opened at the first use. */
export function createHistory(tools: HistoryTools): History {
  const { connectionId, signal, onChange, onStatus, passTime, now } = tools;
  /** Request time of the latest answer about each report, by id; the last change is at the end. */
  const requestTimes = new Map<string, number>();
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
    // If this fails or the worker is stopped, the next worker continues.
    void indexWords(database).catch(() => {});
    return { reports, marks: createStoredMarks(database), latestTime };
  }

  function setStatus(next: HistoryStatus): void {
    if (status === next || signal.aborted) return;
    status = next;
    onStatus(next);
  }

  /**
   * Stores a change.
   * @param work returns whether extension pages have to read again
   */
  async function change(work: (stores: Stores) => Promise<boolean>): Promise<void> {
    if (signal.aborted) return;
    try {
      const stores = await open();
      if (stores === null) return;
      const isOther = await work(stores);
      setStatus('stored');
      if (isOther && !signal.aborted) onChange();
    } catch {
      setStatus('failing');
    }
  }

  function remember(id: string, requestedAt: number): void {
    requestTimes.delete(id);
    requestTimes.set(id, requestedAt);
    const [oldest] = requestTimes.keys();
    if (requestTimes.size > MAX_REMEMBERED && oldest !== undefined) requestTimes.delete(oldest);
  }

  /** Whether an answer with a later request time has shown a report. */
  function isOutdated(id: string, requestedAt: number): boolean {
    return (requestTimes.get(id) ?? 0) > requestedAt;
  }

  /** Returns a time after all times of earlier workers: no answer to their requests comes any more. */
  function storedTime(requestedAt: number, { latestTime }: Stores): number {
    return Math.max(requestedAt, latestTime + 1);
  }

  async function pages(keys: readonly string[]): Promise<PageHistory[]> {
    const stores = await open();
    if (stores === null) return keys.map(() => ({ reports: [], results: [] }));
    const all = await stores.reports.pages(keys);
    return all.map(({ reports, past }) => pageHistory(reports, past));
  }

  /** @param sinceOf returns what the report at an index is compared with */
  async function pastsOf(
    references: readonly ReportReference[],
    sinceOf: (index: number) => PageSince,
  ): Promise<PagePast[]> {
    const histories = await pages(references.map(({ page }) => page));
    const date = new Date(now());
    return references.map((reference, at) =>
      pastOf(reference, histories[at]?.results ?? [], sinceOf(at), date),
    );
  }

  async function marks(): Promise<Marks> {
    return (await (await open())?.marks.shown()) ?? NO_MARKS;
  }

  async function list(after: Position | null): Promise<HistoryPart> {
    const part = await (await open())?.reports.list(after, MAX_IN_REPLY);
    if (part == null) return NOTHING_LISTED;
    const { readAt, difference } = part.reading;
    return {
      reports: part.records.map(({ report }) => report),
      after: part.after,
      count: part.count,
      reading: { readAt, difference },
    };
  }

  return {
    marks,
    async changeMarks(marksChange) {
      try {
        const stores = await open();
        if (stores === null) return { failure: { code: 'notStored' } };
        const changed = await stores.marks.change(marksChange, new Date(now()).toISOString());
        if (changed === null) {
          const mark = marksChange.kind === 'star' ? 'star' : 'ticket';
          return { failure: { code: 'tooManyMarks', mark, most: MAX_OPEN[mark] } };
        }
        onChange();
        return { value: changed };
      } catch {
        return { failure: { code: 'notStored' } };
      }
    },
    async add(reports, found, requestedAt) {
      const newer = distinctReports(reports).filter(({ id }) => !isOutdated(id, requestedAt));
      if (newer.length === 0) return;
      for (const { id } of newer) remember(id, requestedAt);
      await change(async (stores) => {
        const seenAt = storedTime(requestedAt, stores);
        const records = newer.map((report) =>
          reportRecord(report, checksOf(report, found), seenAt),
        );
        return (await stores.reports.put(records)).size > 0;
      });
    },
    async removeDeleted({ id }, requestedAt, isPrivate) {
      remember(id, requestedAt);
      await change(({ reports }) => reports.removeDeleted(id, isPrivate));
    },
    async removeGone({ id }, requestedAt) {
      if (isOutdated(id, requestedAt)) return;
      remember(id, requestedAt);
      await change(({ reports }) => reports.removeGone(id));
    },
    async restore(records) {
      const stores = await open();
      if (stores === null) throw new Error('The browser has no databases.');
      signal.throwIfAborted();
      const restored = await stores.reports.restore(records);
      const { reports, results, marks: counted } = restored;
      const hasOthers = records.some((record) => 'mark' in record && !isCounted(record.mark));
      if (reports + results + counted > 0 || hasOthers) onChange();
      return restored;
    },
    pages,
    pasts: (references, since) => pastsOf(references, () => since),
    async reports(ids) {
      const known = (await (await open())?.reports.reports(ids)) ?? [];
      return ids.map((_, at) => known[at] ?? null);
    },
    async found(ids) {
      return (await (await open())?.reports.found(ids)) ?? new Map();
    },
    async reportDates(keys) {
      const ages = (await (await open())?.reports.ages(keys)) ?? [];
      return Object.fromEntries([...ages].map(([page, age]) => [page, dateOf(age)]));
    },
    list,
    async news(since) {
      const reports: Report[] = [];
      let part: HistoryPart | undefined;
      do {
        part = await list(part?.after ?? null);
        reports.push(...part.reports);
      } while (part.after !== null && reports.length < part.count);
      const found = pagesOf(reports);
      const date = new Date(now());
      const summaries = since === 'summary' ? (await marks()).summaries : [];
      const days = lastSummaryDays(summaries, dayOf(date));
      const sinceOfPages = found.map(({ report }) =>
        pageSince(since, days.get(clientName(report)) ?? null),
      );
      const before = await pastsOf(
        found.map(({ report }) => referTo(report)),
        (at) => sinceOfPages[at] ?? 'noSummary',
      );
      const rows = found.map((page, at) => pageRow(page, before[at] ?? null));
      return clientNews(rows, daySince(since, date));
    },
    async noteFullReading(reading) {
      const stores = await open();
      if (stores === null || signal.aborted) return;
      const shownSince = [...requestTimes].flatMap(([id, time]) =>
        time >= reading.requestedAt ? id : [],
      );
      const requestedAt = storedTime(reading.requestedAt, stores);
      await stores.reports.noteReading({ ...reading, requestedAt }, shownSince);
    },
    async search(text, most) {
      const starts = wordsOf(searchText(text));
      const stores = starts.length === 0 ? null : await open();
      const records = (await stores?.reports.candidates(starts)) ?? [];
      return records
        .map(({ report }) => report)
        .sort(newestFirst)
        .slice(0, most);
    },
  };
}

/** Returns the findings of a report's current result; null if the answer has none. */
function checksOf(
  { id, generatedAt, failedChecks }: Report,
  found: Readonly<Record<string, Found>>,
): readonly Check[] | null {
  if (failedChecks?.length === 0) return [];
  const own = Object.hasOwn(found, id) ? found[id] : undefined;
  return own?.generatedAt === generatedAt ? own.checks : null;
}
