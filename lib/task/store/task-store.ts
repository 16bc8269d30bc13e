import { type Batch, type BatchLine, type BatchPlace, batchLine } from '@/lib/task/batch/batch';
import { type BatchBook, createBatchBook } from '@/lib/task/batch/batch-book';
import { endedRow, rowOfTask } from '@/lib/task/batch/batch-row';
import type { Gate } from '@/lib/task/gate/gate';
import { createStoredGate } from '@/lib/task/gate/stored-gate';
import { afterRestart } from '@/lib/task/steps';
import type { Task, TaskOf, WriteTask } from '@/lib/task/task';
import { storedTasks } from '@/lib/task/task-items';
import { type TaskEnd, type TaskOutcome, type TaskOutcomes, wishOf } from '@/lib/task/task-outcome';
import type { TaskView } from '@/lib/task/task-view';
import { shownTasks } from './shown-tasks';
import { createTaskIndex, type TaskIndex } from './task-index';
import { createTaskPasswords, type TaskPasswords } from './task-passwords';

/** The tasks of one connection: in memory, with the browser's store and the pages' view kept in step. */
export interface TaskStore
  extends Omit<TaskIndex, 'put' | 'remove' | 'outgoingCount'>,
    TaskPasswords {
  /** How many wait or are out: neither stuck, nor looked for, nor in a batch that is held. */
  readonly outgoingCount: number;
  /** Reads what an earlier worker has stored, once. Rejects when the store fails. */
  load(): Promise<void>;
  /** Stores tasks; rejects where the browser does not take them, and nothing has changed then. */
  save(tasks: readonly Task[]): Promise<void>;
  /** Stores a new batch and all of its tasks, or rejects. */
  saveBatch(batch: Batch, tasks: readonly Task[]): Promise<void>;
  /** The batches and what they have become; their changes are shown by `writeView`. */
  batches: BatchBook;
  /** Of each batch that is not held, the oldest first: its creations that have never gone out. */
  batched(): Iterable<Iterable<TaskOf<'create'>>>;
  /** The same of changes and deletions, stuck ones aside. */
  batchedWrites(): Iterable<Iterable<WriteTask>>;
  /** Takes out tasks of batches that have not gone out, as if they had never been asked for. */
  drop(tasks: readonly Task[]): Promise<void>;
  /**
   * Stores the next state of a task, and never rejects: where the browser does not take it, the older
   * state that is stored leads to the same end, later.
   */
  keep(task: Task): Promise<void>;
  /**
   * Takes a task out: what became of it is noted before it leaves the store.
   * @param alongside stores what else is to be known by then
   */
  finish(task: Task, end: TaskEnd, alongside?: () => Promise<void>): Promise<void>;
  /** What became of a task that was asked for singly and is no longer there. */
  outcome(id: string): TaskOutcome | undefined;
  outcomes(): readonly TaskOutcome[];
  /** Whether a report is what another creation has become, as far as outcomes and batches tell. */
  wasCreated(reportId: string): boolean;
  gate: Gate | null;
  setGate(gate: Gate | null): void;
  /** Resolves when the gate is stored as it is. */
  gateStored(): Promise<void>;
  /** How many deletions have gone out, and nobody knows whether the service has made them. */
  uncertainDeletions(): number;
  /** What pages see of the tasks. */
  view(): TaskView;
  /** Resolves when pages see the present state. */
  writeView(): Promise<void>;
}

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

/** Makes the store of a connection's tasks. */
export function createTaskStore(tools: TaskStoreTools): TaskStore {
  const { connectionId, outcomes, shownGate, show, showSoon, signal, now } = tools;
  const index = createTaskIndex();
  const batches = createBatchBook(connectionId, signal);
  const tasks = storedTasks(connectionId);
  const passwords = createTaskPasswords(connectionId, signal, index.get);
  const gate = createStoredGate(connectionId, signal, now, () => void show());
  let loading: Promise<void> | undefined;

  function view(): TaskView {
    const deleting: string[] = [];
    for (const { work } of index.writes) if (work.kind === 'delete') deleting.push(work.report.id);
    const lines = batches.all().map(lineOf);
    return {
      ...index.counts(),
      ...{ gate: gate.get(), batches: lines, tasks: shownTasks(index), deleting },
    };
  }

  function lineOf(batch: Batch): BatchLine {
    const { id } = batch;
    const told = { firstUrl: batches.firstUrl(id), needsPassword: batches.locked.has(id) };
    return batchLine(batch, { ...told, ...batches.ended(id), ...index.batchCounts(id) });
  }

  /** The ids of the batches of which something may go out, the oldest first. */
  function* goingOn(): Iterable<string> {
    for (const { id } of batches.all().toReversed()) if (!batches.isHeld(id)) yield id;
  }

  async function load(): Promise<void> {
    const [stored, ofBatches] = await Promise.all([
      tasks.readAll(),
      batches.load(),
      gate.load(shownGate()),
      outcomes.load(),
    ]);
    // The worker was stopped between the two steps of taking these out.
    const ended = stored.filter(({ id }) => outcome(id) !== undefined);
    if (ended.length > 0) await tasks.remove(ended.map(({ id }) => id));
    const left = [...stored.filter((task) => !ended.includes(task)), ...ofBatches];
    for (const task of left.sort((one, other) => one.askedAt - other.askedAt)) {
      put(afterRestart(task, now()));
    }
    await show();
  }

  function outcome(id: string): TaskOutcome | undefined {
    return outcomes.singles().findLast((one) => one.id === id);
  }

  function put(task: Task): void {
    index.put(task);
    if (task.batch) batches.note(task.batch, rowOfTask(task));
  }

  function showChanged(changed: readonly Task[]): void {
    if (changed.every(({ batch }) => batch !== null)) showSoon();
    else void show();
  }

  /** Stores tasks as they are in memory, all at once, with the batches where one is new. */
  async function write(changed: readonly Task[], hasNewBatch = false): Promise<void> {
    if (signal.aborted) return;
    const singles = changed.filter(({ batch }) => batch === null);
    await tasks.write(singles, batches.entries(placesOf(changed), hasNewBatch));
  }

  /** At once in memory: from then on nobody takes back what goes out, and nobody adds it again. */
  async function save(changed: readonly Task[], newBatch?: Batch): Promise<void> {
    const before = changed.map(({ id }) => index.get(id));
    if (newBatch) batches.add(newBatch);
    for (const task of changed) put(task);
    try {
      await write(changed, newBatch !== undefined);
      if (newBatch) void show();
      else showChanged(changed);
    } catch (error) {
      changed.forEach((task, at) => {
        const former = before[at];
        if (former === undefined) index.remove(task);
        else put(former);
      });
      if (newBatch) batches.takeOut(newBatch.id);
      throw error;
    }
  }

  return {
    ...index,
    ...passwords,
    get outgoingCount() {
      const held = batches.all().filter(({ id }) => batches.isHeld(id));
      const waiting = ({ id }: Batch) => index.batchCounts(id).waiting;
      return held.reduce((left, batch) => left - waiting(batch), index.outgoingCount);
    },
    load() {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    save: (changed) => save(changed),
    async keep(task) {
      put(task);
      await write([task]).catch(() => {});
      showChanged([task]);
    },
    saveBatch: (batch, added) => save(added, batch),
    batches,
    *batched() {
      for (const id of goingOn()) yield index.untriedOf(id);
    },
    *batchedWrites() {
      for (const id of goingOn()) yield index.writesOf(id);
    },
    async drop(dropped) {
      for (const task of dropped) {
        index.remove(task);
        if (task.batch) batches.note(task.batch, endedRow(task, 'cancelled', null));
      }
      await batches.write(placesOf(dropped));
      await show();
    },
    async finish(task, end, alongside = async () => {}) {
      const { id, batch, askedAt } = task;
      const facts = { id, isRow: batch !== null, isRenewed: false, wish: wishOf(task), ...end };
      const wasHeld = gate.wasClosedSince(askedAt);
      index.remove(task);
      outcomes.note({ ...facts, askedAt, endedAt: now(), wasHeld });
      if (batch !== null) {
        batches.note(batch, endedRow(task, end.end, end.report));
        showSoon();
        await Promise.all([alongside().catch(() => {}), batches.write([batch]).catch(() => {})]);
        return;
      }
      await alongside().catch(() => {});
      await show();
      if (signal.aborted) return;
      await tasks.remove([id]).catch(() => {});
      await passwords.forgetPassword(id);
    },
    outcome,
    outcomes: outcomes.singles,
    wasCreated: (reportId) => outcomes.hasCreated(reportId) || batches.hasReport(reportId),
    get gate() {
      return gate.get();
    },
    setGate: gate.set,
    gateStored: gate.stored,
    uncertainDeletions() {
      const ofBatch = ({ id }: Batch) => [...index.writesOf(id), ...index.stuckOf(id)];
      return [...index.writes, ...index.stuck, ...batches.all().flatMap(ofBatch)].filter(
        ({ work, tries }) => work.kind === 'delete' && tries > 0,
      ).length;
    },
    view,
    writeView: show,
  };
}

function placesOf(tasks: readonly Task[]): BatchPlace[] {
  return tasks.flatMap(({ batch }) => batch ?? []);
}
