import { isShownWhere, type Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { taskReport } from '@/lib/report/report-page';
import type { TaskStore } from '@/lib/task/store/task-store';
import { BEFORE_DELETION } from '@/lib/timings';
import { pageHost, pageKey } from '@/lib/url/page-key';
import { timeIn } from '@/lib/waiting-time';
import {
  type Held,
  isCreation,
  isIn,
  type NewTask,
  type Task,
  type Work,
  type WriteTask,
} from './task';

/** Makes tasks of what pages ask for, each singly. What it asks of the store rejects when that fails. */
export interface NewTasks {
  /** Whether a creation without a form was asked for a moment ago. */
  isSameWish(one: NewCreation, keeping: Keeping): boolean;
  /** Why a person is to be asked before one more report of a page is made; null for no reason. */
  heldBack(one: NewCreation, keeping: Keeping): Promise<Held | null>;
  /** What makes the task in the moment in which it is stored; null where none is wanted. */
  makerFor(one: NewTask, keeping: Keeping): Promise<(() => Task) | null>;
}

type NewCreation = NewTask & { kind: 'create' };

/** Within this time the same press of a menu is impatience, or half of a double click. */
const ONE_WISH_MS = 10_000;

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
  function isSameWish({ draft }: NewCreation, keeping: Keeping): boolean {
    const isRecent = (one: { askedAt: number }) => Math.abs(now() - one.askedAt) < ONE_WISH_MS;
    const all: Task[] = [...store.unanswered, ...store.untried, ...store.stuck];
    const waiting = all
      .filter((task) => isRecent(task) && isCreation(task))
      .map(({ work, ...task }) => ({ ...task, draft: work.kind === 'create' ? work.draft : null }));
    const ended = store.outcomes().filter((one) => isRecent(one) && one.end !== 'cancelled');
    return [...waiting, ...ended].some(
      (one) =>
        one.draft?.url === draft.url &&
        one.draft.privacy === draft.privacy &&
        one.keeping === keeping,
    );
  }

  async function heldBack(
    { draft, own = [] }: NewCreation,
    keeping: Keeping,
  ): Promise<Held | null> {
    const page = pageKey(draft.url);
    const host = pageHost(new URL(draft.url).hostname);
    const isOther = ({ work, id, ...task }: Task) =>
      work.kind === 'create' &&
      work.draft.privacy === draft.privacy &&
      // Thousands may wait, and a key takes longer than a look at the host.
      work.draft.url.includes(host) &&
      pageKey(work.draft.url) === page &&
      isShownWhere(keeping, task) &&
      !own.includes(id);
    if ([...store.unanswered, ...store.untried].some(isOther)) return { reason: 'alreadyWaiting' };
    if (keeping === 'memory') return null;
    const reports = await reportsOf(draft.url);
    const newest = reports.find(({ privacy }) => privacy === draft.privacy);
    const age = Math.abs(now() - Date.parse(newest?.generatedAt ?? ''));
    const isThere = newest !== undefined && deletionOf(newest.id) === undefined;
    return isThere && age < JUST_NOW_MS ? { reason: 'justReported', report: newest } : null;
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

  return { isSameWish, heldBack, makerFor };
}

function isDeletion({ work }: Task): boolean {
  return work.kind === 'delete';
}
