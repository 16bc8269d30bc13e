import { browser } from 'wxt/browser';
import { MAX_WAIT_MS } from '@/lib/waiting-time';

/** Calls a function at a planned time, for which the browser starts the worker. */
export interface WakeUp {
  /** Replaces the planned time, in milliseconds since the epoch; null for no time. */
  set(time: number | null): void;
}

/** Call synchronously when the worker starts. A later call misses the alarm. */
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
      // The timer is exact, but ends with the worker. The alarm starts the worker, but waits at
      // least 30 seconds, and longer if the clock is set back.
      timer = setTimeout(onWake, Math.min(Math.max(0, time - Date.now()), MAX_WAIT_MS));
      void browser.alarms.create(name, { when: time });
    },
  };
}

/** The globals of service workers that the types do not declare. */
interface WorkerScope {
  importScripts?: (url: unknown) => void;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): unknown };
  };
}

/**
 * Call this function synchronously when the worker starts. A service worker can load only scripts
 * that were loaded during the installation.
 * @returns a function that resolves with the global `readSitemap` of the script
 */
export function createSitemapReaderLoader<T>(): () => Promise<T> {
  const { importScripts, trustedTypes } = globalThis as WorkerScope;
  const path = '/sitemap-reader.js';
  const url = trustedTypes
    ?.createPolicy('sitemap-reader', { createScriptURL: () => path })
    .createScriptURL(path);
  /** Undefined outside of service workers. */
  const load = importScripts && (() => importScripts(url ?? path));
  if (load) addEventListener('install', load);
  return async () => {
    const isLoaded = 'readSitemap' in globalThis;
    if (!isLoaded && load) load();
    // @ts-expect-error: the build creates the script. Mozilla's linter requires a literal name.
    else if (!isLoaded) await import(/* @vite-ignore */ '/sitemap-reader.js');
    return Reflect.get(globalThis, 'readSitemap');
  };
}

/** Restarts the worker's idle timer by a cheap call of an extension API. */
export function ping(): void {
  void browser.runtime.getPlatformInfo();
}

/** The event also fires after an update of the extension or the browser. */
export function onInstalled(run: () => void): void {
  browser.runtime.onInstalled.addListener(run);
}

/** The event also starts the worker. */
export function onBrowserStart(run: () => void): void {
  browser.runtime.onStartup.addListener(run);
}

/** Whether the browser has a network connection, possibly without access to the internet. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** The event does not start the worker. */
export function onBackOnline(run: () => void): void {
  addEventListener('online', run);
}
