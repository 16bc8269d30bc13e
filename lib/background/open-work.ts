import { type Deletion, isPending, type NotDeleted } from '@/lib/deletion/deletion';
import { deleteAtOnce } from '@/lib/deletion/worker/immediate-deletions';
import type { OpenWork } from '@/lib/failure';
import { causeOf } from '@/lib/service/permission-telling';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { Session } from './session';

/**
 * What is open on a connection, so that it must not be taken down without a person's word; null
 * where nothing is. Rejects when the store fails, unless that counts for nothing.
 * @param skipsUntold whether what the store does not tell counts for nothing
 */
export async function findOpenWork(
  { queue, unreadable }: Session,
  deletions: ReturnType<ConnectionStore['deletions']>,
  skipsUntold: boolean,
): Promise<OpenWork | null> {
  const told = <T>(read: Promise<T>, none: T) => (skipsUntold ? read.catch(() => none) : read);
  const [{ reports, sent }, stored = [], lost] = await Promise.all([
    told(queue.count(), { reports: 0, sent: 0 }),
    told(deletions.read(), undefined),
    told(unreadable.list(true), []),
  ]);
  const pending = stored.filter(isPending).length;
  if (reports === 0 && pending === 0 && lost.length === 0) return null;
  const unread = lost.length > 0 ? { unreadable: lost.length } : {};
  return { code: 'openWork', deletions: pending, reports, sent, ...unread };
}

/**
 * Closes a session for good, and sends its deletions: they were asked for. Everything stays stored
 * meanwhile, so that a worker that is stopped in between loses nothing.
 * @returns the reports that could not be deleted
 */
export async function closeForGood(
  session: Session,
  deletions: ReturnType<ConnectionStore['deletions']>,
): Promise<NotDeleted[]> {
  await session.close();
  let stored: Deletion[] = [];
  // In turn with what is being written, such as an Undo at the last moment. None follows: a worker
  // that is stopped before the end leaves none that may be gone and could be taken back.
  const claimAll = (all: Deletion[] | undefined) => {
    stored = all ?? [];
    return all?.map((one) => (isPending(one) ? { ...one, state: 'sending' as const } : one));
  };
  // A store that is full changes nothing of what was asked for.
  await deletions.update(claimAll).catch(() => {});
  const notDeleted = await deleteAtOnce(stored, session.client);
  return Promise.all(
    notDeleted.map(async ({ report, failure }) => ({
      report,
      failure: await causeOf(failure, session.missingPermission),
    })),
  );
}
