import { type ClientNews, clientNews } from '@/lib/report/compare/clients';
import { pageRow } from '@/lib/report/compare/findings';
import { daySince, type PagePast, pastOf, type Since } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import { distinctReports, type Report } from '@/lib/report/report';
import { searchText } from '@/lib/report/report-query';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { openDatabase } from './database';
import { importFormerPages } from './former-pages';
import {
  type FullReading,
  fullReadingItem,
  type HistoryPart,
  MOST_IN_REPLY,
} from './history-items';
import { changesOf, type Marks, type MarksChange, marksOf } from './marks';
import { newestFirst, type PageHistory, pageHistory } from './page-history';
import {
  dateOf,
  type HistoryRecords,
  hasWords,
  type Position,
  reportRecord,
  wordsOf,
} from './records';
import { openSessionRecords } from './session-records';

/** What is known here of one connection's reports, and of what they have shown before. */
export type History = ReturnType<typeof createHistory>;

interface HistoryTools {
  connectionId: string;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  /** Something else is known. */
  onChange(): void;
  /** The history could not be stored, or can be again. */
  onFailure(fails: boolean): void;
  now(): number;
}

/** Older entries matter to no request that is still in flight. */
const MOST_REMEMBERED = 2_000;
/** Makes the history of a connection; it is opened at first use. Changes never reject, questions do where it fails. */
export function createHistory(tools: HistoryTools) {
  const { connectionId, signal, onChange, onFailure, now } = tools;
  const fullReading = fullReadingItem(connectionId);
  /** When the answer was requested that says how a report is, by its id; the last at the end. */
  const requestTimes = new Map<string, number>();
  let opening: Promise<HistoryRecords> | null = null;
  let hasFailed = false;

  function open(): Promise<HistoryRecords> {
    opening ??= openNow().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function openNow(): Promise<HistoryRecords> {
    const records =
      (await openDatabase(connectionId, signal)) ??
      (await openSessionRecords(connectionId, signal));
    await importFormerPages(connectionId, records, now());
    return records;
  }

  /** Stores something, and says whether that has worked. */
  async function change(work: (records: HistoryRecords) => Promise<boolean>): Promise<void> {
    if (signal.aborted) return;
    try {
      const isOther = await work(await open());
      if (hasFailed) onFailure(false);
      hasFailed = false;
      if (isOther && !signal.aborted) onChange();
    } catch {
      if (!hasFailed && !signal.aborted) onFailure(true);
      hasFailed = true;
    }
  }

  function remember(id: string, requestedAt: number): void {
    requestTimes.delete(id);
    requestTimes.set(id, requestedAt);
    const [oldest] = requestTimes.keys();
    if (requestTimes.size > MOST_REMEMBERED && oldest !== undefined) requestTimes.delete(oldest);
  }

  async function pages(keys: readonly string[]): Promise<PageHistory[]> {
    const all = await (await open()).pages(keys);
    return all.map(({ reports, past }) => pageHistory(reports, past));
  }

  async function pasts(references: readonly ReportReference[], since: Since): Promise<PagePast[]> {
    const histories = await pages(references.map(({ page }) => page));
    const date = new Date(now());
    return references.map((reference, at) =>
      pastOf(reference, histories[at]?.results ?? [], since, date),
    );
  }

  async function list(after: Position | null): Promise<HistoryPart> {
    const [{ newest, countSeen }, reading] = await Promise.all([open(), fullReading.read()]);
    if (reading === undefined) return { reports: [], after: null, count: 0, reading: null };
    const records = await newest(MOST_IN_REPLY, after);
    const last = records.at(-1);
    const seen = records.filter(({ seenAt }) => seenAt >= reading.beganAt);
    return {
      reports: seen.map(({ report }) => report),
      after: last && records.length === MOST_IN_REPLY ? [last.age, last.id] : null,
      count: await countSeen(reading.beganAt),
      reading,
    };
  }

  async function marks(): Promise<Marks> {
    return marksOf(await (await open()).marks());
  }

  return {
    /** What a person has marked. */
    marks,
    /** Changes that, and gives what it comes to. Unlike other changes, it rejects where it is not stored. */
    async changeMarks(change: MarksChange): Promise<Marks> {
      const { put, remove } = changesOf(await marks(), change);
      await (await open()).changeMarks(put, remove);
      onChange();
      return marks();
    },
    /**
     * Stores reports as an answer shows them; resolves when they are stored. Where an answer that was
     * requested later has shown a report already, that stays.
     * @param requestedAt when the answer was requested, in milliseconds since the epoch
     */
    async add(reports: readonly Report[], requestedAt = now()): Promise<void> {
      const newer = distinctReports(reports).filter(
        ({ id }) => (requestTimes.get(id) ?? 0) <= requestedAt,
      );
      if (newer.length === 0) return;
      for (const { id } of newer) remember(id, requestedAt);
      const seenAt = now();
      const records = newer.map((report) => reportRecord(report, seenAt));
      await change(async ({ put }) => (await put(records)).size > 0);
    },
    /** Removes a report that is gone, with its past results. */
    async remove({ id }: Pick<ReportReference, 'id'>): Promise<void> {
      remember(id, now());
      await change(async ({ remove }) => (await remove(id)) !== undefined);
    },
    /** What is known of pages, by their keys and in their order. */
    pages,
    /** How the pages of reports were before, in the order of the reports. */
    pasts,
    /** Reports by their ids, in their order; null where one is not known. */
    async reports(ids: readonly string[]): Promise<(Report | null)[]> {
      const found = await (await open()).reports(ids);
      return found.map((report) => report ?? null);
    },
    /** When the pages of these keys were reported last, ISO 8601; null where no date is known. Others are left out. */
    async reportDates(keys: readonly string[]): Promise<Record<string, string | null>> {
      const ages = await (await open()).ages(keys);
      return Object.fromEntries([...ages].map(([page, age]) => [page, dateOf(age)]));
    },
    /** The newest reports that the last full reading has shown, or an answer since; 500 at most. */
    list,
    /** How many clients have become worse and better, by all that `list` has. */
    async news(since: Since): Promise<ClientNews> {
      const reports: Report[] = [];
      let part: HistoryPart | undefined;
      do {
        part = await list(part?.after ?? null);
        reports.push(...part.reports);
      } while (part.after !== null && reports.length < part.count);
      const found = pagesOf(reports);
      const before = await pasts(
        found.map(({ report }) => referTo(report)),
        since,
      );
      const rows = found.map((page, at) => pageRow(page, before[at] ?? null));
      return clientNews(rows, daySince(since, new Date(now())));
    },
    /** Notes that all reports were read, or as many as are read at all. */
    async noteFullReading({ beganAt, total }: Omit<FullReading, 'difference'> & { total: number }) {
      const count = await (await open()).countSeen(beganAt);
      if (!signal.aborted) await fullReading.write({ beganAt, difference: total - count });
    },
    /** The newest reports whose addresses have words that begin as those of a text do. */
    async search(text: string, most: number): Promise<Report[]> {
      const starts = wordsOf(searchText(text));
      if (starts.length === 0) return [];
      const records = await (await open()).candidates(starts);
      const found = records.filter((record) => hasWords(record, starts));
      return found
        .map(({ report }) => report)
        .sort(newestFirst)
        .slice(0, most);
    },
  };
}
