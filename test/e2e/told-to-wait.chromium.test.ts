import { describe, expect, it } from 'vitest';
import { sleepUntil } from '../endurance/computer-sleep';
import type { AnswerFailure } from '../service/served-failure';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';

useService();

const URLS = ['https://one.example/', 'https://two.example/', 'https://three.example/'];

/** Longer than any test, so that no pause ends by itself, and shorter than what is believed. */
const WAIT_SECONDS = 1800;

/** Asks for three reports, of which the first is told to wait. */
async function submitThree(fail: AnswerFailure, as: 'seconds' | 'date'): Promise<void> {
  const retryAfter = { seconds: WAIT_SECONDS, as };
  app.service.behave({ on: { method: 'POST' }, fail: { ...fail, retryAfter } });
  const [first, ...others] = URLS.map((url) => creation(url));
  if (first) await app.worker.add(first);
  await app.untilAtGate();
  await app.worker.add(...others);
}

/** A time as the popup writes it: by the end of its minute. */
function asSaid(popup: Screen, time: number): Promise<string> {
  return popup.evaluate(
    (milliseconds) =>
      new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(milliseconds),
    Math.ceil(time / 60_000) * 60_000,
  );
}

describe('a service that tells when to come back', () => {
  it.each([
    ['429, in seconds', failures.tooManyRequests, 'seconds', 'Too many requests.'],
    ['429, as a date', failures.tooManyRequests, 'date', 'Too many requests.'],
    ['503, in seconds', failures.unavailable, 'seconds', 'The service is unavailable (503).'],
    ['503, as a date', failures.unavailable, 'date', 'The service is unavailable (503).'],
  ] as const)(
    'is left alone until then, and the popup says until when: %s',
    async (_, fail, as, reason) => {
      const before = Date.now();
      await submitThree(fail, as);
      const after = Date.now();
      const popup = await app.popup();
      await popup.says('retrying at');
      const said = await popup.mainText();
      const times = await Promise.all(
        [before, after].map((time) => asSaid(popup, time + WAIT_SECONDS * 1000)),
      );
      // Before midnight the day stands before the time.
      const [, told = ''] = /3 reports waiting · retrying at (.*)/.exec(said) ?? [];
      expect(times.filter((time) => told.includes(time))).not.toEqual([]);
      // The pause is said once, for all.
      expect(said.split('retrying at')).toHaveLength(2);
      expect(await popup.queue()).toEqual(URLS.map((url) => `Waiting: ${url} Cancel`));
      expect(await popup.mainText()).toContain(reason);
      expect(app.requests('POST')).toHaveLength(1);

      // One more waits with them, and says so.
      expect(await popup.create()).toContain(reason);
      expect(app.requests('POST')).toHaveLength(1);
    },
  );

  it('is asked again at a press of Retry now, and everything arrives', async () => {
    await submitThree(failures.tooManyRequests, 'seconds');
    const popup = await app.popup();
    await popup.press('Retry now');
    await until('it was asked again', () => app.requests('POST').length === 2);
    await popup.locator(byRole('button', 'Retry now')).wait();
    expect(await popup.queue()).toHaveLength(3);

    app.service.behave(null);
    await popup.press('Retry now');
    await popup.queueEnds();
    expect(app.service.reports().map(({ url }) => url)).toEqual(expect.arrayContaining(URLS));
    expect(app.service.reports()).toHaveLength(3);
    expect(await popup.mainText()).not.toContain('retrying at');
  });

  it('is asked again by itself when the time has come, and everything arrives', async () => {
    await submitThree(failures.unavailable, 'date');
    app.service.behave(null);
    expect(app.requests('POST')).toHaveLength(1);
    await sleepUntil(
      'nothing is kept',
      (queue) => queue.tasks.length === 0,
      app.stage,
      app.service,
    );
    expect(app.service.reports()).toHaveLength(3);
    expect(app.requests('POST')).toHaveLength(4);
  });
});
