import { letsLookPass } from '@/lib/task/gate/gate';
import type { GateControl } from '@/lib/task/gate/gate-control';
import { createCreationTurns } from '@/lib/task/order/next-creation';
import { createWriteTurns } from '@/lib/task/order/next-write';
import type { TaskStore } from '@/lib/task/store/task-store';
import { CUT_OFF_MS } from '@/lib/waiting-time';
import type { Answer, Answers } from './answers';
import type { Creations } from './creations';
import type { ReportWrites } from './report-writes';
import { isCreation, isWrite, type Task, type TaskOf, type WriteTask } from './task';

/** Does the tasks whose turn it is. */
export interface Runner {
  /** Starts all that may start. Call it after each change of the tasks, and when time has passed. */
  run(): void;
  /** When there is something to do next, in milliseconds since the epoch; null: nothing by itself. */
  nextTime(): number | null;
}

interface RunnerTools {
  store: TaskStore;
  gate: GateControl;
  creations: Creations;
  writes: ReportWrites;
  answers: Answers;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline(): boolean;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /**
   * Called when the next time may be another.
   * @param nextTime see `Runner`
   */
  onRun(nextTime: Runner['nextTime']): void;
  signal: AbortSignal;
  now(): number;
}

/**
 * So many creations are out at the same time, and so many changes and deletions beside them: enough to
 * hide the way there and back, few enough for any service.
 */
const MOST_OUT = 2;

/** Makes the runner of one connection's tasks. */
export function createRunner(tools: RunnerTools): Runner {
  const { store, gate, creations, writes, answers, isOnline, keepAwake, onRun, signal, now } =
    tools;
  /** Tasks whose request is out, or about to go out. */
  const inHand = new Map<string, Task>();
  const creationTurns = createCreationTurns(store, inHand, creations.holdBatches, now);
  const writeTurns = createWriteTurns(store, inHand, now);
  let isLooking = false;

  function run(): void {
    if (signal.aborted) return;
    if (gate.isOpen()) startAll();
    else if (gate.isTrialDue() && inHand.size === 0) startTrial();
    startLook();
    onRun(nextTime);
  }

  function startAll(): void {
    for (const next of [nextSingle, nextOfBatch, nextWrite]) {
      for (let task = next(); task !== undefined && mayReach(task); task = next()) start(task);
    }
  }

  function creationsOut(): TaskOf<'create'>[] {
    return [...inHand.values()].filter(isCreation);
  }

  function nextWrite(): WriteTask | undefined {
    const out = [...inHand.values()].filter(isWrite).length;
    return out < MOST_OUT ? (writeTurns.nextSingle() ?? writeTurns.nextOfBatch()) : undefined;
  }

  /** What a person has asked for singly waits for no batch: one more than usual may be out for it. */
  function nextSingle(): TaskOf<'create'> | undefined {
    const out = creationsOut();
    const singles = out.filter(({ batch }) => batch === null).length;
    const hasPlace = singles < MOST_OUT && out.length <= MOST_OUT;
    return hasPlace ? creationTurns.nextSingle() : undefined;
  }

  function nextOfBatch(): TaskOf<'create'> | undefined {
    return creationsOut().length < MOST_OUT ? creationTurns.nextOfBatch() : undefined;
  }

  /** One task goes alone: another than the one that met the gate, if there is one. */
  function startTrial(): void {
    const metBy = store.gate?.taskId ?? undefined;
    const task = nextAlone(metBy) ?? nextAlone();
    if (task === undefined) return;
    gate.setTrial(task.id);
    if (mayReach(task)) start(task);
    else gate.setTrial(null);
  }

  /** The task that may go out alone: single tasks go before any batch. */
  function nextAlone(exceptId?: string): TaskOf<'create'> | WriteTask | undefined {
    return (
      writeTurns.nextSingle(exceptId) ??
      creationTurns.nextSingle(exceptId) ??
      writeTurns.nextOfBatch(exceptId) ??
      creationTurns.nextOfBatch(exceptId)
    );
  }

  /** Whether a request may reach the service; while the browser is offline, the gate closes instead. */
  function mayReach(task: Task): boolean {
    if (isOnline()) return true;
    gate.noteFailure({ code: 'offline' }, task.id);
    return false;
  }

  function start(task: TaskOf<'create'> | WriteTask): void {
    inHand.set(task.id, task);
    void keepAwake(send(task)).catch(() => {});
  }

  async function sendWrite(task: WriteTask): Promise<Answer | null> {
    const overtaken = writeTurns.overtaken(task);
    // Stored before the task goes out: a worker that is started anew must not undo it.
    if (overtaken.length > 0) await store.drop(overtaken).catch(() => {});
    return writes.send(task);
  }

  async function send(task: TaskOf<'create'> | WriteTask): Promise<void> {
    let ending: Promise<void> | undefined;
    try {
      const answer = isWrite(task) ? await sendWrite(task) : await creations.send(task);
      // What became of it counts at once, and its place is free while that is stored.
      if (answer !== null) ending = answers.apply(answer);
    } finally {
      inHand.delete(task.id);
      gate.setTrial(null);
      run();
    }
    await ending;
    run();
  }

  function startLook(): void {
    if (isLooking || !mayLook()) return;
    const task = creationTurns.nextSought();
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
    return store.gate === null || letsLookPass(store.gate) || isNextTrial();
  }

  /** Whether the next trial of the gate is a look for a report: no waiting task could try it. */
  function isNextTrial(): boolean {
    return gate.isTrialDue() && inHand.size === 0 && !nextAlone();
  }

  function nextTime(): number | null {
    if (inHand.size > 0 || isLooking) return now() + CUT_OFF_MS;
    const opensAt = gate.isOpen() ? now() : gate.trialTime();
    const looksPassAt = store.gate !== null && letsLookPass(store.gate) ? now() : opensAt;
    const creation = creationTurns.nextSingle() ?? creationTurns.nextOfBatch();
    const waiting = [...(creation ? [now()] : []), ...writeTurns.times()];
    const looks = looksPassAt === null ? [] : creationTurns.lookTimes();
    const times = [
      ...(opensAt === null ? [] : waiting.map((time) => Math.max(time, opensAt))),
      ...looks.map((time) => Math.max(time, looksPassAt ?? time)),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  return { run, nextTime };
}
