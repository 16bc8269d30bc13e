import type { Client } from '@/lib/api/client';
import { type AwaitedResult, hasNewResult, nextQuestion } from '@/lib/model/awaited-result';
import { hasFailed } from '@/lib/model/outcome';
import { type Report, reportOf } from '@/lib/model/report';
import type { DueWork } from './due-work';
import type { SerialItem } from './serial-item';

/** Results that the service is asked for again until they are there, with growing pauses. */
export interface AwaitedResults extends DueWork {
  /** Waits for a result newer than this report's. */
  start(report: Report): Promise<void>;
  /** Waits no longer. */
  stop(id: string): Promise<void>;
}

interface AwaitedResultTools {
  item: SerialItem<AwaitedResult[]>;
  client: Client;
  signal: AbortSignal;
  /** Called with the report as it now is. */
  onRead: (report: Report) => Promise<void>;
  /** Called when the service no longer has the report. */
  onGone: (report: Report) => Promise<void>;
  now: () => number;
}

/** When to look again after a request that went out, should the browser stop the worker. */
const CUT_OFF_MS = 90_000;

/** Makes the awaited results of one connection. */
export function createAwaitedResults(tools: AwaitedResultTools): AwaitedResults {
  const { item, client, signal, onRead, onGone, now } = tools;
  const underWay = new Set<string>();

  function drop(id: string): Promise<AwaitedResult[]> {
    return item.change((awaited) => awaited.filter(({ report }) => report.id !== id));
  }

  async function ask({ report, attempts }: AwaitedResult): Promise<void> {
    const outcome = await client.get(report.id, signal);
    if (signal.aborted) return;
    const failure = hasFailed(outcome) ? outcome.failure : null;
    if (failure?.code === 'gone') {
      await onGone(report);
      await drop(report.id);
      return;
    }
    if (!hasFailed(outcome) && hasNewResult(report, outcome.value)) {
      await onRead(reportOf(outcome.value));
      await drop(report.id);
      return;
    }
    const nextAt = nextQuestion(attempts + 1, now(), failure);
    await item.change((awaited) =>
      awaited.map((other) =>
        other.report.id === report.id ? { report, attempts: attempts + 1, nextAt, failure } : other,
      ),
    );
  }

  return {
    async start(report) {
      const nextAt = nextQuestion(0, now(), null);
      await item.change((awaited) => [
        ...awaited.filter((other) => other.report.id !== report.id),
        { report, attempts: 0, nextAt, failure: null },
      ]);
    },
    async stop(id) {
      await drop(id);
    },
    async runDue() {
      const awaited = await item.read();
      const due = awaited.filter(
        ({ report, nextAt }) =>
          nextAt !== null && Date.parse(nextAt) <= now() && !underWay.has(report.id),
      );
      await Promise.all(
        due.map(async (question) => {
          underWay.add(question.report.id);
          await ask(question).finally(() => underWay.delete(question.report.id));
        }),
      );
    },
    async nextDue() {
      const times = (await item.read())
        .filter(({ nextAt }) => nextAt !== null)
        .map(({ report, nextAt }) =>
          underWay.has(report.id) ? now() + CUT_OFF_MS : Date.parse(nextAt ?? ''),
        );
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
