import { BEFORE_DELETION } from '@/lib/pauses';
import type { Report } from '@/lib/report/report';
import { taskReport } from '@/lib/report/report-page';
import type { BatchAct, NewBatch } from '@/lib/task/batch/batch';
import { createBatchVerbs } from '@/lib/task/batch/batch-verbs';
import { pageHost, pageKey } from '@/lib/url/page-key';
import { timeIn } from '@/lib/waiting-time';
import type { GateControl } from './gate-control';
import type { Runner } from './runner';
import { retried } from './steps';
import {
  type Held,
  isCreation,
  isIn,
  type NewTask,
  type Task,
  type TaskOf,
  type Work,
} from './task';
import type { TaskStore } from './task-store';

/** What pages may do with the tasks of a connection. All of these reject when the store fails. */
export interface Tasks {
  /** Stores tasks that are not there yet, but for a creation that is held back, which it answers with. */
  add(added: readonly NewTask[], privateWindow: boolean): Promise<Held | null>;
  /** Stores a batch that is not there yet, with all of its tasks. */
  addBatch(batch: NewBatch): Promise<void>;
  /** Does something with a batch as a whole; nothing where it is there no longer. */
  steerBatch(id: string, act: BatchAct): Promise<void>;
  /** Takes a task back; false when it is too late. */
  cancel(id: string): Promise<boolean>;
  /** Sends a stuck task again, with its password where that is gone. */
  retry(id: string, password?: string): Promise<void>;
  /** Tries now whether the gate can open. */
  retryNow(): Promise<void>;
  /** What would be dropped with the connection; null where nothing would. */
  openWork(): Promise<{ creations: number; changes: number; deletions: number } | null>;
}

/** Within this time the same press of a menu is impatience, or half of a double click. */
const ONE_WISH_MS = 10_000;

/** Within this time nothing has changed on most pages, and each report counts against a plan. */
const JUST_NOW_MS = 10 * 60_000;

/**
 * Makes the verbs of one connection's tasks.
 * @param beforeStoring makes sure that the worker goes on, should it be stopped right afterwards
 * @param reportsOf the reports of a page that are known here, the newest first, by the page's address
 */
export function createTasks(
  store: TaskStore,
  gate: GateControl,
  runner: Runner,
  beforeStoring: () => void,
  reportsOf: (url: string) => Promise<readonly Report[]>,
  now: () => number,
): Tasks {
  let lastAskedAt = 0;
  /** Ends with the last press that was begun: one builds on what another has stored. */
  let last: Promise<unknown> = Promise.resolve();

  /** Once what is stored is known. */
  function inTurn<T>(press: () => Promise<T>): Promise<T> {
    const pressed = last.then(store.load).then(press);
    last = pressed.catch(() => {});
    return pressed;
  }

  /** Later than any other. */
  function askedAt(): number {
    lastAskedAt = Math.max(lastAskedAt + 1, now());
    return lastAskedAt;
  }

  function isThere(id: string): boolean {
    return store.get(id) !== undefined || store.outcome(id) !== undefined;
  }

  /** Whether a creation without a form was asked for a moment ago. */
  function isSameWish({ draft }: NewTask & { kind: 'create' }, privateWindow: boolean): boolean {
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
        one.privateWindow === privateWindow,
    );
  }

  /** Why a person is to be asked before one more report of a page is made; null for no reason. */
  async function heldBack(
    { draft, own = [] }: NewTask & { kind: 'create' },
    privateWindow: boolean,
  ): Promise<Held | null> {
    const page = pageKey(draft.url);
    const host = pageHost(new URL(draft.url).hostname);
    const isOther = ({ work, id, ...task }: Task) =>
      work.kind === 'create' &&
      work.draft.privacy === draft.privacy &&
      // Thousands may wait, and a key takes longer than a look at the host.
      work.draft.url.includes(host) &&
      pageKey(work.draft.url) === page &&
      (privateWindow || !task.privateWindow) &&
      !own.includes(id);
    if ([...store.unanswered, ...store.untried].some(isOther)) return { reason: 'alreadyWaiting' };
    if (privateWindow) return null;
    const reports = await reportsOf(draft.url);
    const newest = reports.find(({ privacy }) => privacy === draft.privacy);
    const age = Math.abs(now() - Date.parse(newest?.generatedAt ?? ''));
    const isThere = newest !== undefined && deletionOf(newest.id) === undefined;
    return isThere && age < JUST_NOW_MS ? { reason: 'justReported', report: newest } : null;
  }

  function deletionOf(reportId: string): Task | undefined {
    const all: Task[] = [...store.writes, ...store.stuck];
    return all.find(({ work }) => work.kind === 'delete' && work.report.id === reportId);
  }

  /** A change of the same report that has not gone out takes in the later one. */
  function waitingChangeOf(reportId: string, privateWindow: boolean) {
    const all: Task[] = [...store.writes];
    const last = all.findLast(({ work }) => work.kind !== 'create' && work.report.id === reportId);
    const isOpen = last?.work.kind === 'change' && isIn(last, 'waiting');
    return isOpen && last.privateWindow === privateWindow ? (last as TaskOf<'change'>) : undefined;
  }

  function made(id: string, work: Work, privateWindow: boolean, dueAt: string | null): Task {
    const state = { name: 'waiting', dueAt } as const;
    const facts = { version: 1 as const, id, otherIds: [], askedAt: askedAt(), privateWindow };
    return { ...facts, batch: null, tries: 0, work, state };
  }

  async function creationFor(one: NewTask & { kind: 'create' }, privateWindow: boolean) {
    const { password, ...draft } = one.draft;
    if (password !== undefined) await store.setPassword(one.id, password);
    return () => made(one.id, { kind: 'create', draft, known: null }, privateWindow, null);
  }

  async function changeFor(one: NewTask & { kind: 'change' }, privateWindow: boolean) {
    const { password, ...change } = one.change;
    const report = taskReport(one.report);
    const earlier = waitingChangeOf(report.id, privateWindow);
    const id = earlier?.id ?? one.id;
    if (password !== undefined) await store.setPassword(id, password);
    return () => {
      // It may have gone out since: what is put over it then would leave with its answer.
      if (earlier === undefined || store.get(id)?.state.name !== 'waiting') {
        return made(one.id, { kind: 'change', report, change }, privateWindow, null);
      }
      const work = { ...earlier.work, change: { ...earlier.work.change, ...change } };
      return { ...earlier, otherIds: [...earlier.otherIds, one.id], work };
    };
  }

  async function deletionFor(one: NewTask & { kind: 'delete' }, privateWindow: boolean) {
    const report = taskReport(one.report);
    const earlier = deletionOf(report.id);
    const isStuck = earlier !== undefined && isIn(earlier, 'stuck');
    // One of a private window ends with the browser, and does not stand for one that stays.
    const isSame = earlier !== undefined && (privateWindow || !earlier.privateWindow);
    if (isSame && !isStuck) return null;
    if (isStuck) await store.finish(earlier, { end: 'cancelled', report: null });
    const dueAt = timeIn(BEFORE_DELETION * 1000, now());
    return () => made(one.id, { kind: 'delete', report }, privateWindow, dueAt);
  }

  /** What makes the task in the moment in which it is stored; null where none is wanted. */
  function makerFor(one: NewTask, privateWindow: boolean): Promise<(() => Task) | null> {
    switch (one.kind) {
      case 'create':
        return creationFor(one, privateWindow);
      case 'change':
        return changeFor(one, privateWindow);
      case 'delete':
        return deletionFor(one, privateWindow);
    }
  }

  async function add(added: readonly NewTask[], privateWindow: boolean): Promise<Held | null> {
    const makers: (() => Task)[] = [];
    let held: Held | null = null;
    for (const one of added) {
      if (isThere(one.id)) continue;
      if (one.kind === 'create') {
        if (one.isQuick && isSameWish(one, privateWindow)) continue;
        held = one.anyway ? null : await heldBack(one, privateWindow);
        if (held !== null) continue;
      }
      const maker = await makerFor(one, privateWindow);
      if (maker !== null) makers.push(maker);
    }
    if (makers.length > 0) {
      beforeStoring();
      await store.save(makers.map((make) => make()));
    }
    runner.run();
    return held;
  }

  async function cancel(id: string): Promise<boolean> {
    const task = store.get(id);
    if (task === undefined) return store.outcome(id)?.end !== 'done';
    if (isIn(task, 'sent')) return false;
    await store.finish(task, { end: 'cancelled', report: null });
    runner.run();
    return true;
  }

  async function retry(id: string, password?: string): Promise<void> {
    const task = store.get(id);
    if (task === undefined || !isIn(task, 'stuck')) return;
    if (password !== undefined) await store.setPassword(task.id, password);
    beforeStoring();
    await store.save([retried(task)]);
    runner.run();
  }

  const batches = createBatchVerbs({ store, runner, beforeStoring, now });

  return {
    addBatch: (batch) => inTurn(() => batches.add(batch)),
    steerBatch: (id, act) => inTurn(() => batches.steer(id, act)),
    add: (added, privateWindow) => inTurn(() => add(added, privateWindow)),
    cancel: (id) => inTurn(() => cancel(id)),
    retry: (id, password) => inTurn(() => retry(id, password)),
    async retryNow() {
      await store.load();
      gate.tryNow();
      runner.run();
    },
    async openWork() {
      await store.load();
      const ofBatches = store.batches.all().flatMap(({ id }) => [...store.untriedOf(id)]);
      const all: Task[] = [
        ...store.unanswered,
        ...store.untried,
        ...ofBatches,
        ...store.writes,
        ...store.stuck,
      ];
      const count = (kind: Work['kind']) => all.filter(({ work }) => work.kind === kind).length;
      // A deletion that has failed leaves its report where it is.
      const failed = [...store.stuck].filter(({ work }) => work.kind === 'delete').length;
      const work = {
        creations: count('create'),
        changes: count('change'),
        deletions: count('delete') - failed,
      };
      return work.creations + work.changes + work.deletions === 0 ? null : work;
    },
  };
}
