import { expect, it } from 'vitest';
import { app, until, useService } from './app';

// Firefox ends an event page after 30 idle seconds. This test uses 6 seconds.
useService({ launch: { preferences: { 'extensions.background.idle.timeout': 6000 } } });

it('an open popup starts the event page again after Firefox has ended it', async () => {
  const popup = await app.popup();
  await popup.says('No reports yet');
  await until('Firefox ends the event page', async () => !(await app.worker.isRunning()));
  expect(await popup.create()).toMatch(/^Report created · Good \d+ · \S+$/);
  expect(app.requests('POST')).toHaveLength(1);
});
