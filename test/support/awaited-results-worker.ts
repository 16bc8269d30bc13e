import { vi } from 'vitest';
import type { Report } from '@/lib/report/report';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { createResultPolls } from '@/lib/result-poll/worker/result-polls';
import { createClock } from './clock';
import { createFakeClient } from './fake-client';
import { createMemoryItem } from './memory-item';
import { startUnaskedRequests } from './unasked-requests';

/** What outlives a worker: its store, and the time. */
export function createAwaitedDisk() {
  return {
    item: createMemoryItem<ResultPoll[]>(),
    clock: createClock('2026-11-02T12:00:00.000Z'),
  };
}

/** The awaited results of a worker that has just been started, on a service without new results. */
export function startAwaited(disk = createAwaitedDisk()) {
  const { item, clock } = disk;
  const client = createFakeClient();
  const controller = new AbortController();
  const { pause, requests } = startUnaskedRequests(client, clock);
  const onRead = vi.fn(async (_report: Report, _isPrivateWindow: boolean) => {});
  const onResult = vi.fn(async (_report: Report, _isPrivateWindow: boolean) => {});
  const onGone = vi.fn(async (_: Report) => {});
  const awaited = createResultPolls({
    item,
    client,
    requests,
    signal: controller.signal,
    onRead,
    onResult,
    onGone,
    now: clock.now,
  });

  /** Lets the time pass up to the next question and asks it; gives the pause in seconds. */
  async function askNext(): Promise<number | null> {
    const due = await awaited.nextDue();
    if (due === null) return null;
    const pause = due - clock.now();
    clock.pass(pause);
    await awaited.runDue();
    return pause / 1_000;
  }

  return { awaited, client, controller, pause, onRead, onResult, onGone, item, clock, askNext };
}
