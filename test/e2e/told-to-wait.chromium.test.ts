import { expect, it } from 'vitest';
import { laterAgain } from '../service/served-failure';
import { app, bareAddress, creation, failures, type Screen, until, useService } from './app';

useService();

const URLS = ['https://one.example/', 'https://two.example/', 'https://three.example/'];

/** Longer than any test, so that no pause ends by itself, and shorter than what is believed. */
const WAIT_SECONDS = 1800;

/** A time as the popup writes it: by the end of its minute. */
function asSaid(popup: Screen, time: number): Promise<string> {
  return popup.evaluate(
    (milliseconds) =>
      new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(milliseconds),
    Math.ceil(time / 60_000) * 60_000,
  );
}

it('a service that names a time to wait is sent no report until then, or until Retry now', async () => {
  const reason = 'The service is unavailable (503).';
  const date = new Date(Date.now() + WAIT_SECONDS * 1000).toUTCString();
  app.service.behave({ on: { method: 'POST' }, fail: laterAgain(failures.unavailable, date) });
  const [first, ...others] = URLS.map((url) => creation(url));
  if (first) await app.worker.add(first);
  await app.untilBackoff();
  const after = Date.now();
  await app.worker.add(...others);
  const popup = await app.popup();
  await popup.says('Retrying at');
  const said = await popup.mainText();
  const times = await Promise.all(
    // The header's date has no milliseconds.
    [Date.parse(date), after + WAIT_SECONDS * 1000].map((time) => asSaid(popup, time)),
  );
  // Before midnight the day stands before the time.
  const [, shown = ''] = /Retrying at (.*)\./.exec(said) ?? [];
  expect(times.filter((time) => shown.includes(time))).not.toEqual([]);
  // The pause is said once, for all.
  expect(said.split('Retrying at')).toHaveLength(2);
  const lines = URLS.toReversed().map((url) =>
    expect.stringContaining(`${bareAddress(url)} Cancel`),
  );
  expect(await popup.queue()).toEqual(lines);
  expect(await popup.mainText()).toContain(reason);

  // One more waits with them, and says so, until it is cancelled.
  expect(await popup.create()).toContain(reason);
  await popup.press('Cancel');
  await until('three wait', async () => (await popup.queue()).length === 3);
  expect(app.requests('POST')).toHaveLength(1);

  await popup.press('Retry now');
  await until('it was asked again', () => app.requests('POST').length === 2);
  await popup.says('Still unavailable.');
  expect(await popup.queue()).toHaveLength(3);

  app.service.behave(null);
  await popup.press('Retry now');
  await popup.says('Created ');
  await popup.queueEnds();
  const text = await popup.mainText();
  for (const over of ['Retrying at', 'Saved.']) expect(text).not.toContain(over);
  expect(new Set(app.service.reports().map(({ url }) => url))).toEqual(new Set(URLS));
  expect(app.requests('POST')).toHaveLength(5);
});
