import { describe, expect, inject, it } from 'vitest';
import { pageKey } from '@/lib/url/page-key';
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
function breakPages(check: string, time = Date.now()): void {
  const created_at = new Date(time).toISOString();
  for (const url of PAGES) app.service.add({ url, score: 60, failing: [check], created_at });
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

/** Copies and closes a ticket for a check of all pages. */
async function closeTicket(check: string): Promise<void> {
  const at = new Date().toISOString();
  const pages = PAGES.map((url, index) => ({
    report: { id: `${index + 1}`, page: pageKey(url), url, generatedAt: daysAgo(12) },
    found: null,
  }));
  const ticket = { id: 't', client: 'shop.example', check, at, pages };
  await app.worker.callForConnection('changeMarks', { kind: 'addTicket', ticket });
  await app.worker.callForConnection('changeMarks', { kind: 'closeTicket', id: 't' });
}

async function expectProblem(page: Screen, check = 'Noindex'): Promise<void> {
  await page.says(`${check}, 2 pages`);
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

  it('a notification tells of a closed ticket that fails again, and its press opens the problem', async () => {
    await keepUpToDate();
    await closeTicket('sitemap');
    // Without the ticket, a problem of low importance gets no notification. Dates of results have no
    // milliseconds, so this date is surely later than the closing of the ticket.
    breakPages('sitemap', Date.now() + 1_000);
    await startBrowserAgain();
    const id = await until('the notification is shown', async () => (await notificationIds())[0]);
    await expectProblem(await tabAfter(() => pressNotification(id), PROBLEM), 'Sitemap');
    const popup = await app.popup();
    await popup.says('fails again: Sitemap on 2 pages');
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
