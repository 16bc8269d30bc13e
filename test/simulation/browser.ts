import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Background } from '@/lib/background/background';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_WAIT_MS } from '@/lib/waiting-time';
import { createLifetimeDatabases } from './lifetime-databases';
import { type SentRequest, startWorker, type WorkerEnvironment } from './worker';
import {
  createLocks,
  type Lifetime,
  performStorageCall,
  runInLifetime,
  type StorageCall,
} from './worker-lifetime';

/** Selects storage calls of the worker that have no effect, fail, or take effect late. */
export interface StorageFault {
  /** Whether a call has no effect. If `ignores` throws an error, the call fails. */
  ignores?(call: StorageCall): boolean;
  /**
   * Whether a call takes effect only after the worker's next `remove` call. If the worker stops
   * earlier, the delayed call has no effect.
   */
  delays?(call: StorageCall): boolean;
}

/** The simulated browser: messages, alarm, storage, and the start and end of the worker. */
export type Browser = ReturnType<typeof createBrowser>;

interface BrowserOptions extends WorkerEnvironment {
  fault: StorageFault | undefined;
  /** Called with each write to `storage.local`, as JSON. */
  onDiskWrite(json: string): void;
  onBrowserEnd(): void;
}

/** A stop ends the worker, or the browser with the worker. The browser starts again at once. */
type StopTarget = 'worker' | 'browser';

interface RunningWorker extends Background {
  lifetime: Lifetime;
}

interface Alarm {
  /** The time in the call of `alarms.create`, by the computer's clock. */
  scheduledFor: number;
  /** Milliseconds since the start of the scenario, before which the browser does not fire the alarm. */
  earliest: number;
  cancel(): void;
}

/** The smallest delay of an alarm. Browsers delay earlier alarms. */
const MIN_ALARM_MS = 30_000;

export function createBrowser(options: BrowserOptions) {
  const { time, fault } = options;
  const sentRequests: SentRequest[] = [];
  /** Functions that reject the pending calls of extension pages. */
  const rejectCalls = new Set<(error: Error) => void>();
  const locks = createLocks();
  const databases = createLifetimeDatabases();
  let runningWorker: RunningWorker | null = null;
  let isOnline = true;
  /** Milliseconds since the start of the scenario; null while the extension has the host permission. */
  let permissionRemovedAt: number | null = null;
  let plannedStop: { target: StopTarget; remainingStorageCalls: number } | null = null;
  let alarm: Alarm | null = null;
  let cancelTimer = () => {};
  let idCount = 0;
  let lastWakeAt = -1;
  const counts = {
    browserStarts: 0,
    workerStops: 0,
    wakesAtCurrentTime: 0,
  };

  fakeBrowser.reset();
  vi.stubGlobal('navigator', { locks });

  function wake(): void {
    const isSameTime = lastWakeAt === time.elapsed();
    counts.wakesAtCurrentTime = isSameTime ? counts.wakesAtCurrentTime + 1 : 1;
    lastWakeAt = time.elapsed();
    const { lifetime, resume } = runningOrNewWorker();
    // A new worker has already called `resume` once, as the extension's entrypoint does.
    runInLifetime(lifetime, () => void resume());
  }

  function setAlarm(scheduledFor: number, earliest: number): void {
    alarm?.cancel();
    const wait = Math.max(scheduledFor - time.now(), earliest - time.elapsed());
    const cancel = time.after(wait, () => {
      alarm = null;
      wake();
    });
    alarm = { scheduledFor, earliest, cancel };
  }

  function removeAlarm(): void {
    alarm?.cancel();
    alarm = null;
  }

  /** Sets a timer and an alarm, as the production code does. */
  function wakeAt(clockTime: number | null): void {
    cancelTimer();
    removeAlarm();
    if (clockTime === null) return;
    const wait = Math.min(Math.max(0, clockTime - time.now()), MAX_WAIT_MS);
    cancelTimer = time.after(wait, wake);
    setAlarm(clockTime, time.elapsed() + MIN_ALARM_MS);
  }

  function createLifetime(): Lifetime {
    let delayedCall: StorageCall | null = null;
    const lifetime: Lifetime = {
      isAlive: true,
      keepAwakeCount: 0,
      beforeCall(call) {
        if (fault?.ignores?.(call)) return false;
        if (fault?.delays?.(call)) {
          delayedCall = call;
          return false;
        }
        const isDiskWrite = call.area === 'local' && call.verb === 'set';
        if (isDiskWrite) options.onDiskWrite(JSON.stringify(call.argument));
        return true;
      },
      afterCall({ verb }) {
        stopIfPlanned();
        if (!lifetime.isAlive || verb !== 'remove' || delayedCall === null) return;
        void performStorageCall(delayedCall);
        delayedCall = null;
      },
    };
    return lifetime;
  }

  function stopIfPlanned(): void {
    if (plannedStop === null) return;
    plannedStop.remainingStorageCalls -= 1;
    if (plannedStop.remainingStorageCalls < 0) stopNow(plannedStop.target);
  }

  function runningOrNewWorker(): RunningWorker {
    if (runningWorker !== null) return runningWorker;
    const lifetime = createLifetime();
    const background = startWorker(lifetime, {
      ...options,
      wakeAt,
      isOnline: () => isOnline,
      isAllowed: () => permissionRemovedAt === null,
      newId() {
        idCount += 1;
        return `id-${idCount}`;
      },
      onSent(request, inFlight) {
        sentRequests.push(request);
        options.onSent(request, inFlight);
      },
    });
    const newWorker: RunningWorker = { ...background, lifetime };
    runningWorker = newWorker;
    runInLifetime(lifetime, () => void background.resume());
    // A planned stop during `resume` may have set `runningWorker` to null.
    return newWorker;
  }

  function endWorker(): void {
    if (runningWorker === null) return;
    const { lifetime } = runningWorker;
    runningWorker = null;
    counts.workerStops += 1;
    lifetime.isAlive = false;
    locks.release(lifetime);
    databases.release(lifetime);
    cancelTimer();
    const interrupted = [...rejectCalls];
    rejectCalls.clear();
    for (const reject of interrupted) reject(new Error('The worker was stopped'));
  }

  function stopNow(target: StopTarget): void {
    plannedStop = null;
    endWorker();
    if (target === 'worker') return;
    counts.browserStarts += 1;
    // Some browsers lose alarms when they end.
    removeAlarm();
    options.onBrowserEnd();
    void performStorageCall({ area: 'session', verb: 'clear', argument: undefined });
    runningOrNewWorker();
  }

  return {
    counts: counts as Readonly<typeof counts>,
    sentRequests: sentRequests as readonly SentRequest[],
    /** Calls the background as an extension page does. Rejects if the worker stops before the reply. */
    callBackground<Verb extends keyof BackgroundApi>(
      verb: Verb,
      ...args: Parameters<BackgroundApi[Verb]>
    ) {
      const { lifetime, api } = runningOrNewWorker();
      const method = api[verb] as (...copies: unknown[]) => Promise<unknown>;
      const reply = new Promise((resolve, reject) => {
        // A planned stop may have ended the new worker during its start.
        if (!lifetime.isAlive) return reject(new Error('The worker was stopped'));
        rejectCalls.add(reject);
        runInLifetime(lifetime, () => method(...structuredClone(args)))
          .finally(() => rejectCalls.delete(reject))
          .then((value) => resolve(JSON.parse(JSON.stringify(value))), reject);
      });
      return reply as ReturnType<BackgroundApi[Verb]>;
    },
    wake,
    /** Empties `storage.local` and restarts the browser, as after a crash. */
    loseSettings(): void {
      void performStorageCall({ area: 'local', verb: 'clear', argument: undefined });
      stopNow('browser');
    },
    /**
     * Plans a stop, in place of an earlier plan. After `afterStorageCalls` answered storage calls, the
     * worker's next call takes effect but gets no answer. 0 stops at once.
     */
    stop(target: StopTarget, afterStorageCalls: number): void {
      if (afterStorageCalls === 0) stopNow(target);
      else plannedStop = { target, remainingStorageCalls: afterStorageCalls };
    },
    cancelPlannedStop(): void {
      plannedStop = null;
    },
    stopIdleWorker(): void {
      if (runningWorker?.lifetime.keepAwakeCount === 0) endWorker();
    },
    setOnline(online: boolean): void {
      const isBack = online && !isOnline;
      isOnline = online;
      // A stopped worker gets no event.
      if (isBack && runningWorker) {
        const { lifetime, backOnline } = runningWorker;
        runInLifetime(lifetime, () => void backOnline());
      }
    },
    removePermission(): void {
      permissionRemovedAt ??= time.elapsed();
    },
    /** Grants the host permission if it is missing. The event starts a stopped worker. */
    allowHost(): void {
      if (permissionRemovedAt === null) return;
      permissionRemovedAt = null;
      const { lifetime, hostsAllowed } = runningOrNewWorker();
      runInLifetime(lifetime, () => void hostsAllowed(['<all_urls>']));
    },
    /** Whether the permission was removed before the current time. */
    lacksPermission: (): boolean =>
      permissionRemovedAt !== null && permissionRemovedAt < time.elapsed(),
    /** Adjusts the alarm to a changed clock. */
    updateAlarm(): void {
      if (alarm !== null) setAlarm(alarm.scheduledFor, alarm.earliest);
    },
    isWorkerRunning: (): boolean => runningWorker !== null,
    hasAlarm: (): boolean => alarm !== null,
    close(): void {
      endWorker();
      removeAlarm();
    },
  };
}
