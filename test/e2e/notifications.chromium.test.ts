import { describe, expect, it, onTestFinished } from 'vitest';
import { createGate, type Gate } from '../service/gate';
import { startService } from '../service/service';
import { app, failures, type Screen, until, useService } from './app';
import { evaluateInFreshWorker, inWorker } from './browser-ui/events';
import { allowedExtension } from './browser-ui/permissions';
import { untilPopupTab, untilTab } from './browser-ui/tabs';
import { GOOD_BADGE, untilBadge, untilTitle } from './browser-ui/toolbar-button';
import { setPreferences } from './stored-preferences';
import { connectAnother, use } from './two-services';

useService({ extensionDir: allowedExtension() });

const pageUrl = 'https://me:secret@shop.example/good/page?name=ann#part';

interface ShownNotification {
  id: string;
  title: string;
  message: string;
}

/** An expression that records the notifications that the worker creates from now on. */
const RECORD_NOTIFICATIONS = `
  globalThis.shown = [];
  for (const api of new Set([chrome.notifications, globalThis.browser?.notifications])) {
    if (!api) continue;
    const create = api.create.bind(api);
    api.create = (id, options) => {
      globalThis.shown.push({ id, ...options });
      return create(id, options);
    };
  }`;

function pressOf(pageUrl: string, incognito: boolean): string {
  const info = JSON.stringify({ menuItemId: 'report-page/private', pageUrl });
  return `chrome.contextMenus.onClicked.dispatch(${info}, ${JSON.stringify({ incognito })})`;
}

/** An expression that counts the worker's searches for visible extension pages. */
const COUNT_PAGE_SEARCHES = `
  globalThis.pageSearches = 0;
  for (const api of new Set([chrome.runtime, globalThis.browser?.runtime])) {
    if (!api) continue;
    const getContexts = api.getContexts.bind(api);
    api.getContexts = async (filter) => {
      const contexts = await getContexts(filter);
      globalThis.pageSearches += 1;
      return contexts;
    };
  }`;

async function reportByMenu(incognito = false): Promise<void> {
  await evaluateInFreshWorker(`${RECORD_NOTIFICATIONS}; ${pressOf(pageUrl, incognito)}`);
}

async function readNotifications(): Promise<ShownNotification[]> {
  return JSON.parse((await inWorker('JSON.stringify(globalThis.shown ?? [])')) as string);
}

function untilNotification(title: string): Promise<ShownNotification> {
  return until(`"${title}" is shown`, async () =>
    (await readNotifications()).find((one) => one.title.startsWith(title)),
  );
}

async function clickNotification(id: string): Promise<void> {
  await evaluateInFreshWorker(`chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`);
}

async function openPopupTab(): Promise<Screen> {
  const popup = await app.testBrowser.openFile('popup.html');
  await popup.fill('URL', pageUrl);
  await inWorker(RECORD_NOTIFICATIONS);
  return popup;
}

/** Presses Create report, confirms a repeated report if necessary, and delays the answer. */
async function createIn(popup: Screen, isAgain = false): Promise<Gate> {
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  const before = app.requests('POST').length;
  await popup.press('Create report');
  if (isAgain) await popup.press('Create another');
  await until('the request is sent', () => app.requests('POST').length > before);
  return gate;
}

describe('a notification of a report from the menu', () => {
  it('names host and rating, and opens the report after a restart of the worker', async () => {
    await setPreferences({ notifiesOfDone: true });
    await reportByMenu();
    const { id, title, message } = await untilNotification('Report created');
    expect(title).toMatch(/^Report created · Good( \d+)?$/);
    expect(message).toBe('shop.example');
    // The address of the icon contains the random id of the extension.
    const texts = JSON.stringify(await readNotifications()).replaceAll(app.testBrowser.origin, '');
    expect(texts).not.toMatch(/secret|page|ann|part/);
    expect(app.service.reports().map((one) => String(one.id))).not.toContain(id);
    await clickNotification(id);
    const tab = await untilPopupTab();
    await until('the view of the report opens', async () =>
      (await tab.mainText()).includes('shop.example/good/page?name=ann'),
    );
    await untilBadge('');
  });

  it('omits the service’s words about a refusal, and opens the queue', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await setPreferences({ notifiesOfAttention: true });
    await reportByMenu();
    const { id, title, message } = await untilNotification('Report needs attention');
    expect(`${title} ${message}`).toBe('Report needs attention shop.example');
    await untilBadge('!1');
    await clickNotification(id);
    const tab = await untilPopupTab();
    await until('the queue is shown', async () =>
      (await tab.mainText()).includes("wasn't reported"),
    );
  });
});

describe('a notification of a report from the form', () => {
  it('is shown if the popup was closed before the report was created', async () => {
    await setPreferences({ notifiesOfDone: true });
    const popup = await app.popup();
    await inWorker(RECORD_NOTIFICATIONS);
    const gate = await createIn(popup);
    await app.testBrowser.closePages();
    gate.open();
    expect((await untilNotification('Report created')).title).toMatch(
      /^Report created · Good( \d+)?$/,
    );
  });

  it('is shown only if the tab of the form is in the background', async () => {
    await setPreferences({ notifiesOfDone: true });
    const popup = await openPopupTab();
    await popup.create();
    const gate = await createIn(popup, true);
    await app.testBrowser.openTab();
    expect(await readNotifications()).toEqual([]);
    gate.open();
    expect((await untilNotification('Report created')).message).toBe('shop.example');
    expect(await readNotifications()).toHaveLength(1);
  });
});

describe('a notification of a batch', () => {
  const urls = Array.from({ length: 4 }, (_, page) => `https://shop.example/${page}`);

  it('counts failures and opens the page of the batch', async () => {
    await setPreferences({ notifiesOfAttention: true });
    const gate = createGate();
    app.service.behave([
      { on: { method: 'POST' }, times: 1, fail: failures.invalid },
      { on: { method: 'POST' }, gate },
    ]);
    await inWorker(RECORD_NOTIFICATIONS);
    await app.worker.createBatch('b', urls);
    const page = await app.batch('b');
    await page.says('1 failed');
    await page.close();
    expect(await readNotifications()).toEqual([]);
    gate.open();
    const { id, message } = await untilNotification('3 reports created · 1 failed');
    expect(message).toBe('SEO Reports');
    expect(await readNotifications()).toHaveLength(1);
    await clickNotification(id);
    const again = await untilTab('/reports.html#batch');
    await again.says('1 failed');
  });

  it('is not shown while All reports is in front', async () => {
    await setPreferences({ notifiesOfDone: true });
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate });
    await inWorker(`${RECORD_NOTIFICATIONS}; ${COUNT_PAGE_SEARCHES}`);
    await app.worker.createBatch('b', urls);
    const page = await app.batch('b');
    gate.open();
    await page.says('All done');
    await until('the worker searches for visible pages', () =>
      inWorker('globalThis.pageSearches > 0'),
    );
    // A notification of the first batch would come earlier.
    await app.testBrowser.openTab();
    await app.worker.createBatch('c', ['https://one.example/']);
    await untilNotification('1 report created');
    expect(await readNotifications()).toHaveLength(1);
  });
});

describe('notifications', () => {
  it('are not shown for reports from a private window, and the badge stays empty', async () => {
    await setPreferences({ notifiesOfDone: true, notifiesOfAttention: true });
    app.service.behave({ on: { method: 'POST' }, times: 1, fail: failures.invalid });
    await reportByMenu(true);
    await until(
      'the report is refused',
      async () => (await app.worker.operations())[0]?.status === 'needsAttention',
    );
    await inWorker(pressOf('https://secret.example/', true));
    await until('another report is created', () => app.service.reports().length === 1);
    await inWorker(pressOf('https://ordinary.example/', false));
    expect((await untilNotification('Report created')).message).toBe('ordinary.example');
    expect(await readNotifications()).toHaveLength(1);
    await untilBadge('');
  });

  it('name the service in use if two services are connected', async () => {
    await setPreferences({ notifiesOfDone: true, notifiesOfAttention: true });
    const firstId = await app.worker.connectionId();
    const other = await startService({ sampleReports: false, apiKey: 'key-of-other-service' });
    onTestFinished(() => other.close());
    await connectAnother(other);
    const messageOf = async (title: string) =>
      (await untilNotification(title)).message.replace(/[\u2068\u2069]/g, '');
    await reportByMenu();
    expect(await messageOf('Report created')).toBe(
      `shop.example\nService: ${new URL(other.baseUrl).host}`,
    );
    await use(firstId ?? '');
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await reportByMenu();
    expect(await messageOf('Report needs attention')).toBe(
      `shop.example\nService: ${new URL(app.service.baseUrl).host}`,
    );
    expect(await readNotifications()).toHaveLength(1);
  });

  it('are off by default, and the badge shows the result until the popup is visible', async () => {
    await reportByMenu();
    await untilBadge(GOOD_BADGE);
    await untilTitle(/^SEO Reports · Report created · Good( \d+)?$/);
    const popup = await openPopupTab();
    await untilBadge('');
    const gate = await createIn(popup, true);
    await app.testBrowser.openTab();
    gate.open();
    await untilBadge(GOOD_BADGE);
    expect(await readNotifications()).toEqual([]);
    await popup.bringToFront();
    await untilBadge('');
  });
});
