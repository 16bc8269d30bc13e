import { isAboutAll } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { BETWEEN_RESULT_READS } from '@/lib/pauses';
import {
  type Report,
  type ReportDetails,
  type ReportList,
  withShortUrl,
} from '@/lib/report/report';
import { LATEST_RESULTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { StoredItem } from '@/lib/storage/stored-item';
import { CUT_OFF_MS, dueTime, timeIn } from '@/lib/waiting-time';
import { type AwaitedResult, type AwaitedResults, hasNewResult } from './awaited-result';

/** Results that the service is asked for again until they are there, with growing pauses. */
export interface AwaitedResultReads {
  /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
  load(): Promise<void>;
  /** Waits for a result newer than that of a report. */
  start(awaited: Omit<AwaitedResult, 'attempts'>): Promise<void>;
  /** Waits no longer. */
  stop(reportId: string): Promise<void>;
  /** Waits no longer for results that reports show. */
  settle(reports: readonly Report[]): Promise<void>;
  /** Asks the service, if that is due. */
  readDue(): Promise<void>;
  /** When it is asked next, in milliseconds since the epoch; null: nothing is awaited. */
  nextTime(): number | null;
}

interface AwaitedResultTools {
  item: StoredItem<AwaitedResults>;
  /** Reads a list, which is given to `settle` as every list is. */
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Reads one report, and stores it; one that is gone is stopped waiting for. */
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /** Puts reports whose results have come into the stored lists. */
  store(reports: Report[]): Promise<void>;
  /** Called with a report whose new result has come, wherever it was read. */
  onResult(report: Report, privateWindow: boolean): void;
  signal: AbortSignal;
  now(): number;
}

/** Beyond it, those that have been waited for longest are given up. */
const MOST_AWAITED = 200;

/** Of those that the list does not show, so many are read alone each time. */
const MOST_READ_ALONE = 2;

/** Makes the awaited results of one connection. A store that fails costs the waiting, and nothing else. */
export function createAwaitedResults(tools: AwaitedResultTools): AwaitedResultReads {
  const { item, readList, get, store, onResult, signal, now } = tools;
  let results: readonly AwaitedResult[] = [];
  let nextAt = '';
  let loading: Promise<void> | undefined;
  let isReading = false;

  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    await (results.length > 0 ? item.write({ nextAt, results: [...results] }) : item.remove());
  });

  async function load(): Promise<void> {
    const stored = await item.read();
    results = stored?.results ?? [];
    nextAt = stored?.nextAt ?? '';
  }

  async function keep(left: readonly AwaitedResult[]): Promise<void> {
    if (left.length === results.length && left.every((one, at) => one === results[at])) return;
    results = left;
    await write().catch(() => {});
  }

  async function settle(reports: readonly Report[]): Promise<void> {
    const come = results.flatMap(({ report, privateWindow }) => {
      const after = reports.find(({ id }) => id === report.id);
      return after && hasNewResult(report, after) ? [{ after, privateWindow }] : [];
    });
    // A page that no longer sees a result awaited has to find it in the list.
    if (come.length > 0) await store(come.map(({ after }) => after)).catch(() => {});
    await keep(results.filter(({ report }) => !come.some(({ after }) => after.id === report.id)));
    for (const { after, privateWindow } of come) onResult(after, privateWindow);
  }

  async function readNow(): Promise<void> {
    const listed = await readList(LATEST_RESULTS_QUERY);
    // The gate tells when to ask again.
    if (signal.aborted || (hasFailed(listed) && isAboutAll(listed.failure))) return;
    const shown = new Set(hasFailed(listed) ? [] : listed.value.reports.map(({ id }) => id));
    const left = results.filter(({ report }) => !shown.has(report.id));
    await Promise.all(left.slice(0, MOST_READ_ALONE).map(({ report }) => get(report)));
    // Those that are left have their next pause; the shortest counts for all.
    const waiting = results
      .map((one) => ({ ...one, attempts: one.attempts + 1 }))
      .filter(({ attempts }) => attempts < BETWEEN_RESULT_READS.length);
    nextAt = timeIn(shortestPause(waiting), now());
    await keep(waiting);
  }

  function nextTime(): number | null {
    if (results.length === 0) return null;
    return isReading ? now() + CUT_OFF_MS : dueTime(nextAt, now(), shortestPause(results));
  }

  return {
    load() {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    async start({ report, ...awaited }) {
      const others = results.filter((one) => one.report.id !== report.id);
      const started = { ...awaited, report: withShortUrl(report), attempts: 0 };
      const soon = timeIn(shortestPause([started]), now());
      if (others.length === 0 || soon < nextAt) nextAt = soon;
      await keep([...others, started].slice(-MOST_AWAITED));
    },
    stop: (reportId) => keep(results.filter(({ report }) => report.id !== reportId)),
    settle,
    async readDue() {
      const time = nextTime();
      if (time === null || time > now() || signal.aborted) return;
      isReading = true;
      await readNow().finally(() => {
        isReading = false;
      });
    },
    nextTime,
  };
}

/** In milliseconds, of those that are awaited. */
function shortestPause(results: readonly Pick<AwaitedResult, 'attempts'>[]): number {
  const pauses = results.map(({ attempts }) => BETWEEN_RESULT_READS[attempts] ?? 0);
  return Math.min(...pauses, BETWEEN_RESULT_READS.at(-1) ?? 0) * 1000;
}
