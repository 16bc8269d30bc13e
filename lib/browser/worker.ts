import { browser } from 'wxt/browser';
import { LONGEST_WAIT_MS } from '@/lib/waiting-time';

/**
 * Makes what wakes the worker at a time, be it running then or not. Call it synchronously when the
 * worker starts, or the alarm finds nobody.
 */
export function createWakeUp(name: string, onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onWake();
  });
  return {
    /** Milliseconds since the epoch, null for never; replaces what was set before. */
    set(time: number | null) {
      clearTimeout(timer);
      if (time === null) {
        void browser.alarms.clear(name);
        return;
      }
      // An alarm takes 30 seconds at the least, and a clock that is set back puts it off. A timer
      // does neither, and ends with the worker.
      timer = setTimeout(onWake, Math.min(Math.max(0, time - Date.now()), LONGEST_WAIT_MS));
      void browser.alarms.create(name, { when: time });
    },
  };
}

/** What service workers have, and other scripts have not. */
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
 * Makes what loads the readers of sitemaps into the worker when they are first needed. A service worker may
 * load later only what it has loaded while it was installed. Call it synchronously when the worker starts.
 * @returns what the script leaves in the global scope as `readSitemap`
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
    // @ts-expect-error: a script of the build. Mozilla's linter asks for its name in words.
    else if (!isLoaded) await import(/* @vite-ignore */ '/sitemap-reader.js');
    return Reflect.get(globalThis, 'readSitemap');
  };
}

/** Calls a cheap extension function, which restarts the worker's idle timer. */
export function ping(): void {
  void browser.runtime.getPlatformInfo();
}

/** Runs when the extension was installed or updated, or the browser was. */
export function onInstalled(run: () => void): void {
  browser.runtime.onInstalled.addListener(run);
}

/** Runs when the browser has started, and wakes the worker for it. */
export function onBrowserStart(run: () => void): void {
  browser.runtime.onStartup.addListener(run);
}

/** Whether the browser knows of any connection of this computer; false is certain, true is not. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Runs whenever a connection is there again, as long as the worker or page lives. */
export function onBackOnline(run: () => void): void {
  addEventListener('online', run);
}
