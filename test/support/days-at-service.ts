import { expect, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Background } from '@/lib/background/background';
import type { BackgroundTools } from '@/lib/background/background-tools';
import type { News } from '@/lib/browser-ui/report-news';
import { createClient } from '@/lib/service/client';
import { changePreferences, type Preferences } from '@/lib/settings/preferences';
import { type ServiceOptions, startService } from '../service/service';
import { useDatabases } from './databases';
import { emptyBrowser } from './empty-browser';
import { createTestBackground } from './test-background';

/**
 * Starts a service and a fake browser, which `connect` connects. Only the test moves the clock of both. The
 * service's rate limit uses this clock.
 */
export async function startDays(start: Date, options: ServiceOptions = {}) {
  emptyBrowser();
  useDatabases();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startService({ sampleReports: false, ...options });
  onTestFinished(() => service.close());
  const notifications: News[] = [];
  const world = { isOnline: true, hasOnlyPrivateWindows: false, visiblePage: '' };
  /** The number of promises that keep the worker awake. */
  let works = 0;
  let plannedAt: number | null = null;
  let background = startWorker();

  /** Starts a worker, which replaces the last one. */
  function startWorker(): Background {
    let isCurrent = true;
    endWorker();
    endWorker = () => {
      isCurrent = false;
    };
    const tools: Partial<BackgroundTools> & Pick<BackgroundTools, 'clientFor'> = {
      clientFor: createClient,
      keepAwake(work) {
        works += 1;
        return work.finally(() => {
          works -= 1;
        });
      },
      wakeAt(time) {
        if (isCurrent) plannedAt = time;
      },
      async notify(_, news) {
        notifications.push(news);
        return true;
      },
      later: (work) => void setTimeout(work),
      isOnline: () => world.isOnline,
      hasOnlyPrivateWindows: async () => world.hasOnlyPrivateWindows,
      isExtensionPageVisible: async (page) => page === world.visiblePage,
      now: Date.now,
    };
    return createTestBackground(tools);
  }

  /** Waits until the worker has no more work at the current time. */
  async function settle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 5; quietTurns += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      if (works > 0) quietTurns = 0;
    }
  }

  async function wake(): Promise<void> {
    plannedAt = null;
    await background.resume();
    await settle();
  }

  /** Runs the worker at all planned times up to a time. */
  async function runUntil(time: Date | number): Promise<void> {
    await settle();
    const end = Number(time);
    for (let wakes = 0; plannedAt !== null && plannedAt <= end; wakes += 1) {
      if (wakes > 10_000) expect.fail('The worker plans wake-ups without end.');
      vi.setSystemTime(Math.max(Date.now(), plannedAt));
      await wake();
    }
    vi.setSystemTime(end);
  }

  return {
    service,
    world,
    notifications,
    api: () => background.api,
    runUntil,
    async connect(): Promise<string> {
      const check = await background.api.connect({
        connectionId: null,
        baseUrl: service.baseUrl,
        apiKey: service.apiKey,
        allowsUnencrypted: true,
      });
      expect(check).toMatchObject({ state: 'passed' });
      await settle();
      return 'a';
    },
    async setPreferences(change: Partial<Preferences>): Promise<void> {
      await changePreferences(change);
      await wake();
    },
    wake,
    /** Stops the worker, and starts another worker in the same browser. */
    async restartWorker(): Promise<void> {
      await settle();
      background = startWorker();
      await wake();
    },
    /** Closes the browser, moves the clock, and opens the browser again. */
    async restartAt(time: Date | number): Promise<void> {
      await settle();
      await fakeBrowser.storage.session.clear();
      vi.setSystemTime(Number(time));
      background = startWorker();
      await wake();
    },
    /** Runs work, and returns the number of requests during the work. */
    async requestsDuring(work: () => Promise<unknown>): Promise<number> {
      const { length } = service.requests;
      await work();
      return service.requests.length - length;
    },
  };
}

/** Makes later calls of the previous worker's `wakeAt` have no effect. */
let endWorker = () => {};
