import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/backoff';
import { createBackoffState } from '@/lib/jobs/backoff-state';
import { createClock } from '@/lib/jobs/clock';
import type { Job, JobAction, NewJob } from '@/lib/jobs/job';
import { createJobActions } from '@/lib/jobs/job-actions';
import { createJobStore } from '@/lib/jobs/job-store';
import { createdReportOf, isCreation, type Operation, type Status } from '@/lib/jobs/operation';
import { queueOf } from '@/lib/jobs/queue';
import { createRefusals } from '@/lib/jobs/refusals';
import type { Report } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { sampleJob } from './sample-job';

let connections = 0;

/**
 * Creates the jobs and the queue of a new connection, without requests: the test sets each outcome.
 * Each method resolves when the queue shows the change.
 */
export function openJobs() {
  const connectionId = `connection-${++connections}`;
  const { signal: sessionEnd } = new AbortController();
  const clock = createClock(Date.now);
  const store = createJobStore(connectionId, clock, sessionEnd, Date.now);
  const backoff = createBackoffState(connectionId, sessionEnd, Date.now);
  const load = () => store.load(async () => []);
  const actions = createJobActions({
    store,
    load,
    backoff,
    clock,
    refusals: createRefusals(store),
    now: Date.now,
    runner: { run() {}, isSent: () => true },
    beforeStoring() {},
  });
  const queue = signal(queueOf(store, backoff));
  const publish = () => {
    queue.value = queueOf(store, backoff);
  };
  store.onChange(async () => publish());
  backoff.onChange(publish);

  function entryOf(jobId: string) {
    const entry = store.entry(jobId, 0);
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
    await store.commit({ operations: [{ ...entry, operation, report }] });
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
    async storeJob(id: string, operation: Operation, facts: Partial<Job> = {}): Promise<void> {
      await load();
      const job = sampleJob(id, [operation], { createdAt: clock.next(), ...facts });
      await store.commit({ added: [{ job, operations: [operation] }] });
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
    setBackoff: (next: Backoff | null): void => backoff.set(next),
  };
}

/** Returns a function that creates job ids: `new-1`, `new-2` and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => `new-${++count}`;
}
