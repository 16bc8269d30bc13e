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
import { MOST_IN_REPLY } from '@/lib/history/history-items';
import type { Marks, MarksChange } from '@/lib/history/marks';
import type { PageHistory } from '@/lib/history/page-history';
import { type RecentOperation, removedReportId } from '@/lib/jobs/job';
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
  /** Another number after each change of the history. */
  revision: ReadonlySignal<number>;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** What is looked at is read after it: what is stored is on the screen before the worker starts. */
  firstPaint: Promise<unknown>;
}

/** After a change of the history, what is looked at is read again so much later, with what changes until then. */
const PAUSE_MS = 500;

/** All marks are one answer. */
const ALL_MARKS = 'all';

/** What is known of pages and reports, as an extension page follows it. */
export type HistoryState = ReturnType<typeof createHistoryState>;

/** Follows the history: something is read when it is looked at for the first time. */
export function createHistoryState(tools: HistoryStateTools) {
  const { background, connectionId, revision, recentOperations, firstPaint } = tools;
  const pages = createAnswers(firstPaint, (keys) => background.getPages(connectionId, keys));
  const reports = createAnswers(firstPaint, (ids) => background.getReportsById(connectionId, ids));
  // Thousands of pages are looked at for it: it is read once.
  const news = createAnswers(
    firstPaint,
    async (all: readonly string[]): Promise<Result<(ClientNews | null)[]>> => {
      const results = await Promise.all(
        all.map((since) => background.getNews(connectionId, since as Since)),
      );
      return { value: results.map((result) => (hasFailed(result) ? null : result.value)) };
    },
  );
  const marks = createAnswers<Marks>(firstPaint, async (keys) => {
    const result = await background.getMarks(connectionId);
    return hasFailed(result) ? result : { value: keys.map(() => result.value) };
  });
  let isPlanned = false;

  let seen = revision.peek();
  effect(() => {
    if (revision.value === seen) return;
    seen = revision.value;
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      void pages.readAgain();
      void marks.readAgain();
    }, PAUSE_MS);
  });
  /** When the last operation was finished whose report was taken. */
  let takenUpTo = 0;
  effect(() => {
    const finished = recentOperations.value.filter(({ endedAt }) => endedAt > takenUpTo);
    takenUpTo = Math.max(takenUpTo, ...finished.map(({ endedAt }) => endedAt));
    const changed = finished.flatMap((one): [string, Report | null][] => {
      const removedId = removedReportId(one);
      if (removedId !== null) return [[removedId, null]];
      return one.report === null ? [] : [[one.report.id, one.report]];
    });
    untracked(() => reports.take(changed));
  });

  return {
    /** A report as it is known here; null while it is not read, and undefined where it is not known. */
    reportAt({ id }: Pick<Report, 'id'>): Report | null | undefined {
      const report = reports.get(id);
      return report === undefined ? null : (report ?? undefined);
    },
    /** What is known of the page of a key; undefined while it is not read. */
    historyOf: (page: string): PageHistory | undefined => pages.get(page) ?? undefined,
    /** Whether a page was read, or cannot be read. */
    isRead: (page: string): boolean => pages.get(page) !== undefined,
    /** How many clients have become worse and better; undefined where that is not read, null where it cannot be. */
    newsSince: (since: Since): ClientNews | null | undefined => news.get(since),
    /** What a person has handed over and starred; undefined while it is not read. */
    marks: (): Marks | undefined => marks.get(ALL_MARKS) ?? undefined,
    async changeMarks(change: MarksChange): Promise<Result<Marks>> {
      const result = await attempt(() => background.changeMarks(connectionId, change));
      if (!hasFailed(result)) marks.take([[ALL_MARKS, result.value]]);
      return result;
    },
    /** Reads what is known of pages as it is now. Never rejects. */
    read: (...keys: readonly string[]): Promise<void> => pages.read(keys),
  };
}

/**
 * Makes what is asked by keys, each once.
 * @param ask answers in the order of the keys, with null where there is nothing
 */
function createAnswers<T>(
  firstPaint: Promise<unknown>,
  ask: (keys: readonly string[]) => Promise<Result<(T | null)[]>>,
) {
  /** Undefined while it is not read. */
  const answers = new Map<string, Signal<T | null | undefined>>();
  let wanted: string[] = [];
  /** Of each question that is in flight, the keys of which something newer is known by now. */
  const overtaken = new Set<Set<string>>();

  async function read(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += MOST_IN_REPLY) {
      const part = keys.slice(at, at + MOST_IN_REPLY);
      const newer = new Set<string>();
      overtaken.add(newer);
      const result = await attempt(() => ask(part));
      overtaken.delete(newer);
      // A page goes without what cannot be read.
      const all = hasFailed(result) ? [] : result.value;
      const values = part.map(
        (key, index) => [key, all[index] ?? answers.get(key)?.peek() ?? null] as const,
      );
      set(values.filter(([key]) => !newer.has(key)));
    }
  }

  function set(all: readonly (readonly [string, T | null])[]): void {
    batch(() => {
      for (const [key, value] of all) {
        const answer = answers.get(key);
        if (answer !== undefined) answer.value = value;
      }
    });
  }

  function followed(key: string): Signal<T | null | undefined> {
    const former = answers.get(key);
    if (former !== undefined) return former;
    const answer = signal<T | null | undefined>(undefined);
    answers.set(key, answer);
    return answer;
  }

  return {
    /** Takes in what is newer than any answer. */
    take(all: readonly (readonly [string, T | null])[]): void {
      for (const newer of overtaken) for (const [key] of all) newer.add(key);
      set(all);
    },
    read(keys: readonly string[]): Promise<void> {
      for (const key of keys) followed(key);
      return read(keys);
    },
    readAgain: (): Promise<void> => read([...answers.keys()]),
    get(key: string): T | null | undefined {
      if (!answers.has(key)) {
        if (wanted.length === 0) {
          // With all that is looked at in the same moment.
          void firstPaint.then(() => {
            const keys = wanted;
            wanted = [];
            void read(keys);
          });
        }
        wanted.push(key);
      }
      return followed(key).value;
    },
  };
}
