import { entryId, isCreationEntry, isEditEntry } from '@/lib/jobs/entry';
import { entriesOf, jobStateOf, NO_JOBS, withChunkSize } from '@/lib/jobs/jobs-state';
import { isIn, isUndecided } from '@/lib/jobs/operation';
import type {
  Job,
  JobState,
  JobsState,
  Moment,
  Operation,
  OperationRequest,
} from '@/lib/jobs/types';
import { sampleJob } from '../../support/sample-job';

export const NOW = Date.parse('2026-11-02T12:00:00.000Z');

export const MOMENT: Moment = { now: NOW, time: NOW, isOnline: true };

/** Returns a job with its operations. By default, the job is a single job. */
export function jobOf(
  id: string,
  operations: readonly Operation[],
  overrides: Partial<Job> = {},
): JobState {
  return jobStateOf(withChunkSize(sampleJob(id, operations, overrides)), operations);
}

export function batchOf(
  id: string,
  operations: readonly Operation[],
  overrides: Partial<Job> = {},
): JobState {
  return jobOf(id, operations, { isBatch: true, ...overrides });
}

/** Returns the state of a worker whose jobs are all stored. Operations with the status `sending` are in flight. */
export function stateOf(...jobs: readonly JobState[]): JobsState {
  const byId = new Map(jobs.map((job) => [job.header.id, job]));
  const requests = new Map<string, OperationRequest>();
  for (const entry of jobs.flatMap(entriesOf)) {
    if (!isIn(entry.operation, 'sending') || isUndecided(entry.operation)) continue;
    if (!isCreationEntry(entry) && !isEditEntry(entry)) continue;
    const facts = { othersSucceed: true, failures: 0 };
    requests.set(entryId(entry), { entry, phase: 'sent', password: null, facts });
  }
  return {
    ...NO_JOBS,
    isStarted: true,
    jobs: byId,
    requests,
    storage: { ...NO_JOBS.storage, stored: byId },
    time: NOW,
  };
}
