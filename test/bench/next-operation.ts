import './fake-extension';
import { createClock } from '@/lib/jobs/clock';
import { createJobStore } from '@/lib/jobs/job-store';
import { createScheduler } from '@/lib/jobs/scheduler';
import { timeIn } from '@/lib/waiting-time';
import { creation, sampleJob, unverifiedCreation } from '../support/sample-job';

const NOW = Date.parse('2026-11-02T12:00:00.000Z');

/**
 * Returns a function that chooses the next operation of a batch.
 * @param unverified number of unverified creations of the batch. As many wait.
 */
export async function createChoice(unverified: number): Promise<() => void> {
  const now = () => NOW;
  const store = createJobStore('a', createClock(now), new AbortController().signal, now);
  const urls = Array.from({ length: 2 * unverified }, (_, at) => `https://bench.example/${at}`);
  const operations = urls.map((url, at) => {
    const queued = creation({ url });
    const { status } = unverifiedCreation(1, { lookupAt: timeIn(5_000, NOW) });
    return at < unverified ? { ...queued, status, attempts: 1, baseline: '0' } : queued;
  });
  const job = sampleJob('batch', operations, { isBatch: true });
  await store.commit({ added: [{ job, operations }] });
  const scheduler = createScheduler(store, new Map(), () => false, now);
  return () => {
    const next = scheduler.nextOperation();
    if (next?.index !== unverified) throw new Error('The first waiting operation is not next.');
  };
}
