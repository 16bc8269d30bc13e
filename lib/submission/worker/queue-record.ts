import type { Report } from '@/lib/report/report';
import type { Backoff } from '@/lib/submission/backoff';
import type { QueueView } from '@/lib/submission/queue-view';
import type { FinishedSubmission, Submission } from '@/lib/submission/submission';
import { highestId, isSamePage } from '@/lib/submission/submission-match';
import type { QueueIndex } from './queue-index';
import type { Accepted } from './queue-tools';
import type { SubmissionStore } from './submission-store';

/** What an earlier worker has kept of a queue. */
export interface KeptQueue {
  submissions: Submission[];
  pause: Backoff | null;
  /** Whether pages are shown what is so: nothing there. */
  isShownEmpty: boolean;
}

/** Keeps the stored submissions in step with those in memory. */
export interface QueueRecord {
  /** What was kept before, the oldest first. Rejects when the store fails. */
  load(): Promise<KeptQueue>;
  /** Whether a submission was ever stored. */
  isStored(id: string): boolean;
  /** Changes a submission in memory and in the store; rejects when the store fails. */
  keep(submission: Submission): Promise<void>;
  /** The same where the store may fail: what it holds instead leads to the same end, later. */
  keepIfPossible(submission: Submission): Promise<void>;
  /** Takes a submission out in memory whose report is there. */
  markFinished(submission: Submission, report: Report | null): void;
  /**
   * Stores that submissions were taken out. Never rejects.
   * @param note keeps their reports elsewhere; must not reject
   */
  finish(accepted: readonly Accepted[], note: () => Promise<void>): Promise<void>;
  /** Forgets a submission. */
  remove(id: string): Promise<void>;
  finished(id: string): FinishedSubmission | undefined;
  /** The ids of reports that were made lately. */
  finishedReports(): string[];
  /** The highest id of any report that was ever seen, null where ids are no numbers. */
  newestId(): string | null;
  noteIds(ids: readonly string[]): void;
  setPassword(id: string, password: string | undefined): void;
  password(id: string): Promise<string | undefined>;
  /** Writes what pages see, when it has changed without a submission. */
  refreshView(): void;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

/** More than the pages that could still ask for one. */
const MOST_FINISHED = 50;

/**
 * Makes the record.
 * @param pauseNow the pause to show
 */
export function createQueueRecord(
  store: SubmissionStore,
  index: QueueIndex,
  pauseNow: () => Backoff | null,
): QueueRecord {
  const passwords = new Map<string, string>();
  const stored = new Set<string>();
  /** Submissions that know of another report in memory alone, by id. */
  const noted = new Set<string>();
  /** Submissions that the store has in an older state, by id, since a write has failed. */
  const outdated = new Set<string>();
  let finished: FinishedSubmission[] = [];
  let newestId: string | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let isViewDue = false;

  /** Writes follow each other, so that the store never goes back to what was. */
  function inTurn(write: () => Promise<void>): Promise<void> {
    const turn = last.then(() => (isClosed ? undefined : write()));
    last = turn.catch(() => {});
    return turn;
  }

  function view(): QueueView {
    return { ...index.view(pauseNow()), newestId };
  }

  /** Together with what an earlier write did not bring to the store, where there is room for it. */
  function writeAll(submissions: readonly Submission[]): Promise<void> {
    return inTurn(async () => {
      const ids = submissions.map(({ id }) => id);
      const late = [...outdated].filter((id) => !ids.includes(id));
      const all = [...submissions, ...late.flatMap((id) => index.get(id) ?? [])];
      try {
        await store.write(all, view());
        outdated.clear();
      } catch (error) {
        for (const id of ids) if (stored.has(id)) outdated.add(id);
        if (late.length === 0) throw error;
        await store.write(submissions, view());
        for (const id of ids) outdated.delete(id);
      }
    });
  }

  function noteIds(ids: readonly string[]): void {
    if (ids.length > 0) newestId = highestId(newestId === null ? ids : [...ids, newestId]);
  }

  async function keep(submission: Submission): Promise<void> {
    index.put(submission);
    await writeAll([submission]);
    stored.add(submission.id);
  }

  async function take(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      index.remove(id);
      passwords.delete(id);
      stored.delete(id);
      noted.delete(id);
      outdated.delete(id);
    }
    await inTurn(async () => {
      // First, since nothing else may know of a report from a private window but its highest id.
      const isWritten = await store.view.write(view()).then(
        () => true,
        () => false,
      );
      await Promise.all([store.remove(ids), store.passwords.remove(ids)]);
      // There may be room for it now.
      if (!isWritten) await store.view.write(view());
    });
  }

  /** What one submission of a page has become is no other's. */
  function noteTaken(url: string, reportId: string): void {
    for (const other of index.unanswered()) {
      if (!isSamePage(other.url, url) || other.knownIds.includes(reportId)) continue;
      index.put({ ...other, knownIds: [...other.knownIds, reportId] });
      noted.add(other.id);
    }
  }

  async function writeNoted(): Promise<void> {
    const others = [...noted].flatMap((id) => index.get(id) ?? []);
    noted.clear();
    if (others.length > 0) await writeAll(others);
  }

  return {
    async load() {
      const [all, shown, done] = await Promise.all([
        store.readAll().then(({ values }) => values),
        store.view.read(),
        store.finished.read(),
      ]);
      finished = done ?? [];
      newestId = shown?.newestId ?? null;
      const isFinished = ({ id }: Submission) => finished.some((one) => one.id === id);
      // The worker was stopped between the two steps of taking it out.
      const left = all.filter(isFinished).map(({ id }) => id);
      if (left.length > 0) await take(left).catch(() => {});
      const submissions = all
        .filter((one) => !isFinished(one))
        .sort((one, other) => one.order - other.order);
      for (const { id } of submissions) stored.add(id);
      const pause = shown?.pause ?? null;
      const isShownEmpty = submissions.length === 0 && pause === null && !shown?.count;
      return { submissions, pause, isShownEmpty };
    },
    isStored: (id) => stored.has(id),
    keep,
    keepIfPossible: (submission) => keep(submission).catch(() => {}),
    markFinished({ id, url, isPrivateWindow }, report) {
      const shown = isPrivateWindow ? null : report;
      const reportId = report === null ? null : report.id;
      finished = [...finished, { id, reportId, report: shown }].slice(-MOST_FINISHED);
      index.markFinished(id);
      if (report === null) return;
      noteTaken(url, report.id);
      noteIds([report.id]);
    },
    async finish(accepted, note) {
      // Wherever the worker is stopped, one of these is left to know the report by: it must not
      // pass for that of the next of its page, nor be made for a page that asks again.
      await note();
      await writeNoted().catch(() => {});
      await inTurn(() => store.finished.write(finished)).catch(() => {});
      await take(accepted.map(({ submission }) => submission.id)).catch(() => {});
    },
    remove: (id) => take([id]),
    finished: (id) => finished.find((one) => one.id === id),
    newestId: () => newestId,
    noteIds,
    finishedReports: () => finished.flatMap(({ reportId }) => reportId ?? []),
    setPassword(id, password) {
      if (password === undefined) return;
      passwords.set(id, password);
      void inTurn(() => store.passwords.write(new Map([[id, password]]))).catch(() => {});
    },
    async password(id) {
      return passwords.get(id) ?? (await store.passwords.read([id])).get(id);
    },
    refreshView() {
      if (isViewDue) return;
      isViewDue = true;
      const writing = inTurn(() => {
        isViewDue = false;
        return store.view.write(view());
      });
      void writing.catch(() => {});
    },
    close() {
      isClosed = true;
      return last.then(() => {});
    },
  };
}
