import { CUT_OFF_MS, type DueWork } from '@/lib/due-work';
import { hasFailed } from '@/lib/outcome';
import { type Report, toSummary, withShortUrl } from '@/lib/report/report';
import { hasNewResult, nextPollAt, pollTime, type ResultPoll } from '@/lib/result-poll/result-poll';
import type { Client } from '@/lib/service/client';
import { createLimiter } from '@/lib/service/limiter';
import type { UnaskedRequests } from '@/lib/service/unasked-requests';
import type { StoredItem } from '@/lib/stored-item';

/** Results that the service is asked for again until they are there, with growing pauses. */
export interface ResultPolls extends DueWork {
  /** Waits for a result newer than that of a report. */
  start(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Waits no longer. Never rejects. */
  stop(id: string): Promise<void>;
  /**
   * Waits no longer for results that reports show, where the windows that wait have read them.
   * Never rejects.
   */
  reconcile(reports: readonly Report[], isPrivateWindow: boolean): Promise<void>;
}

interface ResultPollTools {
  item: StoredItem<ResultPoll[]>;
  client: Client;
  requests: UnaskedRequests;
  signal: AbortSignal;
  /** Called with the report as it now is. */
  onRead: (report: Report, isPrivateWindow: boolean) => Promise<void>;
  /** Called with a report whose new result has come, wherever it was read. Never rejects. */
  onResult(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Called when the service no longer has the report. */
  onGone: (report: Report) => Promise<void>;
  now: () => number;
}

/** Beyond it, those that have been waited for longest are given up. */
const MOST_AWAITED = 200;

/** The others are asked for when these are answered: a list may have shown their results by then. */
const MOST_IN_FLIGHT = 2;

/** Makes the awaited results of one connection. */
export function createResultPolls(tools: ResultPollTools): ResultPolls {
  const { item, client, requests, signal, onRead, onResult, onGone, now } = tools;
  const inTurn = createLimiter(MOST_IN_FLIGHT);
  const underWay = new Set<string>();

  async function drop(isOver: (poll: ResultPoll) => boolean): Promise<void> {
    await item.update((polls) =>
      polls?.some(isOver) ? polls.filter((poll) => !isOver(poll)) : polls,
    );
  }

  async function readAgain(poll: ResultPoll): Promise<void> {
    const { report, attempts, isPrivateWindow } = poll;
    /** Not one that was started anew while the poll was out. */
    const isIt = (other: ResultPoll) => isSame(other, poll) && other.nextAt === poll.nextAt;
    if (!(await item.read())?.some(isIt)) return;
    const outcome = await requests.send(() => client.get(report.id, signal));
    if (outcome === null || signal.aborted) return;
    const failure = hasFailed(outcome) ? outcome.failure : null;
    if (failure?.code === 'gone') {
      await onGone(report);
      await drop(isIt);
      return;
    }
    if (!hasFailed(outcome) && hasNewResult(report, outcome.value)) {
      await onRead(toSummary(outcome.value), isPrivateWindow);
      await drop(isIt);
      return;
    }
    const nextAt = nextPollAt(attempts + 1, now(), failure);
    await item.update((polls) =>
      polls?.map((other) =>
        isIt(other) ? { ...other, attempts: attempts + 1, nextAt, failure } : other,
      ),
    );
  }

  return {
    async start(report, isPrivateWindow) {
      const facts = { report: withShortUrl(report), isPrivateWindow };
      const nextAt = nextPollAt(0, now(), null);
      const started: ResultPoll = { ...facts, attempts: 0, nextAt, failure: null };
      await item.update((polls = []) =>
        [...polls.filter((other) => !isSame(other, started)), started].slice(-MOST_AWAITED),
      );
    },
    stop: (id) => drop(({ report }) => report.id === id).catch(() => {}),
    async reconcile(reports, isPrivateWindow) {
      const come: Report[] = [];
      const isOver = (poll: ResultPoll) => {
        const after = reports.find(({ id }) => id === poll.report.id);
        const hasCome =
          after !== undefined &&
          poll.isPrivateWindow === isPrivateWindow &&
          hasNewResult(poll.report, after);
        if (hasCome && !come.includes(after)) come.push(after);
        return hasCome;
      };
      try {
        await drop(isOver);
      } catch {
        return;
      }
      await Promise.all(come.map((report) => onResult(report, isPrivateWindow)));
    },
    async runDue() {
      const polls = (await item.read()) ?? [];
      const due = polls.filter((poll) => {
        const time = pollTime(poll, now());
        return time !== null && time <= now() && !underWay.has(poll.report.id);
      });
      await Promise.all(
        due.map(async (poll) => {
          underWay.add(poll.report.id);
          await inTurn(() => readAgain(poll), { signal }).finally(() =>
            underWay.delete(poll.report.id),
          );
        }),
      );
    },
    async nextDue() {
      const times = ((await item.read()) ?? []).flatMap((poll) => {
        const time = pollTime(poll, now());
        if (time === null) return [];
        return underWay.has(poll.report.id) ? now() + CUT_OFF_MS : time;
      });
      return times.length === 0 ? null : requests.notBefore(Math.min(...times));
    },
  };
}

/** Whether windows of one kind wait for the same report. */
function isSame(one: ResultPoll, other: ResultPoll): boolean {
  return one.report.id === other.report.id && one.isPrivateWindow === other.isPrivateWindow;
}
