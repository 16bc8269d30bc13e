import { expect, it } from 'vitest';
import { laterAgain } from '../service/served-failure';
import { app, failures, useService } from './app';

useService({ reports: [{ url: 'https://museum.example/visit' }] });

const ONE_REPORT = /\/reports\/\d+$/;

it('an open report that could not be read is read at Try again, which keeps the focus', async () => {
  const popup = await app.popupWithRows(1);
  const fail = laterAgain(failures.tooManyRequests, 1800);
  app.service.behave({ on: { path: ONE_REPORT }, times: 1, fail });
  await popup.row('').open();
  await popup.says('Too many requests. Try again after');
  await popup.press('Try again');
  await popup.isRead();
  await popup.hasFocus('museum.example/visit');
  expect(app.service.requests.filter(({ path }) => ONE_REPORT.test(path))).toHaveLength(2);
});
