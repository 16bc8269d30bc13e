import { type Failure, isAboutAll, withoutWords } from '@/lib/failure';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { taskItems } from '@/lib/task/store/task-items';
import { afterRead, closedBy, type Gate, letsLookPass, trialTime, triedNow } from './gate';

interface GateTools {
  connectionId: string;
  /** The gate as pages were shown it last, which tells more than the disk may. */
  shownGate(): Promise<Gate | null>;
  /** Whether any task waits for the gate to open, or is out. */
  hasOutgoing(): boolean;
  /** Called when the gate has become another. */
  onChange(): void;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** The gate of a connection, in memory and on the disk, opened and closed by what its requests meet. */
export type GateControl = ReturnType<typeof createGateControl>;

/** Makes a gate that is open until it is loaded, or a request closes it. */
export function createGateControl(tools: GateTools) {
  const { connectionId, shownGate, hasOutgoing, onChange, signal, now } = tools;
  const item = taskItems.gate(connectionId);
  let gate: Gate | null = null;
  let storing: Promise<void> = Promise.resolve();
  let trialId: string | null = null;
  /** Closures in a row before one that has ended by time. */
  let countBefore = 0;
  /** The tasks that a firewall has refused, and another one has passed since. */
  let refusedAlone: ReadonlySet<string> = new Set();

  /** On the disk it names nothing that is kept in memory. */
  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    if (gate === null) return item.remove();
    await item.write({ ...gate, failure: withoutWords(gate.failure), taskIds: [] });
  });

  function set(next: Gate | null): void {
    if (next === gate) return;
    gate = next;
    storing = write().catch(() => {});
    onChange();
  }

  function timeOfTrial(): number | null {
    return gate && trialTime(gate, now());
  }

  function hasTimeCome(): boolean {
    const time = timeOfTrial();
    return time !== null && time <= now();
  }

  function noteFailure(failure: Failure, taskId: string | null = null): void {
    const isTrial = trialId !== null || hasTimeCome();
    set(closedBy(gate, { failure, taskId: taskId ?? trialId, isTrial }, now(), countBefore));
  }

  /** Whether the answer of a trial that succeeded has itself named a time to wait. */
  function isToldAnew(): boolean {
    return gate?.isTold === true && !hasTimeCome();
  }

  /** A task's request has met nothing that is about all: what a firewall has refused, it refuses alone. */
  function notePassed(taskId: string): void {
    countBefore = 0;
    if (gate?.failure.code !== 'firewall') return;
    refusedAlone = new Set([...refusedAlone, ...gate.taskIds.filter((id) => id !== taskId)]);
  }

  return {
    /** Reads what an earlier worker has stored; rejects when the store fails. */
    async load(): Promise<void> {
      const [read, shown] = await Promise.all([item.read(), shownGate()]);
      gate = read ? (shown ?? read) : null;
    },
    /** Null while it is open. */
    get: () => gate,
    /** Whether tasks may go out. */
    isOpen: () => gate === null,
    /** Whether a report may be looked for: the gate is open, or the service may be back. */
    letsLookPass: () => gate === null || letsLookPass(gate),
    /**
     * When one task tries whether the gate can open, in milliseconds since the epoch; null where the gate
     * is open, or waits for a change.
     */
    trialTime: timeOfTrial,
    /** Whether the time for a trial has come, and no task is on trial yet. */
    isTrialDue: () => trialId === null && hasTimeCome(),
    /** Names the task that tries whether the gate can open; failures count as its trial until null is given. */
    setTrial(taskId: string | null): void {
      trialId = taskId;
    },
    /** Whether a request may go out for a task whose turn it is: the gate is open, or this is its trial. */
    lets: (taskId: string): boolean => gate === null || (trialId === taskId && hasTimeCome()),
    /** A read, or what stands before a request, has failed. */
    noteFailure,
    /** The service has answered the request of a task, or not; null: it did what was asked. */
    noteAnswer(failure: Failure | null, taskId: string): void {
      if (failure !== null && isAboutAll(failure)) noteFailure(failure, taskId);
      else {
        notePassed(taskId);
        if (trialId === taskId && !isToldAnew()) set(null);
      }
    },
    /** Whether a failure is about a task alone, though others most likely fail alike: others have passed. */
    isAlone: (failure: Failure, taskId: string): boolean =>
      failure.code === 'firewall' && refusedAlone.has(taskId),
    /** A read has succeeded: a gate for which nothing waits opens. */
    noteRead(): void {
      const after = afterRead(gate, now());
      countBefore = 0;
      set(after?.hasRead && !hasOutgoing() ? null : after);
    },
    /** The time for a trial has come, and nothing is there to try: the next request tells. */
    end(): void {
      countBefore = gate?.count ?? 0;
      set(null);
    },
    /** Makes a trial due at once: a person wants that, or something has changed. */
    tryNow: (): void => set(triedNow(gate, now())),
    /** Resolves when the gate is stored as it is. */
    stored: () => storing,
    set,
  };
}
