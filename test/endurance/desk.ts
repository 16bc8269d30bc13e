import type { Page } from 'puppeteer-core';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Backoff } from '@/lib/submission/backoff';
import type { QueueView } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import type { Stage } from '../e2e/stage';

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: {
    local: { get(): Promise<Record<string, unknown>>; set(items: object): Promise<void> };
  };
  alarms: {
    getAll(): Promise<{ name: string; scheduledTime: number }[]>;
    create(name: string, alarm: { when: number }): void;
  };
};

/** What the extension keeps of the queue. */
export interface KeptQueue {
  submissions: Submission[];
  pause: Backoff | null;
}

/** A place with the extension's rights, where none of its code runs. */
export interface Desk {
  /** Sends a message as the extension's own pages do; rejects when it dies with its worker. */
  ask<Call extends keyof BackgroundApi>(
    call: Call,
    ...args: Parameters<BackgroundApi[Call]>
  ): Promise<Awaited<ReturnType<BackgroundApi[Call]>>>;
  /** Starts the worker, if it is not running, as any event does. */
  wake(): Promise<void>;
  /** Reads what is kept; this does not wake the worker. */
  kept(): Promise<KeptQueue>;
  /**
   * Moves the times that the queue has planned, and its alarm, so far into the past, as a computer
   * finds them after a sleep. Only a stopped worker takes notice: it plans by its memory.
   */
  moveTimesBack(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the extension's manifest in a background tab: it has the rights and runs nothing. */
export async function openDesk({ browser, extensionId }: Stage): Promise<Desk> {
  const page: Page = await browser.newPage({ background: true });
  await page.goto(`chrome-extension://${extensionId}/manifest.json`);
  return {
    async ask(call, ...args) {
      const reply = await page.evaluate(
        // As JSON, which is what crosses in the extension, too.
        (message: string) => chrome.runtime.sendMessage(JSON.parse(message)),
        JSON.stringify({ call, args }),
      );
      if (!isAnswer(reply)) throw new Error('No answer from background');
      return reply.answer as never;
    },
    wake: () =>
      // Nobody answers it.
      page.evaluate(() =>
        chrome.runtime.sendMessage({}).then(
          () => {},
          () => {},
        ),
      ),
    async kept() {
      const stored = Object.entries(await page.evaluate(() => chrome.storage.local.get()));
      const view = stored.find(([key]) => key.endsWith('/queue'))?.[1] as QueueView | undefined;
      const submissions = stored.filter(([key]) => key.includes('/submission/'));
      return {
        submissions: submissions.map(([, submission]) => submission as Submission),
        pause: view?.pause ?? null,
      };
    },
    moveTimesBack: (milliseconds) =>
      page.evaluate(async (by: number) => {
        const earlier = (time: string) => new Date(Date.parse(time) - by).toISOString();
        const moved: Record<string, unknown> = {};
        for (const [key, value] of Object.entries(await chrome.storage.local.get())) {
          const one = value as { nextAt?: string; pause?: { until: string } | null };
          if (key.includes('/submission/') && one.nextAt !== undefined) {
            moved[key] = { ...one, nextAt: earlier(one.nextAt) };
          } else if (key.endsWith('/queue') && one.pause) {
            moved[key] = { ...one, pause: { ...one.pause, until: earlier(one.pause.until) } };
          }
        }
        await chrome.storage.local.set(moved);
        for (const { name, scheduledTime } of await chrome.alarms.getAll()) {
          chrome.alarms.create(name, { when: scheduledTime - by });
        }
      }, milliseconds),
    close: () => page.close(),
  };
}

function isAnswer(reply: unknown): reply is { answer: unknown } {
  return typeof reply === 'object' && reply !== null && 'answer' in reply;
}
