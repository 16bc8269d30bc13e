import { movedSubmission } from '@/lib/submission/moved-submission';
import { viewOf } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import type { SubmissionStore } from './submission-store';

/**
 * Copies all submissions that can be read to a connection on another account, as they go on there.
 * Nothing goes out or is removed: until the other connection stands, the copies are nobody's. The
 * queue of the former must be closed. Rejects when the store fails.
 */
export async function copySubmissions(from: SubmissionStore, to: SubmissionStore): Promise<void> {
  const [{ values }, finished = []] = await Promise.all([from.readAll(), from.finished.read()]);
  const done = new Set(finished.map(({ id }) => id));
  const open = values
    .filter(({ id }) => !done.has(id))
    .sort((first, second) => first.order - second.order);
  const moved = open.flatMap((one) => movedSubmission(one) ?? []);
  const movedIds = moved.map(({ id }) => id);
  for (const { id } of open) if (!movedIds.includes(id)) done.add(id);
  // A page that asks again for one of these must not make it anew. Their reports are the former's.
  await to.finished.write([...done].map((id) => ({ id, reportId: null, report: null })));
  await to.passwords.write(await from.passwords.read(movedIds));
  const view = (submissions: Submission[]) => viewOf(submissions, { pause: null, newestId: null });
  await to.write(moved, {
    ordinary: view(moved.filter(({ isPrivateWindow }) => !isPrivateWindow)),
    ofPrivateWindows: view(moved),
  });
}
