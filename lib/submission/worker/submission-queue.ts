import type { DueWork } from '@/lib/due-work';
import { isDue } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation, Submission } from '@/lib/submission/submission';
import * as steps from '@/lib/submission/submission-steps';
import { createQueueFinisher } from './queue-finisher';
import { createQueueHold } from './queue-hold';
import { createQueueIndex } from './queue-index';
import { createQueueRecord } from './queue-record';
import { createQueueRunner } from './queue-runner';
import { createQueueSearch } from './queue-search';
import { createQueueSender } from './queue-sender';
import type { QueueTools } from './queue-tools';
import { createQueueWaiters, whatCame } from './queue-waiters';

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
  reconcile(listed: readonly Report[]): Promise<void>;
  /** Ends the pause and tries now, at a person's word. */
  retryNow(): Promise<void>;
  /** The computer has a connection again: tries now, unless the service has told it to wait. */
  backOnline(): Promise<void>;
  /** How many submissions are kept. */
  count(): Promise<number>;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

/** When to look again after a request that went out, should the browser stop the worker. */
const CUT_OFF_MS = 90_000;

/** Makes the queue of one connection. */
export function createSubmissionQueue(tools: QueueTools): SubmissionQueue {
  const { store, signal, onAccepted, wakeBy, now } = tools;
  const index = createQueueIndex();
  const hold = createQueueHold(now);
  const record = createQueueRecord(store, index, () => (index.hasOpen() ? hold.pause : null));
  const waiters = createQueueWaiters();
  const finisher = createQueueFinisher(record, waiters, onAccepted, () => runner.noteFinished());
  const search = createQueueSearch(tools, index, record, hold, finisher);
  const sender = createQueueSender(tools, index, record, hold, waiters, finisher, search);
  const runner = createQueueRunner(tools, index, record, hold, finisher, search, sender, () => {
    for (const id of waiters.ids()) tellWhatCame(id);
  });
  let loading: Promise<void> | undefined;

  function loaded(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function load(): Promise<void> {
    const kept = await record.load();
    hold.restore(kept.pause);
    for (const submission of kept.submissions) index.put(steps.afterRestart(submission, now()));
    if (!kept.isShownEmpty) record.refreshView();
  }

  function tellWhatCame(id: string): void {
    const submission = index.get(id);
    if (submission === undefined || runner.isTaken(id)) return;
    const outcome = whatCame(submission, putOffBy(submission));
    if (outcome !== null) waiters.tell(id, outcome);
  }

  /** Why a submission that waits does not go out for now; null: its turn comes. */
  function putOffBy(submission: Submission): Failure | null {
    if (hold.pause !== null) return hold.pause.failure;
    const holder = runner.isBusy ? undefined : index.blockerOf(submission);
    return holder?.state === 'checking' ? holder.failure : null;
  }

  function add(submission: Submission): void {
    index.put(submission);
    // What goes out at once is stored as sent, and before that not at all.
    const work = runner.isNext(submission)
      ? () => sender.send(submission)
      : () => record.keep(submission).catch(() => sender.failToStore(submission, hold.pause));
    runner.start(submission.id, work);
  }

  return {
    async create(id, draft, isPrivateWindow) {
      try {
        await loaded();
      } catch {
        return { failure: { code: 'not-stored' } };
      }
      if (signal.aborted) return { failure: { code: 'interrupted' } };
      const finished = record.finished(id);
      if (finished !== undefined) return { value: { state: 'created', report: finished.report } };
      const outcome = waiters.outcomeOf(id);
      // One that could not be stored is on its way out, and what comes of it is told as well.
      if (index.get(id) === undefined && !runner.isTaken(id)) {
        wakeBy(now() + CUT_OFF_MS);
        record.setPassword(id, draft.password);
        const { url, privacy } = draft;
        const order = index.nextOrder(now());
        add({
          ...{ id, order, url, privacy, isPrivateWindow },
          ...{ sends: 0, knownIds: [], newestKnownId: null, state: 'waiting' },
        });
      } else {
        runner.pump();
      }
      return outcome;
    },
    async discard(id) {
      await loaded();
      if (index.get(id)?.state === 'sending') return false;
      waiters.tell(id, { failure: { code: 'interrupted' } });
      await record.remove(id);
      waiters.tell(id, { failure: { code: 'interrupted' } });
      runner.pump();
      return true;
    },
    async retry(id, password) {
      await loaded();
      const resting = index.get(id);
      if (resting?.state !== 'failed' && resting?.state !== 'needs-attention') return;
      wakeBy(now() + CUT_OFF_MS);
      record.setPassword(id, password);
      await record.keepIfPossible(steps.retried(resting));
      runner.pump();
    },
    async reconcile(listed) {
      await loaded().catch(() => {});
      if (signal.aborted) return;
      await search.take(listed);
      if (hold.endsWithAnswer()) {
        hold.end();
        record.refreshView();
      }
      // What waited behind one of its page may go out now.
      runner.pump();
    },
    async retryNow() {
      await loaded();
      hold.test();
      runner.pump();
    },
    async backOnline() {
      await loaded();
      if (!hold.endsWithAnswer()) return;
      hold.test();
      runner.pump();
    },
    async runDue() {
      await loaded();
      const idle = runner.idle();
      runner.pump();
      await idle;
    },
    async nextDue() {
      await loaded();
      if (runner.isBusy) return now() + CUT_OFF_MS;
      if (!index.hasOpen()) return null;
      if (hold.pause !== null && hold.isOn()) return Date.parse(hold.pause.until);
      if (index.nextToSend(runner.isTaken) !== undefined) return now();
      const nextCheckAt = index.nextCheckAt();
      if (nextCheckAt === null || isDue(nextCheckAt, now())) return now();
      return Date.parse(nextCheckAt);
    },
    async count() {
      await loaded();
      return index.size;
    },
    close() {
      waiters.close();
      return record.close();
    },
  };
}
