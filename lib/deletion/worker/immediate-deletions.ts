import { type Deletion, isPending, type NotDeleted } from '@/lib/deletion/deletion';
import { type Failure, isReportGone } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import type { Client } from '@/lib/service/client';

/** Requests at the same time. */
const MOST_IN_FLIGHT = 2;

/**
 * Sends deletions without waiting for their undo time, and gives those that did not succeed. A
 * service that has not answered within a request's time limit is not asked for the others.
 */
export async function deleteAtOnce(
  deletions: readonly Deletion[],
  client: Client,
): Promise<NotDeleted[]> {
  const left = deletions.filter(isPending);
  const notDeleted: NotDeleted[] = [];
  let silence: Failure | null = null;

  async function sendOneByOne(): Promise<void> {
    for (let deletion = left.shift(); deletion !== undefined; deletion = left.shift()) {
      const failure: Failure | null = silence ?? (await send(deletion, client));
      if (failure === null) continue;
      if (failure.code === 'timedOut') silence = failure;
      notDeleted.push({ report: deletion.report, failure });
    }
  }

  await Promise.all(Array.from({ length: MOST_IN_FLIGHT }, sendOneByOne));
  return notDeleted;
}

async function send({ report, state }: Deletion, client: Client): Promise<Failure | null> {
  // Its request may have done its work.
  if (state === 'sending') {
    const found = await client.get(report.id);
    if (hasFailed(found)) return isReportGone(found.failure) ? null : found.failure;
  }
  const removed = await client.remove(report.id);
  return !hasFailed(removed) || isReportGone(removed.failure) ? null : removed.failure;
}
