import { LONGEST_WAIT_MS } from '@/lib/due-work';
import type { MemoryStore } from '../support/memory-store';
import type { ModelService } from './model-service';
import { startWorker, type Worker, type WorkerSurroundings } from './model-worker';
import type { VirtualTime } from './virtual-time';

/** The browser around the worker: its alarm, its messages, its end and its next start. */
export interface ModelBrowser {
  /** The worker, which is started where none runs. */
  worker(): Worker;
  /** Sends the worker a message; rejects when it ends before it answers. */
  ask<T>(message: (worker: Worker) => Promise<T>): Promise<T>;
  wake(): void;
  /** Stops the worker, or the whole browser, after so many more calls of the store. */
  stop(isBrowser: boolean, afterCalls: number): void;
  failWrites(count: number): void;
  setOnline(isOnline: boolean): void;
  /** The clock was set: alarms go by it. */
  setAlarmAgain(): void;
  /** Stops a worker that has nothing to do; call it when time passes. */
  stopIdle(): void;
  /** How often the worker was woken since time last passed. */
  readonly wakesAtOnce: number;
  /** How often the browser was started anew. */
  readonly starts: number;
}

const SHORTEST_ALARM_MS = 30_000;

/**
 * Makes a browser whose worker does not run yet.
 * @param forgetMemory empties what does not outlast the browser, at once
 */
export function createModelBrowser(
  time: VirtualTime,
  store: MemoryStore,
  service: ModelService,
  onRequest: WorkerSurroundings['onRequest'],
  forgetMemory: () => void,
): ModelBrowser {
  let running: Worker | null = null;
  let isOnline = true;
  let failingWrites = 0;
  let stopping: { isBrowser: boolean; afterCalls: number } | null = null;
  let alarm: { at: number; notBefore: number; callOff: () => void } | null = null;
  let callOffTimer = () => {};
  let starts = 0;
  let connections = 0;
  let wakes = 0;
  let wokenAt = -1;
  const asking = new Set<(error: Error) => void>();

  function wake(): void {
    wakes = wokenAt === time.elapsed() ? wakes + 1 : 1;
    wokenAt = time.elapsed();
    void worker().resume();
  }

  function setAlarm(at: number, notBefore: number): void {
    alarm?.callOff();
    const wait = Math.max(at - time.now(), notBefore - time.elapsed());
    const ring = () => {
      alarm = null;
      wake();
    };
    alarm = { at, notBefore, callOff: time.after(wait, ring) };
  }

  function dropAlarm(): void {
    alarm?.callOff();
    alarm = null;
  }

  function worker(): Worker {
    if (running !== null) return running;
    const started = startWorker({
      time,
      store,
      service,
      isOnline: () => isOnline,
      wakeAt(at) {
        callOffTimer();
        if (at === null) {
          dropAlarm();
          return;
        }
        // As in lib/browser/alarms.ts, where the reasons are.
        const wait = Math.min(Math.max(0, at - time.now()), LONGEST_WAIT_MS);
        callOffTimer = time.after(wait, wake);
        setAlarm(at, time.elapsed() + SHORTEST_ALARM_MS);
      },
      beforeStoreCall(isLocalWrite) {
        if (!isLocalWrite || failingWrites === 0) return;
        failingWrites -= 1;
        throw new Error('The disk is full');
      },
      afterStoreCall() {
        if (stopping === null) return;
        stopping.afterCalls -= 1;
        if (stopping.afterCalls < 0) stopNow(stopping.isBrowser);
      },
      onRequest,
      newId: () => `connection-${++connections}`,
    });
    running = started;
    void started.resume();
    return started;
  }

  function endWorker(): void {
    running?.end();
    running = null;
    callOffTimer();
    const interrupted = [...asking];
    asking.clear();
    for (const reject of interrupted) reject(new Error('The worker was stopped'));
  }

  function stopNow(isBrowser: boolean): void {
    stopping = null;
    if (isBrowser) {
      // Pages end with the browser, and some browsers drop alarms.
      starts += 1;
      dropAlarm();
    }
    endWorker();
    if (isBrowser) {
      forgetMemory();
      worker();
    }
  }

  return {
    worker,
    wake,
    ask(message) {
      const asked = worker();
      return new Promise((resolve, reject) => {
        asking.add(reject);
        message(asked)
          .finally(() => asking.delete(reject))
          .then(resolve, reject);
      });
    },
    stop(isBrowser, afterCalls) {
      if (afterCalls === 0) stopNow(isBrowser);
      else stopping = { isBrowser, afterCalls };
    },
    failWrites(count) {
      failingWrites = count;
    },
    setOnline(online) {
      const isBack = online && !isOnline;
      isOnline = online;
      // Only a worker that runs hears of it.
      if (isBack) void running?.backOnline();
    },
    setAlarmAgain() {
      if (alarm !== null) setAlarm(alarm.at, alarm.notBefore);
    },
    stopIdle() {
      if (running !== null && !running.isAwake) endWorker();
    },
    get wakesAtOnce() {
      return wakes;
    },
    get starts() {
      return starts;
    },
  };
}
