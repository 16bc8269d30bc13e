import { isShutOut, isThrottled } from '@/lib/backoff';
import { type Deletion, type DeletionFacts, UNDO_MS } from '@/lib/deletion/deletion';
import { CUT_OFF_MS, type DueWork, dueTime, isDue, timeIn } from '@/lib/due-work';
import { isOutcomeUnknown, isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type Report, withShortUrl } from '@/lib/report/report';
import type { Client } from '@/lib/service/client';
import { createLimiter } from '@/lib/service/limiter';
import type { UnaskedRequests } from '@/lib/service/unasked-requests';
import type { StoredItem } from '@/lib/stored-item';

/** Deletions that wait for their undo time, kept so that nothing in between loses or repeats them. */
export interface Deletions extends DueWork {
  /**
   * Deletes a report once its undo time is over; false where nothing is stored any more, since the
   * connection is being taken down. Rejects when the store fails.
   */
  schedule(report: Report, isPrivateWindow: boolean): Promise<boolean>;
  /** Takes a deletion back, or a failed one off the list; false when it is too late. */
  withdraw(id: string): Promise<boolean>;
  /** Whether a report was deleted in this worker's life: answers to earlier requests may still show it. */
  hasDeleted(id: string): boolean;
}

interface DeletionTools {
  item: StoredItem<Deletion[]>;
  client: Client;
  requests: UnaskedRequests;
  signal: AbortSignal;
  /** Called when the service no longer has the report. */
  onDeleted: (report: Report, isPrivateWindow: boolean) => Promise<void>;
  now: () => number;
}

/** How many failed deletions are kept to be shown: their reports are in the list again. */
const MOST_FAILED = 50;

const MOST_IN_FLIGHT = 2;

const DELETED: Outcome<null> = { value: null };

/** Makes the deletions of one connection. */
export function createDeletions(tools: DeletionTools): Deletions {
  const { item, client, requests, signal, onDeleted, now } = tools;
  const inTurn = createLimiter(MOST_IN_FLIGHT);
  /** Requests of this worker's own life; any other that is `sending` was cut off. */
  const underWay = new Set<string>();
  const deletedIds = new Set<string>();

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

  /** Stores that the request goes out; false where it was undone at the last moment, or put off. */
  async function claim(id: string): Promise<boolean> {
    let isClaimed = false;
    await put(id, (deletion) => {
      isClaimed = deletion.state === 'waiting' && isDue(deletion.dueAt, now(), UNDO_MS);
      return isClaimed ? { ...factsOf(deletion), state: 'sending' } : deletion;
    });
    return isClaimed;
  }

  async function send({ report: { id } }: Deletion): Promise<Outcome<null>> {
    const outcome = await client.remove(id, signal);
    if (!hasFailed(outcome)) return outcome;
    const { failure } = outcome;
    if (isReportGone(failure)) return DELETED;
    // Nothing has been done: until the next time it can be undone.
    if (isThrottled(failure) || isShutOut(failure)) {
      await put(id, (deletion) => ({ ...factsOf(deletion), state: 'waiting' }));
    }
    return outcome;
  }

  /** A request that was cut off may have done its work: the service is asked before it is repeated. */
  async function sendAgain(deletion: Deletion): Promise<Outcome<null>> {
    const found = await client.get(deletion.report.id, signal);
    if (!hasFailed(found)) return send(deletion);
    return isReportGone(found.failure) ? DELETED : found;
  }

  /** What came of a request; null where it is to go out later, or was undone. */
  async function request(deletion: Deletion): Promise<Outcome<null> | null> {
    if (deletion.state === 'sending') return requests.send(() => sendAgain(deletion));
    let isUndone = false;
    const outcome = await requests.send(async () => {
      isUndone = !(await claim(deletion.report.id));
      return isUndone ? { failure: { code: 'interrupted' } } : send(deletion);
    });
    if (isUndone || outcome === null || !hasFailed(outcome)) return isUndone ? null : outcome;
    // The service is there again, and may have done it.
    if (outcome.failure.code === 'unreachable') return requests.send(() => sendAgain(deletion));
    return isOutcomeUnknown(outcome.failure) ? check(deletion, outcome) : outcome;
  }

  /** What a request that did not tell has done: its report may be gone all the same. */
  async function check({ report }: Deletion, outcome: Outcome<null>): Promise<Outcome<null>> {
    const found = await client.get(report.id, signal);
    return hasFailed(found) && isReportGone(found.failure) ? DELETED : outcome;
  }

  async function carryOut(deletion: Deletion): Promise<void> {
    const { report, isPrivateWindow } = deletion;
    const outcome = await request(deletion);
    if (outcome === null || signal.aborted) return;
    if (!hasFailed(outcome)) {
      deletedIds.add(report.id);
      await onDeleted(report, isPrivateWindow);
    }
    await put(report.id, (now) =>
      hasFailed(outcome) ? { ...factsOf(now), state: 'failed', failure: outcome.failure } : null,
    );
  }

  return {
    async schedule(report, isPrivateWindow) {
      const dueAt = timeIn(UNDO_MS, now());
      let isTaken = false;
      await item.update((deletions = []) => {
        isTaken = true;
        // Its request is out: nothing puts it off, or takes it back.
        if (deletions.some((one) => one.report.id === report.id && one.state === 'sending')) {
          return deletions;
        }
        const others = deletions.filter((other) => other.report.id !== report.id);
        const facts = { report: withShortUrl(report), dueAt, isPrivateWindow };
        return [...withoutOldFailures(others), { ...facts, state: 'waiting' }];
      });
      return isTaken;
    },
    async withdraw(id) {
      let wasInTime = false;
      await put(id, (deletion) => {
        wasInTime = deletion.state !== 'sending';
        return wasInTime ? null : deletion;
      });
      return wasInTime;
    },
    hasDeleted: (id) => deletedIds.has(id),
    async runDue() {
      const deletions = (await item.read()) ?? [];
      const due = deletions.filter(
        ({ report, state, dueAt }) =>
          state !== 'failed' && isDue(dueAt, now(), UNDO_MS) && !underWay.has(report.id),
      );
      await Promise.all(
        due.map(async (deletion) => {
          const { id } = deletion.report;
          underWay.add(id);
          await inTurn(() => carryOut(deletion), { signal }).finally(() => underWay.delete(id));
        }),
      );
    },
    async nextDue() {
      const times = ((await item.read()) ?? [])
        .filter(({ state }) => state !== 'failed')
        .map(({ report, dueAt }) =>
          underWay.has(report.id) ? now() + CUT_OFF_MS : dueTime(dueAt, now(), UNDO_MS),
        );
      return times.length === 0 ? null : requests.notBefore(Math.min(...times));
    },
  };
}

/** The deletion without its state. */
function factsOf({ report, dueAt, isPrivateWindow }: Deletion): DeletionFacts {
  return { report, dueAt, isPrivateWindow };
}

/** None that is still to be carried out is ever left out. */
function withoutOldFailures(deletions: readonly Deletion[]): Deletion[] {
  const failed = deletions.filter(({ state }) => state === 'failed');
  const old = new Set(failed.slice(0, -MOST_FAILED));
  return deletions.filter((deletion) => !old.has(deletion));
}
