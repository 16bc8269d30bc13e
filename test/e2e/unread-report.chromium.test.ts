import { expect, it } from 'vitest';
import { laterAgain } from '../service/served-failure';
import { app, failures, type Screen, useService } from './app';

useService({ reports: [{ url: 'https://museum.example/visit' }] });

const ONE_REPORT = /\/reports\/\d+$/;

async function openThrottled(seconds: number): Promise<Screen> {
  const popup = await app.popupWithRows(1);
  const fail = laterAgain(failures.tooManyRequests, seconds);
  app.service.behave({ on: { path: ONE_REPORT }, times: 1, fail });
  await popup.row('').open();
  await popup.says('Too many requests. Try again after');
  return popup;
}

const reads = () => app.service.requests.filter(({ path }) => ONE_REPORT.test(path)).length;

it('an open report that could not be read is read at Try again, which keeps the focus', async () => {
  const popup = await openThrottled(1800);
  await popup.press('Try again');
  await popup.isRead();
  await popup.hasFocus('museum.example/visit');
  expect(reads()).toBe(2);
});
