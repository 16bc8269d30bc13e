import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { NO_BACKOFF } from '@/lib/jobs/backoff';
import { type Clock, createClock } from '@/lib/jobs/clock';
import { entryId } from '@/lib/jobs/entry';
import { createJobActions } from '@/lib/jobs/job-actions';
import type { JobsShell } from '@/lib/jobs/jobs-shell';
import { entryAt, NO_JOBS, withChanges } from '@/lib/jobs/jobs-state';
import { createJobsStorage } from '@/lib/jobs/jobs-storage';
import { createdReportOf, isCreation } from '@/lib/jobs/operation';
import { queueOf } from '@/lib/jobs/queue';
import { reduce } from '@/lib/jobs/reduce';
import type {
  Backoff,
  Command,
  Creation,
  Edit,
  Entry,
  Job,
  JobAction,
  JobsState,
  NewJob,
  Next,
  Operation,
  Status,
} from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { sampleJob } from './sample-job';

let connectionCount = 0;

/**
 * Creates the jobs and the queue of a new connection. No request is sent: the test sets the status of
 * each operation. Each method resolves when the queue shows the change.
 */
export function openJobs() {
  connectionCount += 1;
  const connectionId = `connection-${connectionCount}`;
  const { signal: sessionEnd } = new AbortController();
  const clock = createClock(Date.now);
  const shell = createTestShell(clock);
  const storage = createJobsStorage({
    connectionId,
    shell,
    keepAwake: (work) => work,
    signal: sessionEnd,
  });
  const load = () => storage.load(async () => ({ recentOperations: [], backoff: null }));
  const actions = createJobActions({
    shell,
    storage,
    load,
    clock,
    signal: sessionEnd,
    beforeStoring() {},
  });
  const queue = signal(queueOf(shell.state()));
  shell.onChange((state) => {
    queue.value = queueOf(state);
  });
  shell.onCommand((command) => {
    if (command.kind !== 'publish' || command.ended.length === 0) return;
    shell.dispatch({ type: 'published', jobIds: command.ended });
  });

  function entryOf(jobId: string): Entry {
    const entry = entryAt(shell.state().jobs, jobId, 0);
    if (entry === undefined) throw new Error(`There is no job ${jobId}`);
    return entry;
  }

  async function setStatus(
    jobId: string,
    status: Status,
    report: Report | null = null,
  ): Promise<void> {
    const entry = entryOf(jobId);
    const operation = { ...entry.operation, status };
    shell.change((state) => {
      const changed = withChanges(state, { operations: [{ ...entry, operation, report }] });
      return status.name === 'sending'
        ? withSentRequest(changed, { ...entry, operation })
        : changed;
    });
  }

  async function replyOf<T>(value: Promise<T>): Promise<Result<T>> {
    return { value: await value };
  }
  const background = {
    createJob: vi.fn((_: string, job: NewJob) => replyOf(actions.create(job))),
    updateJob: vi.fn((_: string, jobId: string, action: JobAction) =>
      replyOf(actions.update(jobId, action)),
    ),
    retryNow: vi.fn((_: string) => replyOf(actions.retryNow().then(() => null))),
  };

  return {
    connectionId,
    queue,
    background,
    setStatus,
    ids: () => queue.value.singles.map(({ id }) => id),
    async storeJob(id: string, operation: Operation, fields: Partial<Job> = {}): Promise<void> {
      await load();
      const header = sampleJob(id, [operation], { createdAt: clock.next(), ...fields });
      shell.change((state) => withChanges(state, { added: { header, operations: [operation] } }));
    },
    refuse: (jobId: string, failure: Failure) =>
      setStatus(jobId, { name: 'needsAttention', reason: 'refused', failure }),
    finish(jobId: string, report: Report | null = null): Promise<void> {
      const isCreated = report !== null && isCreation(entryOf(jobId).operation);
      return setStatus(
        jobId,
        { name: 'done', report: isCreated ? createdReportOf(report) : null },
        report,
      );
    },
    cancel: (jobId: string) => setStatus(jobId, { name: 'cancelled' }),
    setBackoff(backoff: Backoff | null): void {
      shell.change((state) => ({
        state: { ...state, service: { ...state.service, backoff: backoff ?? NO_BACKOFF } },
        commands: [],
      }));
    },
  };
}

/** Adds a request in flight for the operation. */
function withSentRequest({ state, commands }: Next, entry: Entry): Next {
  const facts = { othersSucceed: true, failures: 0 };
  const request = {
    entry: entry as Entry<Creation | Edit>,
    phase: 'sent',
    password: null,
    facts,
  } as const;
  const requests = new Map(state.requests).set(entryId(entry), request);
  return { state: { ...state, requests }, commands };
}

/** A shell whose state a test can change. */
interface TestShell extends JobsShell {
  change(change: (state: JobsState) => Next): void;
}

/** Creates a shell that sends no requests. */
function createTestShell(clock: Clock): TestShell {
  const commandListeners: ((command: Command) => void)[] = [];
  const stateListeners: ((state: JobsState, before: JobsState) => void)[] = [];
  let state = NO_JOBS;

  const moment = () => ({ now: Date.now(), time: clock.latest(), isOnline: true });

  function change(makeNext: (state: JobsState) => Next): void {
    const before = state;
    const next = makeNext(before);
    state = next.state;
    clock.pass(state.time);
    for (const command of next.commands) {
      for (const listener of commandListeners) listener(command);
    }
    for (const listener of stateListeners) listener(state, before);
  }

  return {
    state: () => state,
    moment,
    change,
    dispatch: (event) => change((before) => reduce(before, event, moment())),
    onCommand: (listener) => void commandListeners.push(listener),
    onChange: (listener) => void stateListeners.push(listener),
  };
}

/** Returns a function that creates job ids: `new-1`, `new-2` and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new-${count}`;
  };
}
