import { type Deletion, UNDO_MS } from '@/lib/deletion/deletion';
import { CUT_OFF_MS, type DueWork, dueTime, isDue } from '@/lib/due-work';
import { type Failure, isReportGone } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { type Report, withShortUrl } from '@/lib/report/report';
import type { Client } from '@/lib/service/client';
import type { StoredItem } from '@/lib/stored-item';

/** Deletions that wait for their undo time, kept so that nothing in between loses or repeats them. */
export interface Deletions extends DueWork {
  /** Deletes a report once its undo time is over. */
  schedule(report: Report): Promise<void>;
  /** Takes a deletion back, or a failed one off the list; false when it is too late. */
  withdraw(id: string): Promise<boolean>;
}

interface DeletionTools {
  item: StoredItem<Deletion[]>;
  client: Client;
  signal: AbortSignal;
  /** Called when the service no longer has the report. */
  onDeleted: (report: Report) => Promise<void>;
  now: () => number;
}

/** How many failed deletions are kept to be shown: their reports are in the list again. */
const MOST_FAILED = 50;

/** Makes the deletions of one connection. */
export function createDeletions(tools: DeletionTools): Deletions {
  const { item, client, signal, onDeleted, now } = tools;
  /** Requests of this worker's own life; any other that is `sending` was cut off. */
  const underWay = new Set<string>();

  async function put(
    id: string,
    change: (deletion: Deletion) => Deletion | null,
  ): Promise<Deletion[]> {
    const changed = await item.update((deletions) =>
      deletions?.flatMap((deletion) =>
        deletion.report.id === id ? (change(deletion) ?? []) : [deletion],
      ),
    );
    return changed ?? [];
  }

  async function send({ report }: Deletion): Promise<Failure | null> {
    const outcome = await client.remove(report.id, signal);
    if (!hasFailed(outcome) || isReportGone(outcome.failure)) return null;
    return outcome.failure;
  }

  /** A request that was cut off may have done its work: the service is asked before it is repeated. */
  async function sendAgain(deletion: Deletion): Promise<Failure | null> {
    const found = await client.get(deletion.report.id, signal);
    if (hasFailed(found)) return isReportGone(found.failure) ? null : found.failure;
    return send(deletion);
  }

  async function carryOut(deletion: Deletion): Promise<void> {
    const { id } = deletion.report;
    if (underWay.has(id)) return;
    underWay.add(id);
    try {
      const wasSending = deletion.state === 'sending';
      if (!wasSending) {
        const { report, dueAt } = deletion;
        const kept = await put(id, ({ state }) =>
          state === 'waiting' ? { report, dueAt, state: 'sending' } : null,
        );
        // Undone at the last moment.
        if (!kept.some((other) => other.report.id === id)) return;
      }
      const failure = await (wasSending ? sendAgain(deletion) : send(deletion));
      if (signal.aborted) return;
      if (failure === null) await onDeleted(deletion.report);
      await put(id, ({ report, dueAt }) =>
        failure === null ? null : { report, dueAt, state: 'failed', failure },
      );
    } finally {
      underWay.delete(id);
    }
  }

  return {
    async schedule(report) {
      const dueAt = new Date(now() + UNDO_MS).toISOString();
      await item.update((deletions = []) => [
        ...withoutOldFailures(deletions.filter((other) => other.report.id !== report.id)),
        { report: withShortUrl(report), dueAt, state: 'waiting' },
      ]);
    },
    async withdraw(id) {
      let wasInTime = false;
      await put(id, (deletion) => {
        wasInTime = deletion.state !== 'sending';
        return wasInTime ? null : deletion;
      });
      return wasInTime;
    },
    async runDue() {
      const deletions = (await item.read()) ?? [];
      const due = deletions.filter(
        ({ state, dueAt }) => state !== 'failed' && isDue(dueAt, now(), UNDO_MS),
      );
      await Promise.all(due.map(carryOut));
    },
    async nextDue() {
      const times = ((await item.read()) ?? [])
        .filter(({ state }) => state !== 'failed')
        .map(({ report, dueAt }) =>
          underWay.has(report.id) ? now() + CUT_OFF_MS : dueTime(dueAt, now(), UNDO_MS),
        );
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

/** None that is still to be carried out is ever left out. */
function withoutOldFailures(deletions: readonly Deletion[]): Deletion[] {
  const failed = deletions.filter(({ state }) => state === 'failed');
  const old = new Set(failed.slice(0, -MOST_FAILED));
  return deletions.filter((deletion) => !old.has(deletion));
}
