import type { Report } from '@/lib/report/report';
import { unanswered } from '@/lib/submission/queue-order';
import {
  type FinishedSubmission,
  needsAttention,
  type QueuedSubmission,
  type Submission,
} from '@/lib/submission/submission';
import { afterRestart, done, type Known } from '@/lib/submission/submission-steps';
import { addressKey } from '@/lib/url/page-key';
import { createNewestIds } from './newest-ids';
import type { QueueTools } from './queue-tools';
import { createQueueViews } from './queue-views';

/** The queue in memory, with the browser's store kept in step. */
export interface QueueStore {
  /** The oldest first. */
  all(): QueuedSubmission[];
  get(id: string): QueuedSubmission | undefined;
  /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
  load(): Promise<void>;
  /** The place behind all others. */
  nextOrder(): number;
  /** Changes a submission in memory alone. */
  put(submission: Submission): void;
  /** Changes a submission in memory and in the store; rejects when the store fails. */
  save(submission: Submission): Promise<void>;
  /** The same where the store may fail: what it holds instead leads to the same end, later. */
  saveIfPossible(submission: Submission): Promise<void>;
  /** Takes out a submission whose report is there; null where the service did not show it. */
  finish(submission: Submission, report: Report | null): Promise<void>;
  /** What a submission has become that is no longer there. */
  finished(id: string): FinishedSubmission | undefined;
  /** Forgets a submission. */
  remove(id: string): Promise<void>;
  /** Learns of reports that exist, by a list that was read for windows of one kind. */
  noteIds(ids: readonly string[], isPrivateWindow: boolean): void;
  /** Which reports are there already, these ones included, that one about to be sent cannot be. */
  known(submission: Submission, ids: readonly string[]): Pick<Known, 'knownIds' | 'newestKnownId'>;
  setPassword(id: string, password: string): void;
  password(id: string): Promise<string | undefined>;
  /** Writes what pages see, where it has changed without a submission. */
  saveView(): void;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

/** More than the pages that could still ask for one. */
const MOST_FINISHED = 50;

/** Makes the store of one queue. */
export function createQueueStore(tools: QueueTools): QueueStore {
  const { store, pause, onAccepted, onAttention, onViewWritten, isPrivate, exclusively, now } =
    tools;
  /** Those that are out or wait, by id, in their order. */
  const queue = new Map<string, QueuedSubmission>();
  /** What a store that failed was not told: it is told with the next one, before another of its page. */
  const unsaved = new Set<string>();
  const passwords = new Map<string, string>();
  let finished: FinishedSubmission[] = [];
  const all = () => [...queue.values()];
  const newest = createNewestIds(isPrivate);
  const onPauseUnstored = () => saveView();
  const views = createQueueViews({ all, newest, pause, onPauseUnstored, onViewWritten });
  let lastOrder = 0;
  let loading: Promise<void> | undefined;
  let isClosed = false;

  function inTurn(write: () => Promise<void>): Promise<void> {
    return exclusively(async () => (isClosed ? undefined : write()));
  }

  function write(submissions: readonly Submission[]): Promise<void> {
    return views.write(submissions, (shown) => store.write(submissions, shown));
  }

  function put(submission: QueuedSubmission): void {
    queue.set(submission.id, submission);
    lastOrder = Math.max(lastOrder, submission.order);
  }

  function save(submission: Submission): Promise<void> {
    put(submission);
    return inTurn(async () => {
      await saveUnsaved();
      try {
        await write([submission]);
        unsaved.delete(submission.id);
        if (needsAttention(submission)) onAttention(submission);
      } catch (error) {
        unsaved.add(submission.id);
        throw error;
      }
    });
  }

  async function saveUnsaved(): Promise<void> {
    const ids = [...unsaved];
    if (ids.length === 0) return;
    const left = storable(ids);
    try {
      await write(left);
      unsaved.clear();
    } catch {
      // It is told the next time.
      return;
    }
    for (const one of left.filter(needsAttention)) onAttention(one);
  }

  /** Those of the ids that have not left the queue. */
  function storable(ids: readonly string[]): Submission[] {
    const found = ids.flatMap((id) => queue.get(id) ?? []);
    return found.filter((one): one is Submission => one.state !== 'done');
  }

  async function remove(id: string): Promise<void> {
    const removed = queue.get(id);
    queue.delete(id);
    passwords.delete(id);
    await inTurn(async () => {
      const writeViews = () => views.write(removed ? [removed] : [], store.writeViews);
      // First, since pages show it no longer.
      const isWritten = await writeViews().then(
        () => true,
        () => false,
      );
      await Promise.all([store.remove([id]), store.passwords.remove([id])]);
      // There may be room for it now.
      if (!isWritten) await writeViews();
    });
  }

  /** What one submission of a page has become is no other's. Gives the others' ids. */
  function takeFromOthers({ url, isPrivateWindow }: Submission, report: Report): string[] {
    newest.note([report.id], isPrivateWindow);
    // A private window's report is known as such: ordinary submissions have no part in it.
    const key = addressKey(url);
    const others = unanswered(all()).filter(
      (one) => addressKey(one.url) === key && (one.isPrivateWindow || !isPrivateWindow),
    );
    for (const other of others) put({ ...other, knownIds: [...other.knownIds, report.id] });
    return others.map(({ id }) => id);
  }

  async function saveOthers(ids: readonly string[]): Promise<void> {
    const left = storable(ids);
    if (left.length > 0) await inTurn(() => write(left));
  }

  async function load(): Promise<void> {
    const [{ values }, view, privateView, earlier = []] = await Promise.all([
      store.readAll(),
      store.view.read(),
      store.privateView.read(),
      store.finished.read(),
    ]);
    finished = earlier;
    views.restore(view, privateView);
    const shown = privateView ?? view;
    pause.restore(shown?.pause ?? null);
    for (const one of values.sort((first, second) => first.order - second.order)) {
      if (!finished.some(({ id }) => id === one.id)) put(afterRestart(one, now()));
      // The worker was stopped between the two steps of taking it out.
      else await remove(one.id).catch(() => {});
    }
    if (queue.size > 0 || shown?.pause || shown?.count) saveView();
  }

  function saveView(): void {
    void inTurn(() => views.write([], store.writeViews)).catch(() => {});
  }

  return {
    all,
    get: (id) => queue.get(id),
    load() {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    nextOrder: () => Math.max(lastOrder + 1, now()),
    put,
    save,
    saveIfPossible: (submission) => save(submission).catch(() => {}),
    async finish(submission, report) {
      const { id, isPrivateWindow } = submission;
      const shown = isPrivateWindow ? null : report;
      finished = [...finished, { id, reportId: report?.id ?? null, report: shown }];
      finished = finished.slice(-MOST_FINISHED);
      put(done(submission));
      const others = report === null ? [] : takeFromOthers(submission, report);
      // Wherever the worker is stopped, one of these is left to know the report by: it must not
      // pass for that of the next of its page, nor be made for a page that asks again.
      await onAccepted(submission, report);
      await saveOthers(others).catch(() => {});
      await inTurn(() => store.finished.write(finished)).catch(() => {});
      await remove(id).catch(() => {});
    },
    finished: (id) => finished.find((one) => one.id === id),
    remove,
    noteIds: newest.note,
    known({ sends, isPrivateWindow }, ids) {
      const made = finished.flatMap(({ reportId }) => reportId ?? []);
      const all = [...new Set([...ids, ...made])];
      // On the disk there is nothing of private windows' reports, which are known as such.
      const knownIds = isPrivateWindow ? all : all.filter((id) => !isPrivate(id));
      newest.note(knownIds, isPrivateWindow);
      const newestKnownId = newest.of(isPrivateWindow);
      // Where ids are numbers, the highest stands for all that were there before a first request.
      const isEnough = sends === 0 && newestKnownId !== null;
      return { knownIds: isEnough ? [] : knownIds, newestKnownId };
    },
    setPassword(id, password) {
      passwords.set(id, password);
      void inTurn(() => store.passwords.write(new Map([[id, password]]))).catch(() => {});
    },
    async password(id) {
      return passwords.get(id) ?? (await store.passwords.read([id])).get(id);
    },
    saveView,
    async close() {
      isClosed = true;
      await exclusively(async () => {});
    },
  };
}
