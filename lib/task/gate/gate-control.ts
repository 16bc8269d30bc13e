import { type Failure, isAboutAll } from '@/lib/failure';
import type { TaskStore } from '@/lib/task/store/task-store';
import { afterRead, closedBy, closedForAll, trialTime, triedNow } from './gate';

/** Opens and closes the gate of a connection by what its requests meet. */
export interface GateControl {
  /** Whether tasks may go out. */
  isOpen(): boolean;
  /** Whether any task waits for the gate to open. */
  isAwaited(): boolean;
  /**
   * When one task tries whether the gate can open, in milliseconds since the epoch; null where the gate
   * is open, or waits for a change.
   */
  trialTime(): number | null;
  /** Whether the time for a trial has come, and no task is on trial yet. */
  isTrialDue(): boolean;
  /** Names the task that tries whether the gate can open; failures count as its trial until null is given. */
  setTrial(taskId: string | null): void;
  /** Whether a request may go out for a task whose turn it is: the gate is open, or this is its trial. */
  lets(taskId: string): boolean;
  /** A read, or what stands before a request, has failed. */
  noteFailure(failure: Failure, taskId?: string): void;
  /** The service has answered the request of a task, or not; null: it did what was asked. */
  noteAnswer(failure: Failure | null, taskId: string): void;
  /** A read has succeeded. */
  noteRead(): void;
  /** Makes a trial due at once: a person wants that, or something has changed. */
  tryNow(): void;
}

/** After two forbidden writes in a row the key is taken to allow no write at all. */
const MOST_FORBIDDEN = 2;

/** Makes the control of a gate that is stored with the tasks. */
export function createGateControl(
  store: Pick<TaskStore, 'gate' | 'setGate' | 'hasOutgoing'>,
  now: () => number,
): GateControl {
  let trialId: string | null = null;
  let forbidden = 0;

  /** Stuck tasks wait for a person and not for the gate; looks for reports go by times of their own. */
  function isAwaited(): boolean {
    return store.hasOutgoing();
  }

  function timeOfTrial(): number | null {
    return store.gate && trialTime(store.gate, now());
  }

  function hasTimeCome(): boolean {
    const time = timeOfTrial();
    return time !== null && time <= now();
  }

  function noteFailure(failure: Failure, taskId: string | null = null): void {
    const isTrial = trialId !== null || hasTimeCome();
    store.setGate(closedBy(store.gate, { failure, taskId: taskId ?? trialId, isTrial }, now()));
  }

  /** Whether the answer of a trial that succeeded has itself named a time to wait. */
  function isToldAnew(): boolean {
    return store.gate?.isTold === true && !hasTimeCome();
  }

  return {
    isOpen: () => store.gate === null,
    isAwaited,
    trialTime: timeOfTrial,
    isTrialDue: () => trialId === null && hasTimeCome(),
    setTrial(taskId) {
      trialId = taskId;
    },
    lets: (taskId) => store.gate === null || (trialId === taskId && hasTimeCome()),
    noteFailure,
    noteAnswer(failure, taskId) {
      forbidden = failure?.code === 'notAllowed' ? forbidden + 1 : 0;
      if (failure !== null && isAboutAll(failure)) noteFailure(failure, taskId);
      else if (failure !== null && forbidden >= MOST_FORBIDDEN) {
        store.setGate(closedForAll(failure, taskId));
      } else if (trialId === taskId && !isToldAnew()) store.setGate(null);
    },
    noteRead() {
      const after = afterRead(store.gate, now());
      store.setGate(after?.hasRead && !isAwaited() ? null : after);
    },
    tryNow: () => store.setGate(triedNow(store.gate, now())),
  };
}
