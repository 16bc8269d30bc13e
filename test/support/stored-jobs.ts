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
 * The jobs of one more connection, which the real store and actions keep in the storage of the browser
 * that tests have, and the queue that a page sees of them. No request is sent: the test says what the
 * service answers, and each method resolves when the page sees the result.
 */
export function openJobs() {
  const connectionId = `connection-${++connections}`;
  const { signal: isOpen } = new AbortController();
  const clock = createClock(Date.now);
  const store = createJobStore(connectionId, clock, isOpen, Date.now);
  const backoff = createBackoffState(connectionId, isOpen, Date.now);
  const load = () => store.load(async () => []);
  const actions = createJobActions({
    ...{ store, load, backoff, clock, refusals: createRefusals(store), now: Date.now },
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

  /** Has the operation of a single job stand otherwise. */
  async function move(jobId: string, status: Status, report: Report | null = null): Promise<void> {
    const entry = entryOf(jobId);
    const operation = { ...entry.operation, status };
    await store.commit({ operations: [{ ...entry, operation, report }] });
  }

  /** As the background answers. */
  async function answered<T>(acting: Promise<T>): Promise<Result<T>> {
    return { value: await acting };
  }
  const background = {
    createJob: vi.fn((_: string, job: NewJob) => answered(actions.create(job))),
    updateJob: vi.fn((_: string, jobId: string, action: JobAction) =>
      answered(actions.update(jobId, action)),
    ),
    retryNow: vi.fn((_: string) => answered(actions.retryNow().then(() => null))),
  };

  return {
    ...{ connectionId, queue, background, move },
    /** The single jobs, as the page sees them. */
    ids: () => queue.value.singles.map(({ id }) => id),
    /** Stores a single job that another page has created. */
    async adopt(id: string, operation: Operation, facts: Partial<Job> = {}): Promise<void> {
      await load();
      const job = sampleJob(id, [operation], { createdAt: clock.next(), ...facts });
      await store.commit({ added: [{ job, operations: [operation] }] });
    },
    refuse: (jobId: string, failure: Failure) =>
      move(jobId, { name: 'needsAttention', reason: 'refused', failure }),
    /** Has a single job done, with the report that the service has shown. */
    finish(jobId: string, report: Report | null = null): Promise<void> {
      const isCreated = report !== null && isCreation(entryOf(jobId).operation);
      return move(
        jobId,
        { name: 'done', report: isCreated ? createdReportOf(report) : null },
        report,
      );
    },
    cancel: (jobId: string) => move(jobId, { name: 'cancelled' }),
    /** Begins a backoff, or ends it with null. */
    setBackoff: (next: Backoff | null): void => backoff.set(next),
  };
}

/** Makes ids of jobs: `new-1`, `new-2` and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => `new-${++count}`;
}
