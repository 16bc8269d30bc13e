import { expect, it } from 'vitest';
import { app, until, useService } from './app';

// Firefox ends an event page after 30 idle seconds; this browser is less patient, yet patient enough
// for the work of a slow machine, of which only every 20th second counts.
useService({ launch: { preferences: { 'extensions.background.idle.timeout': 6000 } } });

const untilEnded = () => until('Firefox ends it', async () => !(await app.worker.isRunning()));

it('the popup starts an event page that Firefox has ended, when it opens and later', async () => {
  await untilEnded();
  const popup = await app.popup();
  await popup.says('No reports yet');
  await untilEnded();
  expect(await popup.create()).toMatch(/^Report created · Good \d+$/);
  expect(app.requests('POST')).toHaveLength(1);
});
