import { nextOperation } from '@/lib/jobs/candidates';
import { jobStateOf, NO_JOBS } from '@/lib/jobs/jobs-state';
import { timeIn } from '@/lib/waiting-time';
import { creation, sampleJob, unverifiedCreation } from '../support/sample-job';

const NOW = Date.parse('2026-11-02T12:00:00.000Z');

/**
 * Returns a function that chooses the next operation of a batch.
 * @param unverified number of unverified creations of the batch, and of queued creations
 */
export async function createChoice(unverified: number): Promise<() => void> {
  const urls = Array.from({ length: 2 * unverified }, (_, at) => `https://bench.example/${at}`);
  const operations = urls.map((url, at) => {
    const queued = creation({ url });
    const { status } = unverifiedCreation(1, { lookupAt: timeIn(5_000, NOW) });
    return at < unverified ? { ...queued, status, attempts: 1, baseline: '0' } : queued;
  });
  const header = sampleJob('batch', operations, { isBatch: true, chunkSize: 10 });
  const jobs = new Map([['batch', jobStateOf(header, operations)]]);
  const moment = { now: NOW, time: 0, isOnline: true };
  return () => {
    // A step changes the state, so each choice has a new map of jobs.
    const next = nextOperation({ ...NO_JOBS, isStarted: true, jobs: new Map(jobs) }, moment);
    if (next?.index !== unverified) throw new Error('The first waiting operation is not next.');
  };
}
