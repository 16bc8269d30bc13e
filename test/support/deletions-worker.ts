import { vi } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { UNDO_MS } from '@/lib/deletion/deletion';
import { createDeletions } from '@/lib/deletion/worker/deletions';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { createClock } from './clock';
import { createFakeClient } from './fake-client';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';
import { startUnaskedRequests } from './unasked-requests';

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
  const { pause, requests } = startUnaskedRequests(client, clock);
  const onDeleted = vi.fn(async (_report: Report, _isPrivateWindow: boolean) => {});
  const deletions = createDeletions({
    item,
    client,
    requests,
    signal: controller.signal,
    onDeleted,
    now: clock.now,
  });

  /** Deletes reports and lets their undo time pass. */
  async function deleteNow(...reports: Report[]): Promise<void> {
    for (const report of reports) await deletions.schedule(report, false);
    clock.pass(UNDO_MS);
    await deletions.runDue();
  }

  /** The same up to the requests, whose answers are held back. */
  async function holdDeletion(...reports: Report[]) {
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    const deleting = deleteNow(...reports);
    await answers.asked(reports.length);
    return { answers, deleting };
  }

  return { deletions, client, controller, pause, onDeleted, item, clock, deleteNow, holdDeletion };
}
