import { expect, it } from 'vitest';
import { app, failures, type Screen, until, useService } from './app';
import { listedReport } from './stored';
import { submitMany } from './task-states';

const PAGES = Array.from({ length: 20 }, (_, number) => `https://many.example/page/${number}`);

useService({ reports: PAGES.slice(0, 3).map((url) => ({ url })) });

/** How many alerts a screen reader would be given at once. */
function alertCount(popup: Screen): Promise<number> {
  return popup.$$eval('[role=alert]', (alerts) => {
    return alerts.filter((alert) => alert.textContent.trim() !== '').length;
  });
}

it('any number of refused reports is announced by a single alert', async () => {
  await submitMany(PAGES, failures.invalid);
  const popup = await app.popup();
  await popup.says("wasn't reported");
  expect((await popup.announcements()).alert).toBe('20 reports need attention');
  expect(await alertCount(popup)).toBe(1);
});

it('any number of failed deletions is announced by a single alert', async () => {
  const popup = await app.popup();
  await popup.rows((rows) => rows.length === 3);
  app.service.behave({ on: { method: 'DELETE' }, fail: failures.invalid });
  for (const url of PAGES.slice(0, 3)) {
    await app.worker.add({ kind: 'delete', report: listedReport(await app.worker.stored(), url) });
  }
  await popup.leave();
  await app.passUndoTime();
  const again = await app.popupAgain();
  // They are sent two at a time, and told of as they end.
  await again.says("Couldn't delete");
  await until('all have failed', async () => (await again.items('Activity')).length === 3);
  expect(await alertCount(again)).toBe(1);
});
