import { isAboutAll } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { StoredItem } from '@/lib/storage/stored-item';
import { BETWEEN_RESULT_READS, BETWEEN_RESULT_READS_IN_BATCH } from '@/lib/timings';
import { CUT_OFF_MS, dueTime, timeIn } from '@/lib/waiting-time';
import { type AwaitedResult, hasNewResult } from './awaited-result';

/** How the service is asked for results. What it shows is given to `settle` before it is answered here. */
interface ResultReads {
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Reads one report; a report that is gone is no longer awaited then. */
  get(report: ReportReference): Promise<Outcome<ReportDetails>>;
}

interface AwaitedResultTools {
  item: StoredItem<AwaitedResult[]>;
  /** Called with a report whose new result has come, wherever it was read. */
  onResult(report: Report): void;
  /** Called when others are awaited. */
  onChange(): void;
  /** Whether a batch goes on. */
  isMaking(): boolean;
  signal: AbortSignal;
  now(): number;
}

/** Beyond it, those that have been waited for longest are given up. */
const MOST_AWAITED = 100;

/** Of those that the list does not show, so many are read singly each time. */
const MOST_READ_SINGLY = 2;

/**
 * Makes the results of one connection that the service is asked for again until they are there, with
 * growing pauses. A store that fails costs the waiting, and nothing else.
 */
export function createAwaitedResults(tools: AwaitedResultTools) {
  const { item, onResult, onChange, isMaking, signal, now } = tools;
  /** Those awaited longest first. */
  let awaited: readonly AwaitedResult[] = [];
  let loading: Promise<void> | undefined;
  let isReading = false;
  let lastRead = Number.NEGATIVE_INFINITY;

  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    await (awaited.length > 0 ? item.write([...awaited]) : item.remove());
  });

  /** Resolves when it is stored, or cannot be. */
  async function change(next: readonly AwaitedResult[]): Promise<void> {
    const isSame = next.length === awaited.length && next.every((one, at) => one === awaited[at]);
    if (isSame) return;
    awaited = next;
    const written = write().catch(() => {});
    onChange();
    await written;
  }

  /** In milliseconds, after so many reads. */
  function pauseAfter(reads: number): number {
    return (BETWEEN_RESULT_READS[reads] ?? 0) * 1000;
  }

  function timeOf({ dueAt, reads }: AwaitedResult): number {
    return dueTime(dueAt, now(), pauseAfter(reads));
  }

  /** When the service is asked next, in milliseconds since the epoch; null: nothing is awaited. */
  function nextTime(): number | null {
    if (awaited.length === 0) return null;
    if (isReading) return now() + CUT_OFF_MS;
    const due = Math.min(...awaited.map(timeOf));
    // The computer's clock may have been set back since.
    const last = Math.min(lastRead, now());
    return isMaking() ? Math.max(due, last + BETWEEN_RESULT_READS_IN_BATCH * 1000) : due;
  }

  async function read({ readList, get }: ResultReads): Promise<void> {
    // One list goes out for all whose pause is half over: those of a batch are due one after the other.
    const due = awaited.filter((one) => timeOf(one) - pauseAfter(one.reads) / 2 <= now());
    // Stored before it begins: a worker that is stopped by what it reads does not begin anew.
    await change(awaited.map((one) => (due.includes(one) ? readOnce(one) : one)));
    const areFew = awaited.length <= RECENT_REPORTS_QUERY.perPage;
    const listed = await readList(areFew ? RECENT_REPORTS_QUERY : NEWEST_QUERY);
    if (signal.aborted) return;
    const ids = new Set(due.map(({ report }) => report.id));
    if (hasFailed(listed) && isAboutAll(listed.failure)) {
      // The gate tells when to ask again, and it was no read.
      const before = new Map(due.map((one) => [one.report.id, one]));
      void change(awaited.map((one) => before.get(one.report.id) ?? one));
      return;
    }
    const shown = new Set(hasFailed(listed) ? [] : listed.value.reports.map(({ id }) => id));
    const singly = due.filter(({ report }) => !shown.has(report.id)).slice(0, MOST_READ_SINGLY);
    await Promise.all(singly.map(({ report }) => get(report)));
    void change(
      awaited.filter((one) => !ids.has(one.report.id) || one.reads < BETWEEN_RESULT_READS.length),
    );
  }

  function readOnce({ report, reads }: AwaitedResult): AwaitedResult {
    return { report, reads: reads + 1, dueAt: timeIn(pauseAfter(reads + 1), now()) };
  }

  return {
    /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
    load() {
      loading ??= item.read().then(
        (stored = []) => {
          // The worker was stopped in the last read of some.
          awaited = stored.filter(({ reads }) => reads < BETWEEN_RESULT_READS.length);
        },
        (error) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    /** Ids of the reports. */
    ids: () => awaited.map(({ report }) => report.id),
    /** Waits for a result of a report that is newer than the one it is referred to with. */
    start(report: ReportReference) {
      const others = awaited.filter((one) => one.report.id !== report.id);
      const started = { report, reads: 0, dueAt: timeIn(pauseAfter(0), now()) };
      void change([...others, started].slice(-MOST_AWAITED));
    },
    stop(reportId: string) {
      void change(awaited.filter(({ report }) => report.id !== reportId));
    },
    /** Takes in what an answer shows, and waits no longer for results that have come. */
    settle(reports: readonly Report[]) {
      const shown = new Map(reports.map((report) => [report.id, report]));
      const come = awaited.flatMap(({ report: former }) => {
        const after = shown.get(former.id);
        return after && hasNewResult(former.generatedAt, after) ? [after] : [];
      });
      // Pages hear of the result first, and then that it is awaited no longer.
      for (const report of come) onResult(report);
      void change(awaited.filter(({ report }) => !come.some(({ id }) => id === report.id)));
    },
    /** Asks the service, if that is due. Never rejects. */
    async readDue(reads: ResultReads) {
      const time = nextTime();
      if (time === null || time > now() || signal.aborted) return;
      isReading = true;
      lastRead = now();
      await read(reads).finally(() => {
        isReading = false;
      });
    },
    nextTime,
  };
}
