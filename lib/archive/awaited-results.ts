import { isAboutAll } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportPlace } from '@/lib/report/report-page';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { StoredItem } from '@/lib/storage/stored-item';
import { BETWEEN_RESULT_READS, BETWEEN_RESULT_READS_WHILE_MADE } from '@/lib/timings';
import { CUT_OFF_MS, dueTime, timeIn } from '@/lib/waiting-time';
import { type AwaitedResult, type AwaitedResults, hasNewResult } from './awaited-result';

/** Results that the service is asked for again until they are there, with growing pauses. */
export interface AwaitedResultReads {
  /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
  load(): Promise<void>;
  /** Waits for a new result of a report. */
  start(
    report: ReportPlace,
    asked: Pick<AwaitedResult, 'former' | 'kind' | 'keeping'>,
  ): Promise<void>;
  /** Waits no longer. */
  stop(reportId: string): Promise<void>;
  /** Takes in what an answer shows and is noted, and waits no longer for results that have come. */
  settle(reports: readonly Report[]): Promise<void>;
  /** Asks the service, if that is due. */
  readDue(reads: ResultReads): Promise<void>;
  /** When it is asked next, in milliseconds since the epoch; null: nothing is awaited. */
  nextTime(): number | null;
}

/** How the service is asked for results. What it shows is given to `settle` before it is answered here. */
export interface ResultReads {
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Reads one report; a report that is gone is no longer awaited then. */
  get(report: ReportPlace): Promise<Outcome<ReportDetails>>;
}

interface AwaitedResultTools {
  item: StoredItem<AwaitedResults>;
  /** Called with a report whose new result has come, wherever it was read. */
  onResult(report: Report, awaited: AwaitedResult): void;
  /** Whether a batch goes on. */
  isMaking(): boolean;
  signal: AbortSignal;
  now(): number;
}

/** Beyond it, those that have been waited for longest are given up. */
const MOST_AWAITED = 200;

/** Of those that the list does not show, so many are read alone each time. */
const MOST_READ_ALONE = 2;

/** Fewer than a list shows: the next one shows once more what was made last and had no result yet. */
const MOST_MADE = NEWEST_QUERY.perPage - 10;

const MOST_ROUNDS = BETWEEN_RESULT_READS.length;

const NOTHING: AwaitedResults = { version: 1, nextAt: '', rounds: 0, made: 0, results: [] };

/** Makes the awaited results of one connection. A store that fails costs the waiting, and nothing else. */
export function createAwaitedResults(tools: AwaitedResultTools): AwaitedResultReads {
  const { item, onResult, isMaking, signal, now } = tools;
  let awaited = NOTHING;
  let loading: Promise<void> | undefined;
  let isReading = false;

  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    await (awaited.results.length > 0 ? item.write(awaited) : item.remove());
  });

  async function load(): Promise<void> {
    awaited = (await item.read()) ?? NOTHING;
    // The worker was stopped in the last round.
    if (awaited.rounds >= MOST_ROUNDS) await change({ results: [] });
  }

  async function change(fields: Partial<AwaitedResults>): Promise<void> {
    const next = { ...awaited, ...fields };
    awaited = next.results.length > 0 ? next : NOTHING;
    await write().catch(() => {});
  }

  async function keep(left: AwaitedResult[]): Promise<void> {
    const { results } = awaited;
    const isSame = left.length === results.length && left.every((one, at) => one === results[at]);
    if (!isSame) await change({ results: left });
  }

  async function settle(reports: readonly Report[]): Promise<void> {
    const shown = new Map(reports.map((report) => [report.id, report]));
    const come = awaited.results.flatMap((one) => {
      const after = shown.get(one.id);
      return after && hasNewResult(one.former, after) ? [{ one, after }] : [];
    });
    const left = awaited.results.filter(({ id }) => !come.some(({ after }) => after.id === id));
    const isNews = ({ kind, wasShown, id }: AwaitedResult) =>
      kind === 'update' && !wasShown && shown.has(id);
    await keep(left.map((one) => (isNews(one) ? { ...one, wasShown: true } : one)));
    for (const { one, after } of come) onResult(after, one);
  }

  /** In milliseconds, after so many rounds. */
  function pauseAfter(rounds: number): number {
    const seconds = isMaking() ? BETWEEN_RESULT_READS_WHILE_MADE : BETWEEN_RESULT_READS[rounds];
    return (seconds ?? 0) * 1000;
  }

  async function readRound({ readList, get }: ResultReads): Promise<void> {
    // Stored before it begins: a worker that is stopped by what it reads does not begin anew.
    const rounds = awaited.rounds + 1;
    await change({ rounds, made: 0, nextAt: timeIn(pauseAfter(rounds), now()) });
    // What is made while the list is on its way is not expected in it.
    const { results } = awaited;
    const areFew = results.length <= RECENT_REPORTS_QUERY.perPage;
    const listed = await readList(areFew ? RECENT_REPORTS_QUERY : NEWEST_QUERY);
    if (signal.aborted) return;
    if (hasFailed(listed) && isAboutAll(listed.failure)) {
      // The gate tells when to ask again.
      return change({ rounds: Math.max(0, awaited.rounds - 1), nextAt: timeIn(0, now()) });
    }
    const shown = new Set(hasFailed(listed) ? [] : listed.value.reports.map(({ id }) => id));
    const alone = results
      .filter(({ id }) => !shown.has(id))
      .sort((one, other) => one.readAloneAt - other.readAloneAt)
      .slice(0, MOST_READ_ALONE);
    await Promise.all(alone.map(({ id, page }) => get({ id, page })));
    // A report that was made meanwhile is asked for as often as any.
    if (awaited.rounds >= MOST_ROUNDS) return keep([]);
    const wasAlone = (one: AwaitedResult) => alone.some(({ id }) => id === one.id);
    const readAloneAt = now();
    await keep(awaited.results.map((one) => (wasAlone(one) ? { ...one, readAloneAt } : one)));
  }

  function nextTime(): number | null {
    const { results, made, nextAt, rounds } = awaited;
    if (results.length === 0) return null;
    if (isReading) return now() + CUT_OFF_MS;
    if (made >= MOST_MADE) return now();
    return dueTime(nextAt, now(), pauseAfter(rounds));
  }

  return {
    load() {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    async start({ id, page }, asked) {
      const started = { id, page, ...asked, wasShown: false, readAloneAt: 0 };
      const others = awaited.results.filter((one) => one.id !== id);
      const soon = timeIn(pauseAfter(0), now());
      await change({
        rounds: 0,
        made: awaited.made + 1,
        nextAt: others.length > 0 && awaited.nextAt < soon ? awaited.nextAt : soon,
        results: [...others, started].slice(-MOST_AWAITED),
      });
    },
    stop: (reportId) => keep(awaited.results.filter(({ id }) => id !== reportId)),
    settle,
    async readDue(reads) {
      const time = nextTime();
      if (time === null || time > now() || signal.aborted) return;
      isReading = true;
      await readRound(reads).finally(() => {
        isReading = false;
      });
    },
    nextTime,
  };
}
