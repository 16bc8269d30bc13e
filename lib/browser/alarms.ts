import { browser } from 'wxt/browser';

/** Browsers stop an idle worker after 30 seconds, and an alarm takes 30 at the least. */
const LONGEST_TIMER_MS = 25_000;

/** Wakes the worker at a time, be it running then or not. */
export interface WakeUp {
  /** Milliseconds since the epoch, null for never; replaces what was set before. */
  set(time: number | null): void;
}

/** Makes a wake-up. Call it synchronously when the worker starts, or the alarm finds nobody. */
export function createWakeUp(name: string, onWake: () => void): WakeUp {
  let timer: ReturnType<typeof setTimeout> | undefined;
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onWake();
  });
  return {
    set(time) {
      clearTimeout(timer);
      if (time === null) {
        void browser.alarms.clear(name);
        return;
      }
      const wait = Math.max(0, time - Date.now());
      if (wait <= LONGEST_TIMER_MS) timer = setTimeout(onWake, wait);
      // Also beside a timer, which ends with the worker.
      void browser.alarms.create(name, { when: time });
    },
  };
}
