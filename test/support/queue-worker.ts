import { vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createRequestLimits } from '@/lib/service/limited-client';
import { createServicePause } from '@/lib/service/service-pause';
import type { Submission } from '@/lib/submission/submission';
import type { LookAhead } from '@/lib/submission/worker/look-ahead';
import { createSubmissionQueue } from '@/lib/submission/worker/submission-queue';
import { type Clock, createClock } from './clock';
import { createFakeClient, listOf } from './fake-client';
import { createMemoryLocks } from './memory-locks';
import { createMemorySubmissions, type MemorySubmissions } from './memory-submissions';

/** What outlives a worker: its store, the browser's memory, and the time. */
export interface QueueDisk {
  store: MemorySubmissions;
  clock: Clock;
}

/** Makes a disk that holds these submissions. */
export function createQueueDisk(...kept: Submission[]): QueueDisk {
  return {
    store: createMemorySubmissions(...kept),
    clock: createClock('2026-11-02T12:00:00.000Z'),
  };
}

/** The queue of a worker that has just been started, on a service without reports. */
export function startQueue(disk = createQueueDisk()) {
  const { store, clock } = disk;
  const client = createFakeClient();
  client.list.mockResolvedValue({ value: listOf() });
  const controller = new AbortController();
  const tools = {
    isOnline: vi.fn(() => true),
    lookAhead: vi.fn<LookAhead>(async () => ({ ids: [], failure: null })),
    knownIds: vi.fn(async (_: string): Promise<string[]> => []),
    recognizePrivate: vi.fn(async (_: readonly Report[]) => {}),
    isPrivate: vi.fn((_: string) => false),
    missingPermission: vi.fn(async (): Promise<Failure | null> => null),
    onAccepted: vi.fn(async (_submission: Submission, _report: Report | null) => {}),
    onAttention: vi.fn((_: Submission) => {}),
    onViewWritten: vi.fn(() => {}),
    onDrained: vi.fn((_: boolean) => {}),
    wakeBy: vi.fn((_: number) => {}),
    pause: createServicePause(clock.now),
  };
  const { signal } = controller;
  const runExclusive = createMemoryLocks();
  const queue = createSubmissionQueue({
    ...{ store, client, signal, now: clock.now, writes: createRequestLimits().writes },
    ...tools,
    exclusively: (work) => runExclusive('queue', work),
  });
  return {
    queue,
    client,
    controller,
    ...tools,
    disk,
    store,
    clock,
    /** The name of each stored submission's state, by its id. */
    states: () => Object.fromEntries(store.stored.map(({ id, state }) => [id, state])),
    /** The addresses that went out, in order. */
    sentUrls: () => client.create.mock.calls.map(([{ url }]) => url),
    /** Lets the time pass, and wakes the worker. */
    async wakeIn(milliseconds: number): Promise<void> {
      clock.pass(milliseconds);
      await queue.runDue();
    },
    /** What the browser does to a worker, except that nothing is left to do in memory. */
    async stop(): Promise<void> {
      controller.abort();
      await queue.close();
    },
  };
}

export type StartedQueue = ReturnType<typeof startQueue>;

/** Makes a client list these reports, where they match what is searched for. */
export function serveList({ client }: Pick<StartedQueue, 'client'>, ...reports: Report[]): void {
  client.list.mockImplementation(async ({ search }: ReportQuery) => ({
    value: listOf(...reports.filter(({ url }) => url?.includes(search) ?? search === '')),
  }));
}
