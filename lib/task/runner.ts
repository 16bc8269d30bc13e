import { BEFORE_DELETION } from '@/lib/pauses';
import { addressKey } from '@/lib/url/page-key';
import { CUT_OFF_MS, dueTime } from '@/lib/waiting-time';
import type { Answers } from './answers';
import type { Creations } from './creations';
import { letsLookPass } from './gate';
import type { GateControl } from './gate-control';
import type { ReportWrites } from './report-writes';
import { longestLookWait } from './steps';
import { isCreation, isIn, type Task, type TaskIn, type TaskOf } from './task';
import type { TaskStore } from './task-store';

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
  /** How quickly batches are created. */
  pace(): Pace;
  /** Whether the service takes so few requests that batches leave them to the person in front. */
  isShort(): boolean;
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

/** How quickly reports are created, so that a service can keep up. */
export interface Pace {
  /** How many are created at the same time; what a person asks for singly may be one more. */
  inFlight: number;
  /** At least so many milliseconds lie before one of a batch that begins. */
  pause: number;
}

/** While few requests are left, a batch begins one report in this time: it learns when more are. */
const WHILE_SHORT_MS = 6_000;

/** Changes and deletions: enough to hide the way there and back, few enough for any service. */
const MOST_WRITES = 2;

type Other = TaskOf<'change'> | TaskOf<'delete'>;
type Sought = TaskOf<'create'> & TaskIn<'unknown'>;

/** Makes the runner of one connection's tasks. */
export function createRunner(tools: RunnerTools): Runner {
  const {
    store,
    gate,
    creations,
    writes,
    answers,
    isOnline,
    pace,
    isShort,
    keepAwake,
    onRun,
    signal,
    now,
  } = tools;
  /** Tasks whose request is out, or about to go out. */
  const inHand = new Map<string, Task>();
  let isLooking = false;
  let lastCreationAt = 0;

  function run(): void {
    if (signal.aborted) return;
    if (gate.isOpen()) startAll();
    else if (gate.isTrialDue() && inHand.size === 0) startTrial();
    startLook();
    onRun(nextTime);
  }

  function startAll(): void {
    const nextWrite = () => (writesOut() < MOST_WRITES ? nextOther() : undefined);
    for (const next of [nextSingle, nextOfBatch, nextWrite]) {
      for (let task = next(); task !== undefined && mayReach(task); task = next()) start(task);
    }
  }

  function creationsOut(): TaskOf<'create'>[] {
    return [...inHand.values()].filter(isCreation);
  }

  function writesOut(): number {
    return inHand.size - creationsOut().length;
  }

  /** What a person has asked for singly waits for no batch: one more than usual may be out for it. */
  function nextSingle(): TaskOf<'create'> | undefined {
    const out = creationsOut();
    const singles = out.filter(({ batch }) => batch === null).length;
    const { inFlight } = pace();
    const hasPlace = singles < inFlight && out.length <= inFlight;
    return hasPlace ? nextCreation(undefined, singlesInTurn) : undefined;
  }

  function nextOfBatch(): TaskOf<'create'> | undefined {
    const hasPlace = creationsOut().length < pace().inFlight && paceTime() <= now();
    return hasPlace ? nextCreation(undefined, batchesInTurn) : undefined;
  }

  /** Before it no creation of a batch goes out. */
  function paceTime(): number {
    const pause = Math.max(pace().pause, isShort() ? WHILE_SHORT_MS : 0);
    // The computer's clock may have been set back since.
    return Math.min(lastCreationAt, now()) + pause;
  }

  /** One task goes alone: another than the one that met the gate, if there is one. */
  function startTrial(): void {
    const metBy = store.gate?.taskId ?? undefined;
    const task = nextOther(metBy) ?? nextCreation(metBy) ?? nextOther() ?? nextCreation();
    if (task === undefined) return;
    gate.setTrial(task.id);
    if (mayReach(task)) start(task);
    else gate.setTrial(null);
  }

  /** Whether a request may reach the service; while the browser is offline, the gate closes instead. */
  function mayReach(task: Task): boolean {
    if (isOnline()) return true;
    gate.noteFailure({ code: 'offline' }, task.id);
    return false;
  }

  function start(task: TaskOf<'create'> | Other): void {
    inHand.set(task.id, task);
    if (isCreation(task)) lastCreationAt = now();
    void keepAwake(send(task)).catch(() => {});
  }

  async function send(task: TaskOf<'create'> | Other): Promise<void> {
    let ending: Promise<void> | undefined;
    try {
      const answer = isCreation(task) ? await creations.send(task) : await writes.send(task);
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
    const task = nextSought();
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

  /** Whether a look is what tries the gate, since nothing waits that could. */
  function isNextTrial(): boolean {
    return gate.isTrialDue() && inHand.size === 0 && !nextOther() && !nextCreation();
  }

  function nextSought(): Sought | undefined {
    for (const task of store.unanswered) {
      if (isSought(task) && dueTime(task.state.lookAt, now(), longestLookWait(task)) <= now()) {
        return task;
      }
    }
    return undefined;
  }

  /** Creations of one page go out one after the other, so that a new report can be told to be this one's. */
  function nextCreation(exceptId?: string, groups = inTurn): TaskOf<'create'> | undefined {
    const pages = creationsOut().map(pageOf);
    for (const group of groups()) {
      for (const task of group) {
        const isFree = isIn(task, 'waiting') && !inHand.has(task.id) && task.id !== exceptId;
        if (isFree && !pages.includes(pageOf(task)) && !store.isPageBusy(task)) {
          return task;
        }
      }
    }
    return undefined;
  }

  /** What was asked for singly goes before any batch; of each, what has gone out before goes first. */
  function* inTurn(): Iterable<Iterable<TaskOf<'create'>>> {
    yield* singlesInTurn();
    yield* batchesInTurn();
  }

  function* singlesInTurn(): Iterable<Iterable<TaskOf<'create'>>> {
    yield [...store.unanswered].filter(({ batch }) => batch === null);
    yield store.untried;
  }

  function* batchesInTurn(): Iterable<Iterable<TaskOf<'create'>>> {
    yield [...store.unanswered].filter(({ batch }) => batch !== null);
    if (!creations.holdBatches()) yield* store.batched();
  }

  /** Tasks of one report go out one after the other: the first of each that waits. */
  function* waitingOthers(): Iterable<Other & TaskIn<'waiting'>> {
    const reports = new Set<string>();
    for (const task of store.writes) {
      const { id } = task.work.report;
      if (!reports.has(id) && !inHand.has(task.id) && isWaiting(task)) yield task;
      reports.add(id);
    }
  }

  function nextOther(exceptId?: string): Other | undefined {
    for (const task of waitingOthers()) {
      if (task.id !== exceptId && waitsUntil(task) <= now()) return task;
    }
    return undefined;
  }

  function waitsUntil({ state }: TaskIn<'waiting'>): number {
    return state.dueAt === null ? 0 : dueTime(state.dueAt, now(), BEFORE_DELETION * 1000);
  }

  /** When each of the tasks is due that wait for a time, leaving the gate aside. */
  function dueTimes(): number[] {
    return [...waitingOthers()].map(waitsUntil);
  }

  function lookTimes(): number[] {
    return [...store.unanswered]
      .filter(isSought)
      .map((task) => dueTime(task.state.lookAt, now(), longestLookWait(task)));
  }

  function nextTime(): number | null {
    const ofBatch = nextCreation(undefined, batchesInTurn);
    const isPaced = paceTime() > now() && ofBatch !== undefined;
    if ((inHand.size > 0 && !isPaced) || isLooking) return now() + CUT_OFF_MS;
    const opensAt = gate.isOpen() ? now() : gate.trialTime();
    const looksPassAt = store.gate !== null && letsLookPass(store.gate) ? now() : opensAt;
    const creationTimes = ofBatch ? [Math.max(now(), paceTime())] : [];
    if (nextCreation(undefined, singlesInTurn)) creationTimes.push(now());
    const waiting = creationTimes.length > 0 ? creationTimes : dueTimes();
    const times = [
      ...(opensAt === null ? [] : waiting.map((time) => Math.max(time, opensAt))),
      ...(looksPassAt === null ? [] : lookTimes().map((time) => Math.max(time, looksPassAt))),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  return { run, nextTime };
}

function isWaiting(task: Other): task is Other & TaskIn<'waiting'> {
  return isIn(task, 'waiting');
}

function isSought(task: TaskOf<'create'>): task is Sought {
  return isIn(task, 'unknown');
}

function pageOf({ work }: TaskOf<'create'>): string {
  return addressKey(work.draft.url);
}
