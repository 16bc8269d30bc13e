import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../browser/condition';
import type { StoredOperation } from '../browser/stored';
import { connectAtOnce, type TestBrowser } from '../browser/test-browser';
import { type Service, startService } from '../service/service';
import { makeDrafts, outcome, secondsSince } from './drafts';
import { createChances } from './random';

export interface OutageOptions {
  seed: number;
  submissions: number;
  downMs: number;
}

const PATIENCE_MS = 6 * 60_000;

/**
 * Submits reports to a service that is down. No extension page is open, and the worker is stopped. When
 * the service is back, the extension must send the jobs without a person.
 * @returns seconds until all jobs without a lookup are done, and until all jobs are done
 */
export async function outage(testBrowser: TestBrowser, first: Service, options: OutageOptions) {
  const { seed, submissions, downMs } = options;
  const drafts = makeDrafts(submissions, createChances(seed));
  let service = first;
  try {
    await connectAtOnce(testBrowser, service);
    const extensionTab = await testBrowser.extensionTab();
    const [first, others] = [drafts.slice(0, 3), drafts.slice(3)];
    await extensionTab.createJobs(...first.map((draft) => ({ kind: 'create' as const, ...draft })));
    await until(
      'the first reports are created',
      async () => (await extensionTab.operations()).length === 0,
    );
    await service.close();
    const downAt = Date.now();
    await extensionTab.createJobs(
      ...others.map((draft) => ({ kind: 'create' as const, ...draft })),
    );
    await until('a backoff has begun', async () => {
      const { operations, backoff } = await extensionTab.queue();
      return backoff !== null && operations.every(({ status }) => status !== 'sending');
    });
    const countWithoutLookup = submissions - countLookups(await extensionTab.operations());
    await testBrowser.stopWorker();
    await pause(Math.max(0, downMs - (Date.now() - downAt)));
    service = await startAgain(service);
    const backAt = Date.now();
    const { reports } = service;
    const areSent = () => reports().length >= countWithoutLookup;
    await until('all reports without a lookup are created', areSent, PATIENCE_MS);
    const waitingAfter = secondsSince(backAt);
    await until('all reports are created', () => reports().length >= submissions, PATIENCE_MS);
    const { differences } = outcome(service, drafts);
    const arrivedAfter = secondsSince(backAt);
    return { reports: reports().length, waitingAfter, arrivedAfter, differences };
  } finally {
    await service.close();
  }
}

/** Returns the number of unverified creations, and of creations that wait behind them. */
function countLookups(operations: readonly StoredOperation[]): number {
  const unverified = operations.filter(({ status }) => status === 'unverified');
  const urls = unverified.map(({ url }) => url);
  return operations.filter(({ url }) => urls.includes(url)).length;
}

/** Starts a service again at the same address and with the same reports. */
export async function startAgain(before: Service): Promise<Service> {
  await before.close();
  const port = Number(new URL(before.origin).port);
  const service = await startService({ port, sampleReports: false, keepAlive: false });
  for (const report of before.reports().toReversed()) service.add(report);
  return service;
}
