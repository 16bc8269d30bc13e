import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Background } from '@/lib/background/background';
import type { BackgroundApi } from '@/lib/background/background-api';
import { LONGEST_WAIT_MS } from '@/lib/waiting-time';
import { createLocks, type Life, live, perform, type StorageCall } from './fence';
import { type Sent, type Surroundings, startWorker } from './worker';

/** What is switched off in the worker by way of its storage. */
export interface Fault {
  /** Whether a call does nothing; it fails where this throws. */
  drops?(call: StorageCall): boolean;
  /** Whether it is done after the next removal; a worker that is stopped before that loses it. */
  delays?(call: StorageCall): boolean;
}

/** The browser around the worker: its messages, its alarm, its storage, its end and its next start. */
export type Browser = ReturnType<typeof createBrowser>;

interface Tools extends Surroundings {
  fault: Fault | undefined;
  /** Called with what goes to the disk, as text. */
  onDisk(text: string): void;
  onBrowserEnd(): void;
}

const SHORTEST_ALARM_MS = 30_000;

/** Makes a browser with an empty storage whose worker does not run yet. */
export function createBrowser(tools: Tools) {
  const { time, fault } = tools;
  const sent: Sent[] = [];
  const asking = new Set<(error: Error) => void>();
  const locks = createLocks();
  let running: (Background & { life: Life }) | null = null;
  let isOnline = true;
  let stopping: { isBrowser: boolean; afterCalls: number } | null = null;
  let alarm: { at: number; notBefore: number; callOff: () => void } | null = null;
  let callOffTimer = () => {};
  let ids = 0;
  let wokenAt = -1;
  /** How often the browser was started anew, the worker stopped, and woken since time last passed. */
  const counts = { starts: 0, stops: 0, wakes: 0 };

  fakeBrowser.reset();
  vi.stubGlobal('navigator', { locks });

  function wake(): void {
    counts.wakes = wokenAt === time.elapsed() ? counts.wakes + 1 : 1;
    wokenAt = time.elapsed();
    const { life, resume } = worker();
    live(life, () => void resume());
  }

  function setAlarm(at: number, notBefore: number): void {
    alarm?.callOff();
    const ring = () => {
      alarm = null;
      wake();
    };
    const wait = Math.max(at - time.now(), notBefore - time.elapsed());
    alarm = { at, notBefore, callOff: time.after(wait, ring) };
  }

  function dropAlarm(): void {
    alarm?.callOff();
    alarm = null;
  }

  /** As in lib/browser/alarms.ts, where the reasons are. */
  function wakeAt(at: number | null): void {
    callOffTimer();
    dropAlarm();
    if (at === null) return;
    const wait = Math.min(Math.max(0, at - time.now()), LONGEST_WAIT_MS);
    callOffTimer = time.after(wait, wake);
    setAlarm(at, time.elapsed() + SHORTEST_ALARM_MS);
  }

  function createLife(): Life {
    let delayed: StorageCall | null = null;
    const life: Life = {
      isAlive: true,
      awake: 0,
      beforeCall(call) {
        if (fault?.drops?.(call)) return null;
        if (fault?.delays?.(call)) {
          delayed = call;
          return null;
        }
        if (call.area === 'local' && call.verb === 'set') tools.onDisk(JSON.stringify(call.what));
        return call;
      },
      afterCall({ verb }) {
        if (stopping !== null) stopping.afterCalls -= 1;
        if (stopping !== null && stopping.afterCalls < 0) stopNow(stopping.isBrowser);
        if (!life.isAlive || verb !== 'remove' || delayed === null) return;
        void perform(delayed);
        delayed = null;
      },
    };
    return life;
  }

  function worker(): Background & { life: Life } {
    if (running !== null) return running;
    const life = createLife();
    const background = startWorker(life, {
      ...{ ...tools, wakeAt, isOnline: () => isOnline, newId: () => `id-${++ids}` },
      onSent(one, out) {
        sent.push(one);
        tools.onSent(one, out);
      },
    });
    const started = { ...background, life };
    running = started;
    // Which may be stopped at its first call of the storage.
    live(life, () => void background.resume());
    return started;
  }

  function endWorker(): void {
    if (running === null) return;
    const { life } = running;
    running = null;
    counts.stops += 1;
    life.isAlive = false;
    locks.release(life);
    callOffTimer();
    const interrupted = [...asking];
    asking.clear();
    for (const reject of interrupted) reject(new Error('The worker was stopped'));
  }

  function stopNow(isBrowser: boolean): void {
    stopping = null;
    endWorker();
    if (!isBrowser) return;
    // Pages and memory end with the browser, and some browsers drop alarms.
    counts.starts += 1;
    dropAlarm();
    tools.onBrowserEnd();
    void perform({ area: 'session', verb: 'clear', what: undefined });
    worker();
  }

  return {
    counts: counts as Readonly<typeof counts>,
    /** What was sent, in order. */
    sent: sent as readonly Sent[],
    /** Calls the background as a page does; rejects when the worker is stopped before it answers. */
    ask<Verb extends keyof BackgroundApi>(verb: Verb, ...args: Parameters<BackgroundApi[Verb]>) {
      const { life, api } = worker();
      const call = api[verb] as (...sent: unknown[]) => Promise<unknown>;
      const asked = new Promise((resolve, reject) => {
        asking.add(reject);
        live(life, () => call(...structuredClone(args)))
          .finally(() => asking.delete(reject))
          .then((answer) => resolve(JSON.parse(JSON.stringify(answer))), reject);
      });
      return asked as ReturnType<BackgroundApi[Verb]>;
    },
    wake,
    /** Stops the worker, or the whole browser, after so many more calls of the storage. */
    stop(isBrowser: boolean, afterCalls: number) {
      if (afterCalls === 0) stopNow(isBrowser);
      else stopping = { isBrowser, afterCalls };
    },
    /** Stops a worker that has nothing to do; call it when time passes. */
    stopIdle() {
      if (running?.life.awake === 0) endWorker();
    },
    setOnline(online: boolean) {
      const isBack = online && !isOnline;
      isOnline = online;
      // Only a worker that runs hears of it.
      if (isBack && running) live(running.life, () => void running?.backOnline());
    },
    /** The clock was set: alarms go by it. */
    setAlarmAgain() {
      if (alarm !== null) setAlarm(alarm.at, alarm.notBefore);
    },
    isRunning: () => running !== null,
    hasAlarm: () => alarm !== null,
    /** Ends all there is, so that nothing of it meets the next history. */
    close() {
      endWorker();
      dropAlarm();
    },
  };
}
