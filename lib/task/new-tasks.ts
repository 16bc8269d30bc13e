import { isShownWhere, type Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { taskReport } from '@/lib/report/report-page';
import type { TaskStore } from '@/lib/task/store/task-store';
import { BEFORE_DELETION } from '@/lib/timings';
import { pageHost, pageKey } from '@/lib/url/page-key';
import { timeIn } from '@/lib/waiting-time';
import {
  type Held,
  isIn,
  type NewTask,
  type Task,
  type TaskOf,
  type Work,
  type WriteTask,
} from './task';

/** Makes tasks of what pages ask for, each singly. What it asks of the store rejects when that fails. */
export interface NewTasks {
  /** Why a person is to be asked before one more report of a page is made; null for no reason. */
  heldBack(one: NewCreation, keeping: Keeping): Promise<Held | null>;
  /** What makes the task in the moment in which it is stored; null where none is wanted. */
  makerFor(one: NewTask, keeping: Keeping): Promise<(() => Task) | null>;
}

type NewCreation = NewTask & { kind: 'create' };

/** Within this time nothing has changed on most pages, and each report counts against a plan. */
const JUST_NOW_MS = 10 * 60_000;

/**
 * Makes it for one connection.
 * @param reportsOf the reports of a page that are known here, the newest first, by the page's address
 * @param askedAt a time later than that of anything that was asked for before
 */
export function createNewTasks(
  store: TaskStore,
  reportsOf: (url: string) => Promise<readonly Report[]>,
  askedAt: () => number,
  now: () => number,
): NewTasks {
  async function heldBack({ draft }: NewCreation, keeping: Keeping): Promise<Held | null> {
    const page = pageKey(draft.url);
    const host = pageHost(new URL(draft.url).hostname);
    const isSame = ({ work, ...task }: TaskOf<'create'>) =>
      work.draft.privacy === draft.privacy &&
      // Thousands may wait, and a key takes longer than a look at the host.
      work.draft.url.includes(host) &&
      pageKey(work.draft.url) === page &&
      isShownWhere(keeping, task);
    const waiting = [...store.unanswered, ...store.untried].find(isSame);
    if (waiting !== undefined) return { reason: 'alreadyWaiting', taskId: waiting.id };
    if (keeping === 'memory') return null;
    const reports = await reportsOf(draft.url);
    const newest = reports.find(({ privacy }) => privacy === draft.privacy);
    if (newest === undefined || deletionOf(newest.id) !== undefined) return null;
    const isRecent = (time: number) => Math.abs(now() - time) < JUST_NOW_MS;
    // Until it has a result, only what was asked for here tells its age.
    const isMadeHere = store
      .outcomes()
      .some(
        (one) => one.report?.id === newest.id && one.kind === 'create' && isRecent(one.askedAt),
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

  function made(id: string, work: Work, keeping: Keeping, dueAt: string | null): Task {
    const state = { name: 'waiting', dueAt } as const;
    const facts = { version: 1 as const, id, askedAt: askedAt(), keeping };
    return { ...facts, batch: null, tries: 0, work, state };
  }

  async function creationFor(one: NewCreation, keeping: Keeping) {
    const { password, ...draft } = one.draft;
    if (password !== undefined) await store.setPassword(one.id, password);
    return () => made(one.id, { kind: 'create', draft, known: null }, keeping, null);
  }

  async function changeFor(one: NewTask & { kind: 'change' }, keeping: Keeping) {
    const { password, ...change } = one.change;
    const report = taskReport(one.report);
    if (password !== undefined) await store.setPassword(one.id, password);
    return () => made(one.id, { kind: 'change', report, change }, keeping, null);
  }

  async function deletionFor(one: NewTask & { kind: 'delete' }, keeping: Keeping) {
    const report = taskReport(one.report);
    const earlier = singleDeletionOf(report.id);
    const isStuck = earlier !== undefined && isIn(earlier, 'stuck');
    // A deletion that is kept in memory ends with the browser, and does not stand for one that stays.
    const isSame = earlier !== undefined && isShownWhere(keeping, earlier);
    if (isSame && !isStuck) return null;
    if (isStuck) await store.finish(earlier, { end: 'cancelled', report: null });
    const dueAt = timeIn(BEFORE_DELETION * 1000, now());
    return () => made(one.id, { kind: 'delete', report }, keeping, dueAt);
  }

  function makerFor(one: NewTask, keeping: Keeping): Promise<(() => Task) | null> {
    switch (one.kind) {
      case 'create':
        return creationFor(one, keeping);
      case 'change':
        return changeFor(one, keeping);
      case 'delete':
        return deletionFor(one, keeping);
    }
  }

  return { heldBack, makerFor };
}

function isDeletion({ work }: Task): boolean {
  return work.kind === 'delete';
}
