import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { closePopup } from '../browser/popup';
import { failures } from '../service/served-failure';
import { insider, openPopup, openPopupAgain, passUndoTime, service, useService } from './fixture';
import { untilRows, untilSaid } from './popup-reading';
import { listedReport } from './stored';
import { submitMany } from './task-states';

const PAGES = Array.from({ length: 20 }, (_, number) => `https://many.example/page/${number}`);

useService({ reports: PAGES.slice(0, 3).map((url) => ({ url })) });

/** How many alerts a screen reader would be given at once. */
function alertCount(popup: Page): Promise<number> {
  return popup.$$eval('[role=alert]', (alerts) => {
    return alerts.filter((alert) => alert.textContent.trim() !== '').length;
  });
}

it('is one for any number of refused reports', async () => {
  await submitMany(PAGES, failures.invalid);
  const popup = await openPopup();
  await untilSaid(popup, "wasn't reported");
  expect((await announcements(popup)).alert).toBe('20 reports need attention');
  expect(await alertCount(popup)).toBe(1);
});

it('is one for any number of failed deletions', async () => {
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 3);
  service.behave({ on: { method: 'DELETE' }, fail: failures.invalid });
  for (const url of PAGES.slice(0, 3)) {
    await insider.add({ kind: 'delete', report: listedReport(await insider.stored(), url) });
  }
  await closePopup(popup);
  await passUndoTime();
  const again = await openPopupAgain();
  await untilSaid(again, "Couldn't delete");
  expect((await announcements(again)).alert).toBe("3 reports couldn't be deleted.");
  expect(await alertCount(again)).toBe(1);
});
