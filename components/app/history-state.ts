import {
  batch,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { Marks, MarksChange } from '@/lib/history/marks';
import type { PageHistory } from '@/lib/history/page-history';
import { removedReportId } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import type { ClientNews } from '@/lib/report/compare/clients';
import type { Since } from '@/lib/report/compare/page-change';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';

interface HistoryStateTools {
  background: Pick<
    BackgroundApi,
    'getPages' | 'getReportsById' | 'getNews' | 'getMarks' | 'changeMarks'
  >;
  connectionId: string;
  /** A number that changes whenever the history changes. */
  revision: ReadonlySignal<number>;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** Resolves after the first paint. Reads wait for it, because a read starts the worker. */
  firstPaint: Promise<unknown>;
}

/**
 * Delay between a change of the history and the next read, in milliseconds. Changes during the
 * delay share one read.
 */
const PAUSE_MS = 500;

/** The key of the marks: the background returns all marks in one reply. */
const ALL_MARKS = 'all';

/** The history of one connection, as signals of an extension page. */
export type HistoryState = ReturnType<typeof createHistoryState>;

/** Follows the history. Reads a value when a view first shows it. */
export function createHistoryState(tools: HistoryStateTools) {
  const { background, connectionId, revision, recentOperations, firstPaint } = tools;
  const pages = createKeyedReads(firstPaint, (keys) => background.getPages(connectionId, keys));
  const reports = createKeyedReads(firstPaint, (ids) =>
    background.getReportsById(connectionId, ids),
  );
  // The page reads the news only once: the worker compares thousands of pages to compute them.
  const news = createKeyedReads(
    firstPaint,
    async (bases: readonly string[]): Promise<Result<(ClientNews | null)[]>> => {
      const results = await Promise.all(
        bases.map((since) => background.getNews(connectionId, since as Since)),
      );
      return { value: results.map((result) => (hasFailed(result) ? null : result.value)) };
    },
  );
  const marks = createKeyedReads<Marks>(firstPaint, async (keys) => {
    const result = await background.getMarks(connectionId);
    return hasFailed(result) ? result : { value: keys.map(() => result.value) };
  });
  let isReadPlanned = false;

  let knownRevision = revision.peek();
  effect(() => {
    if (revision.value === knownRevision) return;
    knownRevision = revision.value;
    if (isReadPlanned) return;
    isReadPlanned = true;
    setTimeout(() => {
      isReadPlanned = false;
      void pages.readAll();
      void marks.readAll();
    }, PAUSE_MS);
  });
  /** The end time of the newest operation whose outcome is in `reports`. */
  let mergedUpTo = 0;
  effect(() => {
    const finished = recentOperations.value.filter(({ endedAt }) => endedAt > mergedUpTo);
    mergedUpTo = Math.max(mergedUpTo, ...finished.map(({ endedAt }) => endedAt));
    const changed = finished.flatMap((one): [string, Report | null][] => {
      const removedId = removedReportId(one);
      if (removedId !== null) return [[removedId, null]];
      return one.report === null ? [] : [[one.report.id, one.report]];
    });
    untracked(() => reports.set(changed));
  });

  return {
    /** Returns the stored report; null until read, undefined if the history has no such report. */
    reportAt({ id }: Pick<Report, 'id'>): Report | null | undefined {
      const report = reports.get(id);
      return report === undefined ? null : (report ?? undefined);
    },
    /** Returns the stored reports and results of a page; undefined until read. */
    historyOf: (page: string): PageHistory | undefined => pages.get(page) ?? undefined,
    /** Whether the read of a page has succeeded or failed. */
    isRead: (page: string): boolean => pages.get(page) !== undefined,
    /** Returns how many clients are worse and better; undefined until read, null after a failure. */
    newsSince: (since: Since): ClientNews | null | undefined => news.get(since),
    /** Returns the marks; undefined until read. */
    marks: (): Marks | undefined => marks.get(ALL_MARKS) ?? undefined,
    /** Returns the days of summaries; undefined until read, none if that fails. */
    summaries(): Marks['summaries'] | undefined {
      const all = marks.get(ALL_MARKS);
      return all === undefined ? undefined : (all?.summaries ?? []);
    },
    async changeMarks(change: MarksChange): Promise<Result<Marks>> {
      const result = await attempt(() => background.changeMarks(connectionId, change));
      if (!hasFailed(result)) marks.set([[ALL_MARKS, result.value]]);
      return result;
    },
    /** Reads pages again. Never rejects. */
    read: (...keys: readonly string[]): Promise<void> => pages.read(keys),
  };
}

/**
 * Creates a cache of values by key, which reads each value when the value is first used.
 * @param load returns the values in the order of the keys; null for a key without a value
 */
function createKeyedReads<T>(
  firstPaint: Promise<unknown>,
  load: (keys: readonly string[]) => Promise<Result<(T | null)[]>>,
) {
  /** The value of each used key; undefined until read. */
  const values = new Map<string, Signal<T | null | undefined>>();
  let unreadKeys: string[] = [];
  /** For each request in flight, the keys that have got a newer value. */
  const newerKeys = new Set<Set<string>>();

  async function read(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += MAX_IN_REPLY) {
      const part = keys.slice(start, start + MAX_IN_REPLY);
      const newer = new Set<string>();
      newerKeys.add(newer);
      const result = await attempt(() => load(part));
      newerKeys.delete(newer);
      // After a failed read, the earlier value stays, or else null.
      const loaded = hasFailed(result) ? [] : result.value;
      const entries = part.map(
        (key, index) => [key, loaded[index] ?? values.get(key)?.peek() ?? null] as const,
      );
      assign(entries.filter(([key]) => !newer.has(key)));
    }
  }

  function assign(entries: readonly (readonly [string, T | null])[]): void {
    batch(() => {
      for (const [key, value] of entries) {
        const target = values.get(key);
        if (target !== undefined) target.value = value;
      }
    });
  }

  function signalOf(key: string): Signal<T | null | undefined> {
    const existing = values.get(key);
    if (existing !== undefined) return existing;
    const added = signal<T | null | undefined>(undefined);
    values.set(key, added);
    return added;
  }

  return {
    /** Sets values that are newer than the answers to the requests in flight. */
    set(entries: readonly (readonly [string, T | null])[]): void {
      for (const newer of newerKeys) for (const [key] of entries) newer.add(key);
      assign(entries);
    },
    read(keys: readonly string[]): Promise<void> {
      for (const key of keys) signalOf(key);
      return read(keys);
    },
    readAll: (): Promise<void> => read([...values.keys()]),
    get(key: string): T | null | undefined {
      if (!values.has(key)) {
        if (unreadKeys.length === 0) {
          // One call reads all keys that views use before the first paint, or in the same task.
          void firstPaint.then(() => {
            const keys = unreadKeys;
            unreadKeys = [];
            void read(keys);
          });
        }
        unreadKeys.push(key);
      }
      return signalOf(key).value;
    },
  };
}
