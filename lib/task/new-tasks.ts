import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import type { TaskStore } from '@/lib/task/store/task-store';
import { BEFORE_DELETION } from '@/lib/timings';
import { pageHost, pageKey } from '@/lib/url/page-key';
import { timeIn } from '@/lib/waiting-time';
import { CANCELLED } from './standing';
import {
  type Held,
  isCreation,
  isIn,
  isWrite,
  type NewTask,
  type Task,
  type TaskOf,
  type Work,
  type WriteTask,
} from './task';
import { endedAs } from './task-outcome';

type NewCreation = NewTask & { kind: 'create' };

/** Within this time nothing has changed on most pages, and each report counts against a plan. */
const JUST_NOW_MS = 10 * 60_000;

/**
 * Makes what turns the wishes of pages into tasks, each singly. What it asks of the store rejects when that
 * fails.
 * @param reportsOf the reports of a page that are known here, the newest first, by the page's address
 * @param askedAt a time later than that of anything that was asked for before
 */
export function createNewTasks(
  store: TaskStore,
  reportsOf: (url: string) => Promise<readonly Report[]>,
  askedAt: () => number,
  now: () => number,
) {
  /** Why a person is to be asked before one more report of a page is made; null for no reason. */
  async function heldBack({ draft }: NewCreation): Promise<Held | null> {
    const page = pageKey(draft.url);
    const host = pageHost(new URL(draft.url).hostname);
    const isSame = (task: Task) => isCreation(task) && !isIn(task, 'stuck') && isOfPage(task);
    const isOfPage = ({ work }: TaskOf<'create'>) =>
      work.draft.privacy === draft.privacy &&
      // Thousands may wait, and a key takes longer than a look at the host.
      work.draft.url.includes(host) &&
      pageKey(work.draft.url) === page;
    const waiting = store.open().find(isSame);
    if (waiting !== undefined) return { reason: 'alreadyWaiting', taskId: waiting.id };
    const reports = await reportsOf(draft.url);
    const newest = reports.find(({ privacy }) => privacy === draft.privacy);
    if (newest === undefined || deletionOf(newest.id) !== undefined) return null;
    const isRecent = (time: number) => Math.abs(now() - time) < JUST_NOW_MS;
    // Until it has a result, only what was asked for here tells its age.
    const isMadeHere = store
      .outcomes()
      .some(
        ({ wish, report, askedAt }) =>
          report?.id === newest.id && wish.kind === 'create' && isRecent(askedAt),
      );
    const isJustReported = isMadeHere || isRecent(Date.parse(newest.generatedAt ?? ''));
    return isJustReported ? { reason: 'justReported', report: newest } : null;
  }

  function deletionOf(reportId: string): WriteTask | undefined {
    return store.ofReport(reportId).find(isDeletion);
  }

  /** The row of a batch does not stand for it: a deletion of its report is one of its own. */
  function singleDeletionOf(reportId: string): WriteTask | undefined {
    return store.ofReport(reportId).find((task) => isDeletion(task) && task.batch === null);
  }

  function made({ id, keeping = 'disk' }: NewTask, work: Work, until: string | null = null): Task {
    const standing = { name: 'waiting', until } as const;
    const facts = { id, askedAt: askedAt(), keeping };
    return { ...facts, batch: null, tries: 0, work, standing };
  }

  async function creationFor(one: NewCreation) {
    const { password, ...draft } = one.draft;
    if (password !== undefined) await store.setPassword(one.id, password);
    return () => made(one, { kind: 'create', draft, known: null });
  }

  async function changeFor(one: NewTask & { kind: 'change' }) {
    const { password, ...change } = one.change;
    const report = referTo(one.report);
    if (password !== undefined) await store.setPassword(one.id, password);
    return () => made(one, { kind: 'change', report, change });
  }

  async function deletionFor(one: NewTask & { kind: 'delete' }) {
    const report = referTo(one.report);
    const earlier = singleDeletionOf(report.id);
    const isStuck = earlier !== undefined && isIn(earlier, 'stuck');
    if (earlier !== undefined && !isStuck) return null;
    if (isStuck) await store.finish(earlier, endedAs(CANCELLED));
    const dueAt = timeIn(BEFORE_DELETION * 1000, now());
    return () => made(one, { kind: 'delete', report }, dueAt);
  }

  /** What makes the task in the moment in which it is stored; null where none is wanted. */
  function makerFor(one: NewTask): Promise<(() => Task) | null> {
    switch (one.kind) {
      case 'create':
        return creationFor(one);
      case 'change':
        return changeFor(one);
      case 'delete':
        return deletionFor(one);
    }
  }

  return { heldBack, makerFor };
}

function isDeletion({ work }: Task): boolean {
  return work.kind === 'delete';
}

/**
 * What a task takes back: a creation that is stored takes back a single one of its page that was refused,
 * a change that is stored earlier changes of the same, a deletion that goes out every change of its report,
 * whether single or the row of a batch, waiting or stuck.
 */
export function overruledBy(
  store: Pick<TaskStore, 'open' | 'singles' | 'batches'>,
  { id, work }: Pick<Task, 'id' | 'work'>,
): Task[] {
  if (work.kind === 'create') {
    const page = pageKey(work.draft.url);
    const isRefused = ({ standing }: Task) =>
      standing.name === 'stuck' && standing.reason === 'refused';
    return store
      .singles()
      .filter(
        (task) => isCreation(task) && isRefused(task) && pageKey(task.work.draft.url) === page,
      );
  }
  const change = work.kind === 'change' ? work.change : null;
  return overruledChanges(store, change, new Set([work.report.id]), id);
}

/**
 * The same for several reports.
 * @param change null: the reports are deleted
 * @param id of the task, or of the batch, that brings it
 */
export function overruledChanges(
  store: Pick<TaskStore, 'open' | 'batches'>,
  change: Pick<ReportChange, 'privacy' | 'results'> | null,
  reportIds: ReadonlySet<string>,
  id: string,
): Task[] {
  const isOther = (task: Task) => task.id !== id && task.batch?.id !== id;
  const isEarlier = (task: Task) =>
    isWrite(task) && reportIds.has(task.work.report.id) && !isIn(task, 'sent');
  const isAlike = ({ work }: Task) =>
    work.kind === 'change' &&
    (change === null || (work.change.results === 1) === (change.results === 1));
  const all = [...store.open().filter(isEarlier), ...store.batches.untouchedAbout(reportIds)];
  return all.filter((task) => isOther(task) && isAlike(task));
}
