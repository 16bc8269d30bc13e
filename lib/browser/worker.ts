import { browser } from 'wxt/browser';
import { MAX_WAIT_MS } from '@/lib/waiting-time';

/**
 * Creates a wake-up, which calls `onWake` at a time and starts the worker if necessary. Call it
 * synchronously when the worker starts, or the alarm that has started the worker is lost.
 */
export function createWakeUp(name: string, onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onWake();
  });
  return {
    /** Replaces the time, in milliseconds since the epoch; null for never. */
    set(time: number | null) {
      clearTimeout(timer);
      if (time === null) {
        void browser.alarms.clear(name);
        return;
      }
      // An alarm takes at least 30 seconds, and fires late if the clock is set back. A timer has
      // neither problem, but ends with the worker.
      timer = setTimeout(onWake, Math.min(Math.max(0, time - Date.now()), MAX_WAIT_MS));
      void browser.alarms.create(name, { when: time });
    },
  };
}

/** Functions of the global scope that only service workers have. */
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
 * Creates the function that loads the sitemap parser when it is first needed. A service worker can
 * load only scripts that it has also loaded during its installation. Call it synchronously when the
 * worker starts.
 * @returns a function that resolves with the global `readSitemap` of the script
 */
export function createSitemapReaderLoader<T>(): () => Promise<T> {
  const { importScripts, trustedTypes } = globalThis as WorkerScope;
  const path = '/sitemap-reader.js';
  const url = trustedTypes
    ?.createPolicy('sitemap-reader', { createScriptURL: () => path })
    .createScriptURL(path);
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

/** Calls a cheap extension function, which restarts the worker's idle timer. */
export function ping(): void {
  void browser.runtime.getPlatformInfo();
}

/** Calls `run` after an installation, and after an update of the extension or the browser. */
export function onInstalled(run: () => void): void {
  browser.runtime.onInstalled.addListener(run);
}

/** Calls `run` when the browser has started. Starts the worker. */
export function onBrowserStart(run: () => void): void {
  browser.runtime.onStartup.addListener(run);
}

/** Whether this computer has a network connection. False is certain, true is not. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Calls `run` when the network is back. Does not start the worker. */
export function onBackOnline(run: () => void): void {
  addEventListener('online', run);
}
