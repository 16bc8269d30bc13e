import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { closePopup } from '../browser/popup';
import { failures } from '../service/served-failure';
import { insider, openPopup, openPopupAgain, service, useService } from './fixture';
import { untilRows, untilSaid } from './popup-reading';
import { CHANGES } from './stored';
import { submitMany } from './submission-states';

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
  for (const { id, url } of service.reports()) {
    const report = { id: String(id), url, result: null, privacy: 1, generatedAt: null };
    await insider.ask('remove', { ...report, project: null, link: null });
  }
  await closePopup(popup);
  await insider.change(CHANGES.failedDeletion('Locked.'));
  const again = await openPopupAgain();
  await untilSaid(again, "Couldn't delete");
  expect((await announcements(again)).alert).toBe("3 reports couldn't be deleted.");
  expect(await alertCount(again)).toBe(1);
});
