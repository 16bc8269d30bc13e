import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { GateControl } from '@/lib/task/gate/gate-control';
import type { TaskStore } from '@/lib/task/store/task-store';
import { CUT_OFF_MS } from '@/lib/waiting-time';
import type { Answer, Answers } from './answers';
import type { Creations } from './creations';
import { overruledBy } from './new-tasks';
import type { ReportWrites } from './report-writes';
import * as steps from './steps';
import { isCreation, isIn, isWrite, type Task, type TaskOf, type WriteTask } from './task';
import { createTurns } from './turns';

/** Does the tasks whose turn it is. */
export type Runner = ReturnType<typeof createRunner>;

interface RunnerTools {
  store: TaskStore;
  gate: GateControl;
  creations: Creations;
  writes: ReportWrites;
  answers: Answers;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline(): boolean;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /**
   * Called when the next time may be another.
   * @param nextTime see `nextTime`
   */
  onRun(nextTime: () => number | null): void;
  signal: AbortSignal;
  now(): number;
}

/**
 * So many creations are out at the same time, and so many changes and deletions beside them: enough to
 * hide the way there and back, few enough for any service.
 */
const MOST_OUT = 2;

/** Makes the runner of one connection's tasks. */
export function createRunner(tools: RunnerTools) {
  const { store, gate, creations, writes, answers, missingPermission } = tools;
  const { isOnline, keepAwake, onRun, signal, now } = tools;
  /** Tasks whose request is out, or about to go out. */
  const inHand = new Map<string, Task>();
  const turns = createTurns(store, inHand, creations.holdBatches, now);
  let isLooking = false;

  function run(): void {
    if (signal.aborted) return;
    if (gate.isTrialDue() && !hasTrial()) gate.end();
    if (gate.isOpen()) startAll();
    else if (gate.isTrialDue() && inHand.size === 0) startTrial();
    startLook();
    onRun(nextTime);
  }

  function startAll(): void {
    for (const next of [nextCreation, nextCreationOfBatch, nextWrite]) {
      for (let task = next(); task !== undefined && mayReach(task); task = next()) start(task);
    }
  }

  /** What a person has asked for singly waits for no batch: one more than usual may be out for it. */
  function nextCreation(): TaskOf<'create'> | undefined {
    const out = [...inHand.values()].filter(isCreation);
    const singles = out.filter(({ batch }) => batch === null).length;
    const hasPlace = singles < MOST_OUT && out.length <= MOST_OUT;
    return hasPlace ? turns.nextCreation() : undefined;
  }

  function nextCreationOfBatch(): TaskOf<'create'> | undefined {
    const out = [...inHand.values()].filter(isCreation).length;
    return out < MOST_OUT ? turns.nextCreationOfBatch() : undefined;
  }

  function nextWrite(): WriteTask | undefined {
    const out = [...inHand.values()].filter(isWrite).length;
    return out < MOST_OUT ? (turns.nextWrite() ?? turns.nextWriteOfBatch()) : undefined;
  }

  /** Whether anything is there that will try the gate, now or later. */
  function hasTrial(): boolean {
    return inHand.size > 0 || isLooking || store.hasOutgoing() || turns.lookTimes().length > 0;
  }

  /** One task goes alone: another than those that met the gate, if there is one. */
  function startTrial(): void {
    const task = nextAlone(gate.get()?.taskIds) ?? nextAlone();
    if (task === undefined) return;
    gate.setTrial(task.id);
    if (mayReach(task)) start(task);
    else gate.setTrial(null);
  }

  /** The task that may go out alone: single tasks go before any batch. */
  function nextAlone(except?: readonly string[]): TaskOf<'create'> | WriteTask | undefined {
    return (
      turns.nextWrite(except) ??
      turns.nextCreation(except) ??
      turns.nextWriteOfBatch(except) ??
      turns.nextCreationOfBatch(except)
    );
  }

  /** Whether a request may reach the service; while the browser is offline, the gate closes instead. */
  function mayReach(task: Task): boolean {
    if (isOnline()) return true;
    gate.noteFailure({ code: 'offline' }, task.id);
    return false;
  }

  function start(task: Task): void {
    inHand.set(task.id, task);
    void keepAwake(send(task)).catch(() => {});
  }

  async function send(task: Task): Promise<void> {
    let ending: Promise<void> | undefined;
    try {
      const answer = await ask(task);
      // What became of it counts at once, and its place is free while that is stored.
      if (answer !== null && !signal.aborted) ending = answers.apply(answer);
    } finally {
      inHand.delete(task.id);
      gate.setTrial(null);
      run();
    }
    await ending;
    run();
  }

  /** Asks the service; null where the request did not go out, or the connection is closed. */
  async function ask(task: Task): Promise<Answer | null> {
    // An outage counts as one try, however long it lasts.
    const counts = gate.get()?.hasRead !== false;
    const prepared = isCreation(task) ? await creations.prepare(task) : task;
    if (prepared === null || signal.aborted) return null;
    const out = await letOut(task, prepared);
    if (out === null || signal.aborted) return null;
    const { sent, password } = out;
    if (isCreation(sent)) return creations.request(sent, password);
    return isWrite(sent) ? writes.request(sent, password, counts) : null;
  }

  /** Stores that a task goes out, as it is about to be sent; null where it must not, or cannot. */
  async function letOut(task: Task, prepared: Task) {
    const missing = await missingPermission();
    if (missing !== null) gate.noteFailure(missing, task.id);
    const needsPassword = privacyOf(prepared) === Privacy.Password;
    const password = needsPassword ? await store.password(task) : undefined;
    if (!store.isCurrent(task) || !gate.lets(task.id)) return null;
    if (needsPassword && password === undefined) {
      await stopForPassword(prepared);
      return null;
    }
    const sent = steps.sent(prepared);
    try {
      await store.save([sent], overruledAtOnce(sent));
    } catch {
      gate.noteFailure({ code: 'notStored' }, task.id);
      return null;
    }
    return { sent, password };
  }

  /**
   * What a task takes back as it goes out: a deletion all changes, and a single change what was out when
   * it was asked for, and waits again.
   */
  function overruledAtOnce(task: Task): Task[] {
    if (task.work.kind === 'delete') return overruledBy(store, task);
    if (task.work.kind === 'create' || task.batch !== null) return [];
    return overruledBy(store, task).filter(({ askedAt }) => askedAt < task.askedAt);
  }

  async function stopForPassword(task: Task): Promise<void> {
    if (task.batch === null) return answers.goOn(steps.withoutPassword(task));
    // It is asked for once, for all that is left.
    store.batches.locked.add(task.batch.id);
    await store.writeView();
  }

  function startLook(): void {
    if (isLooking || !mayLook()) return;
    const task = turns.nextSought();
    if (task === undefined) return;
    isLooking = true;
    const isTrial = isNextTrial();
    if (isTrial) gate.setTrial(task.id);
    const looking = creations.look(task).finally(() => {
      isLooking = false;
      if (isTrial) gate.setTrial(null);
      run();
    });
    void keepAwake(looking).catch(() => {});
  }

  function mayLook(): boolean {
    return gate.letsLookPass() || isNextTrial();
  }

  /** Whether the next trial of the gate is a look for a report: no waiting task could try it. */
  function isNextTrial(): boolean {
    return gate.isTrialDue() && inHand.size === 0 && !nextAlone();
  }

  /** When there is something to do next, in milliseconds since the epoch; null: nothing by itself. */
  function nextTime(): number | null {
    if (inHand.size > 0 || isLooking) return now() + CUT_OFF_MS;
    const opensAt = gate.isOpen() ? now() : gate.trialTime();
    const looksPassAt = gate.letsLookPass() ? now() : opensAt;
    const creation = turns.nextCreation() ?? turns.nextCreationOfBatch();
    const waiting = [...(creation ? [now()] : []), ...turns.writeTimes()];
    const looks = looksPassAt === null ? [] : turns.lookTimes();
    const times = [
      ...(opensAt === null ? [] : waiting.map((time) => Math.max(time, opensAt))),
      ...looks.map((time) => Math.max(time, looksPassAt ?? time)),
    ];
    // The gate ends by time where nothing is there to try it.
    if (times.length === 0 && !gate.isOpen() && !hasTrial()) return opensAt;
    return times.length === 0 ? null : Math.min(...times);
  }

  return {
    /** Starts all that may start. Call it after each change of the tasks, and when time has passed. */
    run,
    nextTime,
    /** Asks for the passwords of single tasks that the browser's end has taken, before their turn comes. */
    async stopWithoutPassword(): Promise<void> {
      for (const task of store.singles()) {
        if (!isIn(task, 'waiting') || privacyOf(task) !== Privacy.Password) continue;
        const password = await store.password(task);
        if (password === undefined && store.isCurrent(task)) await stopForPassword(task);
      }
    },
  };
}

function privacyOf({ work }: Task): Privacy | null | undefined {
  if (work.kind === 'create') return work.draft.privacy;
  return work.kind === 'change' ? work.change.privacy : null;
}
