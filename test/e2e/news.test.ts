import { describe, expect, inject, it } from 'vitest';
import { clickNotification } from '../browser/firefox/browser-events';
import { app, type Screen, until, useService } from './app';
import { evaluateInFreshWorker } from './browser-ui/events';
import {
  clearNotifications,
  countNotifications,
  notificationIds,
} from './browser-ui/notifications';
import { allowedExtension } from './browser-ui/permissions';
import { tabAfter } from './browser-ui/tabs';
import { choosePreference, setPreferences } from './stored-preferences';

const isChromium = inject('browserName') === 'chromium';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** The beginning of the address of a tab that shows a problem. */
const PROBLEM = '/reports.html#problem';
const PAGES = ['https://shop.example/', 'https://shop.example/cart'];

useService({
  ...(isChromium && { extensionDir: allowedExtension() }),
  reports: PAGES.map((url) => ({ url, score: 90, failing: [], created_at: daysAgo(9) })),
});

/** Turns on *Keep up to date* and its notifications, and waits until all reports are read. */
async function keepUpToDate(): Promise<void> {
  if (isChromium) await setPreferences({ keepsUpToDate: true, notifiesOfWorse: true });
  else {
    await choosePreference('notifiesOfWorse');
    await choosePreference('keepsUpToDate');
  }
  await until('all reports are read', async () => {
    const answer = await app.worker.callForConnection('listHistory', null);
    return (answer?.value as { reading: unknown } | undefined)?.reading !== null;
  });
  await clearNotifications();
}

/** A colleague creates new reports of all pages, with a failing check. */
function breakPages(check: string): void {
  for (const url of PAGES) {
    app.service.add({ url, score: 60, failing: [check], created_at: new Date().toISOString() });
  }
}

/** Closes the worker and forgets what is in memory, as the end of the browser does. */
async function startBrowserAgain(): Promise<void> {
  await app.worker.stop();
  await app.worker.clearSession();
  await app.worker.wake();
}

async function pressNotification(id: string): Promise<void> {
  if (isChromium) {
    await evaluateInFreshWorker(`chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`);
  } else {
    await app.worker.stop();
    await clickNotification(app.testBrowser, id);
  }
}

async function expectProblem(page: Screen): Promise<void> {
  await page.says('Noindex, 2 pages');
}

describe('after a start of the browser', () => {
  it('a notification tells what got worse, and its press opens the problem', async () => {
    await keepUpToDate();
    breakPages('noindex');
    await startBrowserAgain();
    const id = await until('the notification is shown', async () => (await notificationIds())[0]);
    expect(id).not.toContain('shop');
    await expectProblem(await tabAfter(() => pressNotification(id), PROBLEM));
    // Another start on the same day tells nothing.
    await clearNotifications();
    await app.testBrowser.closePages();
    breakPages('title');
    await startBrowserAgain();
    const popup = await app.popup();
    await popup.shows('button', 'shop.example: Title on 2 pages, new');
    expect(await countNotifications()).toBe(0);
  });

  it('the popup names the problem that got worse, and a press opens it', async () => {
    await keepUpToDate();
    breakPages('noindex');
    await startBrowserAgain();
    const popup = await app.popup();
    const press = () => popup.press('shop.example: Noindex on 2 pages, new');
    await expectProblem(await tabAfter(press, PROBLEM));
  });

  it('All reports name the problem, and a press opens it', async () => {
    await keepUpToDate();
    breakPages('noindex');
    const page = await app.reports();
    await page.press('shop.example: Noindex on 2 pages, new');
    await expectProblem(page);
  });
});
