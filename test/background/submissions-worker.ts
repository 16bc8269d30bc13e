import { vi } from 'vitest';
import { createSerialItem } from '@/lib/background/serial-item';
import { createSubmissions } from '@/lib/background/submissions';
import type { Report } from '@/lib/model/report';
import type { Submission } from '@/lib/model/submission';
import { createFakeClient, listOf } from './fake-client';
import { createMemoryItem } from './memory-item';

/** What outlives a worker: its store. */
export function createSubmissionsDisk(initial?: Submission[]) {
  return createMemoryItem<Submission[]>(initial);
}

/** The submissions of a worker that has just been started, on a service without reports. */
export function startSubmissions(item = createSubmissionsDisk()) {
  const client = createFakeClient();
  client.list.mockResolvedValue({ value: listOf() });
  const controller = new AbortController();
  const knownIds = vi.fn(async (_: string): Promise<string[]> => []);
  const onAccepted = vi.fn(async (_submission: Submission, _report: Report | null) => {});
  const serialItem = createSerialItem(item, []);
  const submissions = createSubmissions({
    item: serialItem,
    client,
    signal: controller.signal,
    knownIds,
    onAccepted,
  });
  return { submissions, client, controller, knownIds, onAccepted, item, serialItem };
}
