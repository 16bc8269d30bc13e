import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Background } from '@/lib/background/background';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_WAIT_MS } from '@/lib/waiting-time';
import { createLifeDatabases } from './lifetime-databases';
import { type Sent, type Surroundings, startWorker } from './worker';
import { createLocks, type Life, perform, runInLife, type StorageCall } from './worker-lifetime';

/** Storage calls of the worker that have no effect, fail, or take effect late. */
export interface Fault {
  /** Whether a call has no effect. If `ignores` throws an error, the call fails. */
  ignores?(call: StorageCall): boolean;
  /**
   * Whether a call takes effect only after the worker's next `remove` call. If the worker stops before or
   * at the `remove` call, the delayed call has no effect.
   */
  delays?(call: StorageCall): boolean;
}

/** The simulated browser: messages, alarm, storage, and the start and end of the worker. */
export type Browser = ReturnType<typeof createBrowser>;

interface Tools extends Surroundings {
  fault: Fault | undefined;
  /** Called with each write to the disk, as text. */
  onDisk(text: string): void;
  onBrowserEnd(): void;
}

/** What a stop ends: the worker alone, or the whole browser, which then starts again at once. */
type Program = 'worker' | 'browser';

/** The smallest delay of an alarm. Browsers delay earlier alarms. */
const MIN_ALARM_MS = 30_000;

export function createBrowser(tools: Tools) {
  const { time, fault } = tools;
  const sent: Sent[] = [];
  const pendingReplies = new Set<(error: Error) => void>();
  const locks = createLocks();
  const databases = createLifeDatabases();
  let running: (Background & { life: Life }) | null = null;
  let isOnline = true;
  /** In milliseconds since the start of the scenario; null while the extension may use the service's host. */
  let lacksPermissionSince: number | null = null;
  let plannedStop: { program: Program; afterStorageCalls: number } | null = null;
  /** `clockTime` is by the computer's clock, `earliest` in milliseconds since the start of the scenario. */
  let alarm: { clockTime: number; earliest: number; cancel: () => void } | null = null;
  let cancelTimer = () => {};
  let ids = 0;
  let lastWakeAt = -1;
  /** Counts of browser starts, of worker stops, and of wakes at the current moment. */
  const counts = { starts: 0, stops: 0, wakes: 0 };

  fakeBrowser.reset();
  vi.stubGlobal('navigator', { locks });

  function wake(): void {
    counts.wakes = lastWakeAt === time.elapsed() ? counts.wakes + 1 : 1;
    lastWakeAt = time.elapsed();
    const { life, resume } = worker();
    // After a start of the worker, this is the second call of `resume`, as in the entrypoint.
    runInLife(life, () => void resume());
  }

  function setAlarm(clockTime: number, earliest: number): void {
    alarm?.cancel();
    const fire = () => {
      alarm = null;
      wake();
    };
    const wait = Math.max(clockTime - time.now(), earliest - time.elapsed());
    alarm = { clockTime, earliest, cancel: time.after(wait, fire) };
  }

  function dropAlarm(): void {
    alarm?.cancel();
    alarm = null;
  }

  /** Sets a timer and an alarm, like the production code. */
  function wakeAt(clockTime: number | null): void {
    cancelTimer();
    dropAlarm();
    if (clockTime === null) return;
    const wait = Math.min(Math.max(0, clockTime - time.now()), MAX_WAIT_MS);
    cancelTimer = time.after(wait, wake);
    setAlarm(clockTime, time.elapsed() + MIN_ALARM_MS);
  }

  function createLife(): Life {
    let delayed: StorageCall | null = null;
    const life: Life = {
      isAlive: true,
      awake: 0,
      beforeCall(call) {
        if (fault?.ignores?.(call)) return null;
        if (fault?.delays?.(call)) {
          delayed = call;
          return null;
        }
        if (call.area === 'local' && call.verb === 'set') tools.onDisk(JSON.stringify(call.what));
        return call;
      },
      afterCall({ verb }) {
        if (plannedStop !== null) plannedStop.afterStorageCalls -= 1;
        if (plannedStop !== null && plannedStop.afterStorageCalls < 0) stopNow(plannedStop.program);
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
      ...tools,
      wakeAt,
      isOnline: () => isOnline,
      isAllowed: () => lacksPermissionSince === null,
      newId: () => `id-${++ids}`,
      onSent(request, inFlight) {
        sent.push(request);
        tools.onSent(request, inFlight);
      },
    });
    const started = { ...background, life };
    running = started;
    // `resume` may stop the worker at its first storage call, and set `running` to null. So this function
    // returns `started`.
    runInLife(life, () => void background.resume());
    return started;
  }

  function endWorker(): void {
    if (running === null) return;
    const { life } = running;
    running = null;
    counts.stops += 1;
    life.isAlive = false;
    locks.release(life);
    databases.release(life);
    cancelTimer();
    const interrupted = [...pendingReplies];
    pendingReplies.clear();
    for (const reject of interrupted) reject(new Error('The worker was stopped'));
  }

  function stopNow(program: Program): void {
    plannedStop = null;
    endWorker();
    if (program === 'worker') return;
    // Pages and memory end with the browser. Some browsers also drop alarms.
    counts.starts += 1;
    dropAlarm();
    tools.onBrowserEnd();
    void perform({ area: 'session', verb: 'clear', what: undefined });
    worker();
  }

  return {
    counts: counts as Readonly<typeof counts>,
    sent: sent as readonly Sent[],
    /** Calls the background like an extension page. Rejects if the worker stops before the reply. */
    ask<Verb extends keyof BackgroundApi>(verb: Verb, ...args: Parameters<BackgroundApi[Verb]>) {
      const { life, api } = worker();
      const call = api[verb] as (...sent: unknown[]) => Promise<unknown>;
      const reply = new Promise((resolve, reject) => {
        pendingReplies.add(reject);
        runInLife(life, () => call(...structuredClone(args)))
          .finally(() => pendingReplies.delete(reject))
          .then((answer) => resolve(JSON.parse(JSON.stringify(answer))), reject);
      });
      return reply as ReturnType<BackgroundApi[Verb]>;
    },
    wake,
    /** Ends the browser and empties `storage.local`, as a crash can do. The browser starts again at once. */
    loseSettings() {
      void perform({ area: 'local', verb: 'clear', what: undefined });
      stopNow('browser');
    },
    /**
     * Plans a stop, instead of an earlier plan. After `afterStorageCalls` answered storage calls of the
     * worker, the next call takes effect but gets no answer. 0: stops at once. Infinity: never stops.
     */
    stop(program: Program, afterStorageCalls: number) {
      if (afterStorageCalls === 0) stopNow(program);
      else plannedStop = { program, afterStorageCalls };
    },
    /** Stops the worker if the worker has no pending work. */
    stopIdle() {
      if (running?.life.awake === 0) endWorker();
    },
    setOnline(online: boolean) {
      const isBack = online && !isOnline;
      isOnline = online;
      // Only a running worker gets the event.
      if (isBack && running) runInLife(running.life, () => void running?.backOnline());
    },
    removePermission() {
      lacksPermissionSince ??= time.elapsed();
    },
    /** Gives the missing permission. The event starts a stopped worker. */
    allowHost() {
      if (lacksPermissionSince === null) return;
      lacksPermissionSince = null;
      const { life, hostsAllowed } = worker();
      runInLife(life, () => void hostsAllowed(['<all_urls>']));
    },
    /** Whether the permission is missing, and has been missing since before this moment. */
    lacksPermission: () => lacksPermissionSince !== null && lacksPermissionSince < time.elapsed(),
    /** Sets the alarm again after a change of the clock, because alarms follow the clock. */
    setAlarmAgain() {
      if (alarm !== null) setAlarm(alarm.clockTime, alarm.earliest);
    },
    isRunning: () => running !== null,
    hasAlarm: () => alarm !== null,
    close() {
      endWorker();
      dropAlarm();
    },
  };
}
