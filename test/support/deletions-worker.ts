import { vi } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { createDeletions } from '@/lib/deletion/worker/deletions';
import type { Report } from '@/lib/report/report';
import { createClock } from './clock';
import { createFakeClient } from './fake-client';
import { createMemoryItem } from './memory-item';

/** What outlives a worker: its store, and the time. */
export function createDeletionsDisk() {
  return {
    item: createMemoryItem<Deletion[]>(),
    clock: createClock('2026-11-02T12:00:00.000Z'),
  };
}

/** The deletions of a worker that has just been started, on a service that answers everything. */
export function startDeletions(disk = createDeletionsDisk()) {
  const { item, clock } = disk;
  const client = createFakeClient();
  const controller = new AbortController();
  const onDeleted = vi.fn(async (_: Report) => {});
  const deletions = createDeletions({
    item,
    client,
    signal: controller.signal,
    onDeleted,
    now: clock.now,
  });
  return { deletions, client, controller, onDeleted, item, clock };
}
