import { type Batch, type BatchLine, type BatchPlace, batchLine } from '@/lib/task/batch/batch';
import { createBatchBook } from '@/lib/task/batch/batch-book';
import {
  type BatchRow,
  endedRow,
  isUntouched,
  rowOfTask,
  subjectOf,
} from '@/lib/task/batch/batch-row';
import type { Gate } from '@/lib/task/gate/gate';
import { createGateControl } from '@/lib/task/gate/gate-control';
import { CANCELLED } from '@/lib/task/standing';
import { afterRestart } from '@/lib/task/steps';
import { storedTasks } from '@/lib/task/store/task-items';
import { addressOf, isIn, isWrite, type Task, type WriteTask } from '@/lib/task/task';
import {
  endedAs,
  type TaskEnd,
  type TaskOutcome,
  type TaskOutcomes,
  wishOf,
} from '@/lib/task/task-outcome';
import type { TaskCounts, TaskView } from '@/lib/task/task-view';
import { createTaskPasswords } from './task-passwords';

interface TaskStoreTools {
  connectionId: string;
  /** What became of the last tasks. */
  outcomes: TaskOutcomes;
  /** The gate as pages were shown it last, which tells more than the disk may. */
  shownGate(): Promise<Gate | null>;
  /** Shows the present state to the pages. Never rejects. */
  show(): Promise<void>;
  /** The same a little later: rows of batches change many times a second. */
  showSoon(): void;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** The tasks of one connection: in memory, with the browser's store and the pages' view kept in step. */
export type TaskStore = ReturnType<typeof createTaskStore>;

/** Makes the store of a connection's tasks. */
export function createTaskStore(tools: TaskStoreTools) {
  const { connectionId, outcomes, shownGate, show, showSoon, signal, now } = tools;
  /** What was asked for singly, and of batches what has begun; what was asked for first comes first. */
  const open = new Map<string, Task>();
  const batches = createBatchBook(connectionId, signal);
  const tasks = storedTasks(connectionId);
  const passwords = createTaskPasswords(connectionId, signal);
  const gate = createGateControl({
    ...{ connectionId, shownGate, hasOutgoing, signal, now },
    onChange: () => void show(),
  });
  /** Ids of new tasks that are being stored: no page sees them before. */
  const unstored = new Set<string>();
  let latestAskedAt = 0;
  let loading: Promise<void> | undefined;

  function isHeld({ batch, standing }: Task): boolean {
    return batch !== null && standing.name === 'waiting' && batches.isHeld(batch.id);
  }

  /** Whether anything waits for its turn, or is out; what waits in a batch that is held does not. */
  function hasOutgoing(): boolean {
    const goesOn = (task: Task) => (isIn(task, 'waiting') || isIn(task, 'sent')) && !isHeld(task);
    const hasRows = (id: string) => batches.counts(id).waiting > 0 && !batches.isHeld(id);
    return [...open.values()].some(goesOn) || batches.all().some(({ id }) => hasRows(id));
  }

  function singles(): Task[] {
    return [...open.values()].filter(({ batch }) => batch === null);
  }

  function view(): TaskView {
    const all = singles().filter(({ id }) => !unstored.has(id));
    return {
      ordinary: countsOf(all.filter(({ keeping }) => keeping === 'disk')),
      all: countsOf(all),
      gate: gate.get(),
      batches: batches.all().map(lineOf),
      tasks: shownOf(all),
      deleting: all.flatMap((task) =>
        task.work.kind === 'delete' && !isIn(task, 'stuck') ? task.work.report.id : [],
      ),
    };
  }

  function lineOf(batch: Batch): BatchLine {
    const { id } = batch;
    const told = { firstUrl: batches.firstUrl(id), needsPassword: batches.locked.has(id) };
    return batchLine(batch, { ...told, ...batches.counts(id) });
  }

  async function load(): Promise<void> {
    const [stored, ofBatches] = await Promise.all([
      tasks.readAll(),
      batches.load(),
      gate.load(),
      outcomes.load(),
    ]);
    // The worker was stopped between the two steps of taking these out.
    const ended = stored.filter(({ id }) => outcome(id) !== undefined);
    if (ended.length > 0) await tasks.remove(ended.map(({ id }) => id));
    const left = [...stored.filter((task) => !ended.includes(task)), ...ofBatches];
    for (const task of left.sort((one, other) => one.askedAt - other.askedAt)) {
      put(afterRestart(task, now()));
    }
    for (const { askedAt } of batches.all()) noteAskedAt(Date.parse(askedAt));
    await show();
  }

  function outcome(id: string): TaskOutcome | undefined {
    return outcomes.singles().findLast((one) => one.id === id);
  }

  function noteAskedAt(askedAt: number): void {
    latestAskedAt = Math.max(latestAskedAt, askedAt);
  }

  function put(task: Task): void {
    noteAskedAt(task.askedAt);
    if (task.batch === null) {
      open.set(task.id, task);
      return;
    }
    const row = rowOfTask(task);
    if (isUntouched(row)) open.delete(task.id);
    else open.set(task.id, task);
    batches.note(task.batch, row);
  }

  function showChanged(changed: readonly Task[]): void {
    if (changed.every(({ batch }) => batch !== null)) showSoon();
    else void show();
  }

  /** Stores tasks as they are in memory, all at once. */
  async function write(changed: readonly Task[]): Promise<void> {
    if (signal.aborted) return;
    const alone = changed.filter(({ batch }) => batch === null);
    await tasks.write(alone, batches.entries(placesOf(changed)));
  }

  /**
   * Takes a task out: what became of it is noted before it leaves the store.
   * @param alongside stores what else is to be known by then
   */
  async function finish(task: Task, end: TaskEnd, alongside = async () => {}): Promise<void> {
    const { id, batch, askedAt } = task;
    const facts = { id, isRow: batch !== null, isRenewed: false, wish: wishOf(task), ...end };
    open.delete(id);
    outcomes.note({ ...facts, askedAt, endedAt: now() });
    if (batch !== null) {
      batches.note(batch, endedRow(task, end.standing, end.summary));
      showSoon();
      await Promise.all([alongside().catch(() => {}), batches.write([batch]).catch(() => {})]);
      return;
    }
    await alongside().catch(() => {});
    await show();
    if (signal.aborted) return;
    await tasks.remove([id]).catch(() => {});
    await passwords.forgetPassword(id);
  }

  /** Takes back rows of batches in memory, and gives those. */
  function takeOutRows(taken: readonly Task[]): Task[] {
    const rows = taken.filter(({ batch }) => batch !== null);
    for (const task of rows) {
      open.delete(task.id);
      if (task.batch) batches.note(task.batch, endedRow(task, CANCELLED, null));
    }
    return rows;
  }

  async function cancelSingles(taken: readonly Task[]): Promise<void> {
    // One may have gone out since.
    const waiting = taken.filter((task) => task.batch === null && open.get(task.id) === task);
    await Promise.all(waiting.map((task) => finish(task, endedAs(CANCELLED))));
  }

  return {
    ...passwords,
    batches,
    gate,
    /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
    load(): Promise<void> {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    get: (id: string): Task | undefined => open.get(id),
    /** What was asked for singly, and of batches what has begun, in the order of asking. */
    open: (): Task[] => [...open.values()],
    singles,
    /** The open changes and deletions of a report, rows of batches that have not begun aside. */
    ofReport: (reportId: string): WriteTask[] =>
      [...open.values()].filter(isWrite).filter(({ work }) => work.report.id === reportId),
    /** Whether a task stands as it did: a person may take it back, or change it, at any time. */
    isCurrent: (task: Task): boolean =>
      open.has(task.id) || task.batch === null
        ? open.get(task.id) === task
        : batches.isUntouched(task.batch),
    /** When the last of all was asked for that were ever there, in milliseconds since the epoch. */
    latestAskedAt: () => latestAskedAt,
    hasOutgoing,
    /**
     * Stores tasks; rejects where the browser does not take them, and nothing has changed then.
     * @param overruled what they take back: rows of batches in the same write, single tasks after it
     */
    async save(changed: readonly Task[], overruled: readonly Task[] = []): Promise<void> {
      // At once in memory: from then on nobody takes back what goes out, and nobody adds it again.
      const putBack = changed.map((task) => {
        const { id, batch } = task;
        const former = open.get(id);
        if (former === undefined) unstored.add(id);
        return () => {
          open.delete(id);
          if (former) put(former);
          else if (batch) batches.note(batch, subjectOf(task));
        };
      });
      for (const task of changed) put(task);
      const rows = takeOutRows(overruled);
      try {
        await write([...changed, ...rows]);
      } catch (error) {
        for (const put of putBack) put();
        for (const row of rows) put(row);
        throw error;
      } finally {
        for (const { id } of changed) unstored.delete(id);
      }
      showChanged(changed);
      await cancelSingles(overruled);
    },
    /** Stores a new batch with its rows, or rejects; `overruled` as for `save`. */
    async saveBatch(
      batch: Batch,
      added: readonly BatchRow[],
      overruled: readonly Task[],
    ): Promise<void> {
      batches.add(batch, added);
      noteAskedAt(Date.parse(batch.askedAt));
      const rows = takeOutRows(overruled);
      const places = added.map((_, row) => ({ id: batch.id, row }));
      try {
        const entries = batches.entries([...places, ...placesOf(rows)], true);
        if (!signal.aborted) await tasks.write([], entries);
      } catch (error) {
        batches.takeOut(batch.id);
        for (const row of rows) put(row);
        throw error;
      }
      void show();
      await cancelSingles(overruled);
    },
    /**
     * Stores the next state of a task, and never rejects: where the browser does not take it, the older
     * state that is stored leads to the same end, later.
     */
    async keep(task: Task): Promise<void> {
      put(task);
      await write([task]).catch(() => {});
      showChanged([task]);
    },
    /** Takes back tasks that have not gone out, those of batches all at once; rejects when the store fails. */
    async cancel(taken: readonly Task[]): Promise<void> {
      const rows = takeOutRows(taken);
      await cancelSingles(taken);
      if (rows.length === 0) return;
      await batches.write(placesOf(rows));
      await show();
    },
    finish,
    /** What became of a task that was asked for singly and is no longer there. */
    outcome,
    outcomes: outcomes.singles,
    /** Whether a report is what another creation has become, as far as outcomes and batches tell. */
    wasCreated: (reportId: string): boolean =>
      outcomes.hasCreated(reportId) || batches.hasReport(reportId),
    /** How many deletions have gone out, and nobody knows whether the service has made them. */
    uncertainDeletions: (): number =>
      [...open.values()].filter(({ work, tries }) => work.kind === 'delete' && tries > 0).length,
    /** What pages see of the tasks. */
    view,
    /** Resolves when pages see the present state. */
    writeView: show,
  };
}

function placesOf(tasks: readonly Task[]): BatchPlace[] {
  return tasks.flatMap(({ batch }) => batch ?? []);
}

function countsOf(tasks: readonly Task[]): TaskCounts {
  const counts: TaskCounts = { create: 0, change: 0, delete: 0, stuck: 0 };
  for (const task of tasks) counts[isIn(task, 'stuck') ? 'stuck' : task.work.kind] += 1;
  return counts;
}

const MOST_SHOWN = 25;
/** Addresses can be long, and the view is written at each step. */
const MOST_CHARACTERS = 50_000;

/** The newest, those that need a person, those in flight or looked for, then the others, newest first. */
function shownOf(singles: readonly Task[]): Task[] {
  const [newest, ...others] = singles.toReversed();
  if (newest === undefined) return [];
  const rank = (task: Task) => (isIn(task, 'stuck') ? 0 : isIn(task, 'waiting') ? 2 : 1);
  const inOrder = [0, 1, 2].flatMap((wanted) => others.filter((one) => rank(one) === wanted));
  let characters = 0;
  const most = [newest, ...inOrder].slice(0, MOST_SHOWN);
  const tooLong = most.findIndex((task, at) => {
    characters += addressOf(task)?.length ?? 0;
    return at > 0 && characters > MOST_CHARACTERS;
  });
  return tooLong < 0 ? most : most.slice(0, tooLong);
}
