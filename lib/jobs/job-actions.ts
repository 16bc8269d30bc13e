import type { Clock } from './clock';
import type { JobsShell } from './jobs-shell';
import type { JobsStorage } from './jobs-storage';
import { type OpenJobs, openJobsIn } from './open-jobs';
import { pressOf } from './presses';
import type { Confirmation, JobAction, NewJob, Press, Reply } from './types';

/**
 * The calls of extension pages that change or count jobs. Each function rejects if storage fails.
 */
export interface JobActions {
  /** Stores a new job. If the job needs a confirmation, returns the reason and stores nothing. */
  create(job: NewJob): Promise<Confirmation | null>;
  /** Applies an action to a job. Returns whether the action had an effect. */
  update(id: string, action: JobAction): Promise<boolean>;
  /** Starts the probe of the backoff. */
  retryNow(): Promise<void>;
  /** Resolves when no press waits for its reply. */
  settled(): Promise<void>;
  /** Counts the operations that a disconnection would drop; null if there are none. */
  openJobs(): Promise<OpenJobs | null>;
}

interface JobActionsTools {
  shell: JobsShell;
  storage: Pick<JobsStorage, 'readOperations'>;
  /** Loads the stored jobs, once. */
  load(): Promise<void>;
  clock: Clock;
  /**
   * Called before storing. Plans a wake-up, in case the browser stops the worker after the write.
   */
  beforeStoring(): void;
  /** Aborts when storing is no longer allowed. */
  signal: AbortSignal;
}

/** The functions that settle a promise. */
interface Waiting {
  resolve(reply: Reply): void;
  reject(reason: unknown): void;
}

/** Creates the functions that change jobs for extension pages. */
export function createJobActions(tools: JobActionsTools): JobActions {
  const { shell, storage, load, clock, beforeStoring, signal } = tools;
  /** Settles after the latest press. Each press waits for the press before. */
  let last: Promise<unknown> = Promise.resolve();
  /** The press that waits for its reply. */
  let waiting: Waiting | null = null;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = last.then(load).then(work);
    last = working.catch(() => {});
    return working;
  }

  /** Applies a press. Rejects if storage refuses the press. */
  async function press(jobId: string, makePress: () => Press): Promise<Reply> {
    await storage.readOperations(jobId);
    beforeStoring();
    signal.throwIfAborted();
    const reply = await new Promise<Reply>((resolve, reject) => {
      waiting = { resolve, reject };
      shell.dispatch({ type: 'pressed', press: makePress() });
    });
    if (reply.kind === 'notStored') throw new Error('The browser has refused to store the job');
    if (reply.kind === 'otherContent') throw new Error('The id belongs to another job');
    return reply;
  }

  shell.onCommand((command) => {
    if (command.kind === 'reply') waiting?.resolve(command.reply);
  });
  signal.addEventListener('abort', () => waiting?.reject(signal.reason));

  return {
    async create(job) {
      const make = () => pressOf(job, { ...shell.moment(), time: clock.next() });
      const reply = await inTurn(() => press(job.id, make));
      return reply.kind === 'confirmation' ? reply.confirmation : null;
    },
    async update(jobId, action) {
      const reply = await inTurn(() => press(jobId, () => ({ kind: 'act', jobId, action })));
      return reply.kind === 'done' && reply.hadEffect;
    },
    async retryNow() {
      await load();
      shell.dispatch({ type: 'probeRequested' });
    },
    settled: () => last.then(() => {}),
    async openJobs() {
      await load();
      return openJobsIn(shell.state().jobs);
    },
  };
}
