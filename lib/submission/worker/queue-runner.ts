import type { Submission } from '@/lib/submission/submission';
import * as steps from '@/lib/submission/submission-steps';
import type { QueueFinisher } from './queue-finisher';
import type { QueueHold } from './queue-hold';
import type { QueueIndex } from './queue-index';
import type { QueueRecord } from './queue-record';
import type { QueueSearch } from './queue-search';
import type { QueueSender } from './queue-sender';
import type { QueueTools } from './queue-tools';

/** Chooses what is done next, and does not do too much at once. */
export interface QueueRunner {
  /** Whether anything is under way. */
  readonly isBusy: boolean;
  /** Whether something is being done for a submission. */
  isTaken(id: string): boolean;
  /** Whether a submission may go out now, before all others. */
  isNext(submission: Submission): boolean;
  /** Does something for a submission; nothing else is done for it meanwhile. */
  start(id: string, work: () => Promise<void>): void;
  /** Starts all that may start now. */
  pump(): void;
  /** Some submissions were taken out of the queue, since their reports are there. */
  noteFinished(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Requests at the same time: enough to hide the way there and back, few enough for any service. */
const MOST_IN_FLIGHT = 2;

/** Beyond it the browser's store has to catch up: each would be searched for after a restart. */
const MOST_UNSTORED = 10;

/** Stands for a question that is about no submission. */
const PROBE = '';

/**
 * Makes the runner of one queue.
 * @param onPumped called after all that may start has started
 */
export function createQueueRunner(
  { signal, isOnline, onDrained, now }: QueueTools,
  index: QueueIndex,
  record: QueueRecord,
  hold: QueueHold,
  finisher: QueueFinisher,
  { search, probe }: QueueSearch,
  { send }: QueueSender,
  onPumped: () => void,
): QueueRunner {
  /** Submissions that something is done for, by id. */
  const underWay = new Set<string>();
  const idlers: (() => void)[] = [];
  let hasFinished = false;

  function isTaken(id: string): boolean {
    return underWay.has(id);
  }

  function isBusy(): boolean {
    return underWay.size > 0 || finisher.size > 0;
  }

  function pump(): void {
    while (!signal.aborted && startNext());
    onPumped();
    if (isBusy()) return;
    if (hasFinished && !signal.aborted) onDrained();
    hasFinished = false;
    for (const goOn of idlers.splice(0)) goOn();
  }

  function startNext(): boolean {
    if (hold.isOn() || finisher.size >= MOST_UNSTORED) return false;
    // After a pause one request finds out whether it is over.
    if (underWay.size >= (hold.pause === null ? MOST_IN_FLIGHT : 1)) return false;
    const lost = index.nextToCheck(now(), isTaken);
    const next = lost ?? index.nextToSend(isTaken);
    if (next === undefined) return false;
    if (!isOnline()) {
      hold.fail(hold.pause, { code: 'offline' });
      record.refreshView();
      return false;
    }
    if (lost !== undefined) start(lost.id, () => search(lost.id));
    // A question does no harm to a service that may be half up.
    else if (hold.endsWithAnswer()) start(PROBE, probe);
    else start(next.id, () => send(next));
    return true;
  }

  function start(id: string, work: () => Promise<void>): void {
    underWay.add(id);
    void work()
      .catch(() => {})
      .finally(() => {
        underWay.delete(id);
        const left = index.get(id);
        // Nothing is being done for it any more, whatever has happened.
        if (left?.state === 'sending') index.put(steps.afterRestart(left, now()));
        pump();
      });
  }

  return {
    get isBusy() {
      return isBusy();
    },
    isTaken,
    isNext: (submission) =>
      hold.pause === null &&
      underWay.size < MOST_IN_FLIGHT &&
      isOnline() &&
      index.nextToSend(isTaken) === submission,
    start,
    pump,
    noteFinished() {
      hasFinished = true;
      pump();
    },
    idle: () => new Promise((goOn) => idlers.push(goOn)),
  };
}
