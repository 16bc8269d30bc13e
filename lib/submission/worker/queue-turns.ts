import type { Failure } from '@/lib/failure';
import { blockerOf, nextToCheck, nextToSend } from '@/lib/submission/queue-order';
import type { QueuedSubmission } from '@/lib/submission/submission';
import { afterRestart } from '@/lib/submission/submission-steps';
import { creationOf, type PendingReplies } from './pending-replies';
import type { QueueLists } from './queue-lists';
import type { QueueStore } from './queue-store';
import type { QueueTools } from './queue-tools';
import type { SendSubmission } from './sending';

/** What a queue does at this moment, and what it starts next. */
export interface QueueTurns {
  /** Starts all that may start now, and tells pages what there is to say of the others. */
  pump(): void;
  /** Does something for a submission; nothing else is done for it meanwhile. */
  start(id: string, work: () => Promise<void>): void;
  /** Whether something is being done for a submission. */
  isTaken(id: string): boolean;
  isIdle(): boolean;
  /** Starts what may start, and resolves when nothing is being done any more. */
  untilIdle(): Promise<void>;
  /** Finds out by a list whether the service takes requests. */
  probe(): Promise<void>;
}

interface QueueTurnsTools extends QueueTools {
  queue: QueueStore;
  lists: QueueLists;
  send: SendSubmission;
  replies: PendingReplies;
  /** Called when nothing is being done any more. */
  onIdle(): void;
}

/** Requests at the same time: enough to hide the way there and back, few enough for any service. */
const MOST_IN_FLIGHT = 2;

/** Stands for a request that is about no submission. */
const PROBE = '';

/** Makes the turns of one queue. */
export function createQueueTurns(tools: QueueTurnsTools): QueueTurns {
  const { queue, lists, send, replies, onIdle, signal, pause, isOnline, now } = tools;
  /** Submissions that something is being done for, by id. */
  const underWay = new Set<string>();
  const isTaken = (id: string) => underWay.has(id);
  let idlers: (() => void)[] = [];

  function pump(): void {
    while (!signal.aborted && startNext());
    for (const id of replies.ids()) tellWhatCame(id);
    if (underWay.size > 0) return;
    onIdle();
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  function startNext(): boolean {
    // After a pause one request finds out whether it is over.
    const most = pause.isUntested ? 1 : MOST_IN_FLIGHT;
    if (pause.isOn() || underWay.size >= most) return false;
    const queued = queue.all();
    const toCheck = nextToCheck(queued, isTaken, now());
    const toSend = nextToSend(queued, isTaken);
    const next = toCheck ?? toSend;
    if (next === undefined) return false;
    if (!isOnline()) {
      pause.fail(pause.current, { code: 'offline' });
      queue.saveView();
      return false;
    }
    if (toCheck !== undefined) start(toCheck.id, () => lists.search(toCheck.id));
    // A search does no harm to a service that may be half up.
    else if (pause.endsWithAnswer()) start(PROBE, lists.probe);
    else start(next.id, () => send(next.id));
    return true;
  }

  function start(id: string, work: () => Promise<void>): void {
    underWay.add(id);
    void work()
      .catch(() => {})
      .finally(() => {
        underWay.delete(id);
        const left = queue.get(id);
        // Nothing is being done for it any more, whatever has happened.
        if (left?.state === 'sending') queue.put(afterRestart(left, now()));
        pump();
      });
  }

  function tellWhatCame(id: string): void {
    const submission = queue.get(id);
    if (submission === undefined || isTaken(id)) return;
    const outcome = creationOf(submission, putOffBy(submission));
    if (outcome !== null) replies.tell(id, outcome);
  }

  /** Why a submission that waits does not go out for now; null: its turn comes. */
  function putOffBy({ url }: QueuedSubmission): Failure | null {
    if (pause.current !== null) return pause.current.failure;
    const blocker = underWay.size > 0 ? undefined : blockerOf(url, queue.all());
    return blocker?.state === 'checking' ? blocker.failure : null;
  }

  return {
    pump,
    start,
    isTaken,
    isIdle: () => underWay.size === 0,
    async untilIdle() {
      const idle = new Promise<void>((resolve) => idlers.push(resolve));
      pump();
      await idle;
    },
    async probe() {
      if (!isTaken(PROBE)) start(PROBE, lists.probe);
      await lists.probe();
    },
  };
}
