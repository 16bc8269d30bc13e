import { CUT_OFF_MS, type DueWork } from '@/lib/due-work';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { countOf, type QueueCount } from '@/lib/submission/queue-count';
import { isMaking, nextDueIn } from '@/lib/submission/queue-order';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation, Submission } from '@/lib/submission/submission';
import { mayBecomePrivate } from '@/lib/submission/submission-match';
import * as steps from '@/lib/submission/submission-steps';
import { createPendingReplies } from './pending-replies';
import { createQueueLists } from './queue-lists';
import { createQueueStore } from './queue-store';
import type { QueueTools } from './queue-tools';
import { createQueueTurns } from './queue-turns';
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

/** Makes the queue of one connection. */
export function createSubmissionQueue(tools: QueueTools): SubmissionQueue {
  const { signal, pause, wakeBy, now } = tools;
  const queue = createQueueStore({ ...tools, onAccepted });
  const replies = createPendingReplies();
  const lists = createQueueLists(tools, queue, replies);
  const send = createSending(tools, queue, lists);
  const turns = createQueueTurns({ ...tools, queue, lists, send, replies, onIdle });
  const { pump, start, isTaken } = turns;
  /** Those whose reports were made since the queue was last idle. */
  let accepted: Submission[] = [];

  async function onAccepted(submission: Submission, report: Report | null): Promise<void> {
    accepted.push(submission);
    await tools.onAccepted(submission, report);
  }

  function onIdle(): void {
    if (accepted.length > 0 && !signal.aborted) {
      tools.onDrained(accepted.every(({ isPrivateWindow }) => isPrivateWindow));
    }
    accepted = [];
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
    pause.testNow();
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
        const asked = { id, order: queue.nextOrder(), url, privacy, isPrivateWindow };
        start(id, () => add(steps.unsent(asked)));
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
      if (pause.endsWithAnswer()) {
        pause.end();
        queue.saveView();
      }
      // What waited behind one of its page may go out now.
      pump();
    },
    retryNow,
    async backOnline() {
      await queue.load();
      if (pause.endsWithAnswer()) await retryNow();
    },
    async runDue() {
      await queue.load();
      await turns.untilIdle();
    },
    async nextDue() {
      await queue.load();
      if (!turns.isIdle()) return now() + CUT_OFF_MS;
      const pausedUntil = pause.current !== null && pause.isOn() ? pause.current.until : null;
      return nextDueIn(queue.all(), isTaken, pausedUntil, now());
    },
    load: queue.load,
    async probe() {
      await queue.load();
      await turns.probe();
      return !signal.aborted && pause.current === null;
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
