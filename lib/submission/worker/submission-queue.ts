import { CUT_OFF_MS, type DueWork } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { countOf, type QueueCount } from '@/lib/submission/queue-count';
import {
  blockerOf,
  isMaking,
  nextDueIn,
  nextToCheck,
  nextToSend,
} from '@/lib/submission/queue-order';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation, QueuedSubmission, Submission } from '@/lib/submission/submission';
import { mayBecomePrivate } from '@/lib/submission/submission-match';
import * as steps from '@/lib/submission/submission-steps';
import { createPendingReplies, creationOf } from './pending-replies';
import { createQueueLists } from './queue-lists';
import { createQueueStore } from './queue-store';
import type { QueueTools } from './queue-tools';
import { createSending } from './sending';

/** Reports on their way to the service: first in, first out, through every end of the worker. */
export interface SubmissionQueue extends DueWork {
  /**
   * Stores a submission and resolves when something has come of it: a report, a refusal, or that it
   * is put off and goes on by itself. An id that is known already joins what is under way.
   */
  create(id: string, draft: ReportDraft, isPrivateWindow: boolean): Promise<Outcome<Creation>>;
  /** Forgets a submission; false while its request is out. */
  discard(id: string): Promise<boolean>;
  /** Sends a resting submission again, at a person's word, with its password where that is gone. */
  retry(id: string, password?: string): Promise<void>;
  /** Learns from a list what became of submissions, and that the service answers. Never rejects. */
  reconcile(listed: readonly Report[], isPrivateWindow: boolean): Promise<void>;
  /** Ends the pause and tries now, at a person's word. */
  retryNow(): Promise<void>;
  /** The computer has a connection again: tries now, unless the service has told it to wait. */
  backOnline(): Promise<void>;
  /** Reads what is stored, with the pause of an earlier worker. Rejects when the store fails. */
  load(): Promise<void>;
  /** Finds out by a list whether the service takes requests; if not, there is a pause. */
  probe(): Promise<boolean>;
  /** Takes notice of a pause that something else has begun or ended. Never rejects. */
  pauseChanged(): Promise<void>;
  /** Whether a report of a page may be listed before it is known which submission it belongs to. */
  isMaking(url: string): boolean;
  /** Whether a report may be one that a private window's submission becomes. */
  mayBecomePrivate(report: Report): boolean;
  count(): Promise<QueueCount>;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

/** Requests at the same time: enough to hide the way there and back, few enough for any service. */
const MOST_IN_FLIGHT = 2;

/** Stands for a request that is about no submission. */
const PROBE = '';

/** Makes the queue of one connection. */
export function createSubmissionQueue(tools: QueueTools): SubmissionQueue {
  const { signal, pause: backoff, isOnline, wakeBy, now } = tools;
  const queue = createQueueStore({ ...tools, backoff, onAccepted });
  const replies = createPendingReplies();
  const lists = createQueueLists(tools, queue, backoff, replies);
  const send = createSending(tools, queue, backoff, lists);
  /** Submissions that something is being done for, by id. */
  const underWay = new Set<string>();
  const isTaken = (id: string) => underWay.has(id);
  let idlers: (() => void)[] = [];
  /** Those whose reports were made since the queue was last idle. */
  let accepted: Submission[] = [];

  async function onAccepted(submission: Submission, report: Report | null): Promise<void> {
    accepted.push(submission);
    await tools.onAccepted(submission, report);
  }

  /** Starts all that may start now, and tells pages what there is to say of the others. */
  function pump(): void {
    while (!signal.aborted && startNext());
    for (const id of replies.ids()) tellWhatCame(id);
    if (underWay.size > 0) return;
    if (accepted.length > 0 && !signal.aborted) {
      tools.onDrained(accepted.every(({ isPrivateWindow }) => isPrivateWindow));
    }
    accepted = [];
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  function startNext(): boolean {
    // After a pause one request finds out whether it is over.
    const most = backoff.isUntested ? 1 : MOST_IN_FLIGHT;
    if (backoff.isOn() || underWay.size >= most) return false;
    const queued = queue.all();
    const toCheck = nextToCheck(queued, isTaken, now());
    const toSend = nextToSend(queued, isTaken);
    const next = toCheck ?? toSend;
    if (next === undefined) return false;
    if (!isOnline()) {
      backoff.fail(backoff.current, { code: 'offline' });
      queue.saveView();
      return false;
    }
    if (toCheck !== undefined) start(toCheck.id, () => lists.search(toCheck.id));
    // A search does no harm to a service that may be half up.
    else if (backoff.endsWithAnswer()) start(PROBE, lists.probe);
    else start(next.id, () => send(next));
    return true;
  }

  /** Does something for a submission; nothing else is done for it meanwhile. */
  function start(id: string, work: () => Promise<void>): void {
    underWay.add(id);
    void work()
      .catch(() => {})
      .finally(() => {
        underWay.delete(id);
        const left = queue.get(id);
        // Nothing is being done for it any more, whatever has happened.
        if (left?.state === 'sending') queue.put(steps.afterRestart(left, now()));
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
    if (backoff.current !== null) return backoff.current.failure;
    const blocker = underWay.size > 0 ? undefined : blockerOf(url, queue.all());
    return blocker?.state === 'checking' ? blocker.failure : null;
  }

  /** Nothing goes out that was not stored. */
  async function add(submission: Submission): Promise<void> {
    try {
      await queue.save(submission);
    } catch {
      // Its password may have been stored.
      await queue.remove(submission.id).catch(() => {});
      replies.tell(submission.id, { failure: { code: 'notStored' } });
    }
  }

  async function retryNow(): Promise<void> {
    await queue.load();
    backoff.testNow();
    pump();
  }

  return {
    async create(id, draft, isPrivateWindow) {
      try {
        await queue.load();
      } catch {
        return { failure: { code: 'notStored' } };
      }
      if (signal.aborted) return { failure: { code: 'interrupted' } };
      const finished = queue.finished(id);
      if (finished !== undefined) return { value: { state: 'created', report: finished.report } };
      const outcome = replies.outcomeOf(id);
      // One that could not be stored is on its way out, and what comes of it is told as well.
      if (queue.get(id) === undefined && !isTaken(id)) {
        wakeBy(now() + CUT_OFF_MS);
        const { url, privacy, password } = draft;
        if (password !== undefined) queue.setPassword(id, password);
        const facts = { id, order: queue.nextOrder(), url, privacy, isPrivateWindow };
        start(id, () => add(steps.unsent(facts)));
      } else {
        pump();
      }
      return outcome;
    },
    async discard(id) {
      await queue.load();
      const state = queue.get(id)?.state;
      if (state === 'sending' || state === 'done') return false;
      replies.tell(id, { failure: { code: 'interrupted' } });
      await queue.remove(id);
      replies.tell(id, { failure: { code: 'interrupted' } });
      pump();
      return true;
    },
    async retry(id, password) {
      await queue.load();
      const resting = queue.get(id);
      if (resting?.state !== 'failed' && resting?.state !== 'needs-attention') return;
      wakeBy(now() + CUT_OFF_MS);
      if (password !== undefined) queue.setPassword(id, password);
      await queue.saveIfPossible(steps.retried(resting));
      pump();
    },
    async reconcile(listed, isPrivateWindow) {
      await queue.load().catch(() => {});
      if (signal.aborted) return;
      await lists.reconcile(listed, isPrivateWindow);
      if (backoff.endsWithAnswer()) {
        backoff.end();
        queue.saveView();
      }
      // What waited behind one of its page may go out now.
      pump();
    },
    retryNow,
    async backOnline() {
      await queue.load();
      if (backoff.endsWithAnswer()) await retryNow();
    },
    async runDue() {
      await queue.load();
      const idle = new Promise<void>((resolve) => idlers.push(resolve));
      pump();
      await idle;
    },
    async nextDue() {
      await queue.load();
      if (underWay.size > 0) return now() + CUT_OFF_MS;
      const pausedUntil = backoff.current !== null && backoff.isOn() ? backoff.current.until : null;
      return nextDueIn(queue.all(), isTaken, pausedUntil, now());
    },
    load: queue.load,
    async probe() {
      await queue.load();
      if (!isTaken(PROBE)) start(PROBE, lists.probe);
      await lists.probe();
      return !signal.aborted && backoff.current === null;
    },
    async pauseChanged() {
      await queue.load().catch(() => {});
      if (signal.aborted) return;
      queue.saveView();
      pump();
    },
    isMaking: (url) => isMaking(url, queue.all()),
    mayBecomePrivate: (report) => mayBecomePrivate(report, queue.all()),
    async count() {
      await queue.load();
      return countOf(queue.all());
    },
    close() {
      replies.close();
      return queue.close();
    },
  };
}
