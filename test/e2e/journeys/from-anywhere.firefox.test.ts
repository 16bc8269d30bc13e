import { beforeEach, describe, expect, it } from 'vitest';
import {
  enterInAddressBar,
  pressKeys,
  pressMenuItem,
  pressTabMenuItem,
  suggestions,
  typeInAddressBar,
} from '../../browser/firefox/browser-events';
import { createGate } from '../../service/gate';
import { withRetryAfter } from '../../service/served-failure';
import { app, failures, until, useService } from '../app';
import { clearNotifications, countNotifications } from '../browser-ui/notifications';
import { tabIdOf } from '../browser-ui/tabs';
import { BAD_BADGE, GOOD_BADGE, untilBadge } from '../browser-ui/toolbar-button';
import { choosePreference } from '../stored-preferences';

declare const chrome: {
  permissions: { remove(permissions: { permissions: string[] }): Promise<boolean> };
};

useService({ reports: [{ url: 'https://museum.example/visit', result: 'good' }] });

const LINK = 'https://shop.example/shoes?size=42';

/** The address of the page in front, for whose host the extension has no permission. */
let url: string;

beforeEach(async () => {
  const page = await app.testBrowser.openTab();
  url = app.service.samplePages.good;
  await page.goto(url);
  // Each event must start the event page.
  await app.worker.stop();
});

const created = () => app.requests('POST').map(({ form }) => Object.fromEntries(form));

function untilOpened(start: string): Promise<string> {
  return until(`${start} is open`, async () =>
    (await app.testBrowser.tabUrls()).find((one) =>
      one.startsWith(`${app.testBrowser.origin}/${start}`),
    ),
  );
}

/** Removes a permission, as a person does in the browser's settings. */
async function forbid(permission: string): Promise<void> {
  const permissions = [permission];
  await app.worker.page.evaluate((removed) => chrome.permissions.remove(removed), { permissions });
}

describe('context menu and shortcut', () => {
  it('report a link and the page in front, and the badge counts both', async () => {
    const fail = withRetryAfter(failures.tooManyRequests, 1800);
    app.service.behave({ on: { method: 'POST' }, fail });
    await pressMenuItem(app.testBrowser, 'report-link/private', { pageUrl: url, linkUrl: LINK });
    await until('the request is sent', () => app.requests('POST').length === 1);
    await untilBadge('1');
    expect(created()).toEqual([{ url: LINK, privacy: '1' }]);
    await app.untilBackoff();
    await app.worker.stop();
    // The extension has no other permission for the host of the page.
    await pressKeys(app.testBrowser, 'report-page');
    await untilBadge('2');
    app.service.behave(null);
    await app.worker.callForConnection('retryNow');
    await until('both reports are created', () => app.service.reports().length === 3);
    expect(app.service.reports().map((report) => report.url)).toContain(url);
  });
});

describe('the context menu of a tab', () => {
  it('reports the page of a tab in the background', async () => {
    const front = await app.testBrowser.openTab();
    await front.goto(app.service.samplePages.bad);
    expect(await pressTabMenuItem(app.testBrowser, 'report-page/private', url)).toBe(true);
    await until('the report is created', () => app.service.reports().length === 2);
    expect(created()).toEqual([{ url, privacy: '1' }]);
  });

  it('offers no report of a page of the browser', async () => {
    await app.testBrowser.openTab();
    const isOffered = await pressTabMenuItem(app.testBrowser, 'report-page/private', 'about:blank');
    expect(isOffered).toBe(false);
  });
});

describe('the address bar', () => {
  it('suggests reports, and opens the chosen report in a tab', async () => {
    // The reply arrives after the list is stored. Earlier searches would find nothing.
    await app.worker.callForConnection('getReportsById', ['1']);
    await typeInAddressBar(app.testBrowser, 'museum');
    const found = await until('the report is suggested', async () =>
      (await suggestions(app.testBrowser)).find(({ description }) =>
        description.includes('museum.example'),
      ),
    );
    expect(found.description).toContain('Good');
    expect(found.description).not.toContain('<');
    await enterInAddressBar(app.testBrowser, found.content);
    expect(await untilOpened('popup.html#')).not.toContain('museum');
  });
});

describe('a preference that needs a permission', () => {
  it('shows notifications for a form in the background until notifications are forbidden', async () => {
    await choosePreference('notifiesOfDone');
    await clearNotifications();
    const popup = await app.popup();
    await popup.press('Create report');
    await popup.says('Report created');
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate });
    await popup.press('Create report');
    await popup.press('Create another');
    await until('the second report is sent', () => app.requests('POST').length === 2);
    expect(await countNotifications()).toBe(0);
    await app.testBrowser.openTab();
    gate.open();
    await until('the notification is shown', async () => (await countNotifications()) > 0);
    await until(
      'both reports are created',
      async () => (await app.worker.operations()).length === 0,
    );
    await app.worker.stop();
    expect(await countNotifications()).toBe(1);
    await app.worker.wake();
    await forbid('notifications');
    await pressMenuItem(app.testBrowser, 'report-link/private', { pageUrl: url, linkUrl: LINK });
    await untilBadge(GOOD_BADGE);
  });

  it('shows the rating of the page in front until access to tabs is forbidden', async () => {
    const { bad } = app.service.samplePages;
    app.service.add({ url: bad, result: 'bad' });
    await app.connect();
    await choosePreference('showsPageRating');
    const page = await app.testBrowser.openTab();
    await page.goto(bad);
    const tab = await tabIdOf(bad);
    await untilBadge(BAD_BADGE, tab);
    await forbid('tabs');
    await untilBadge('', tab);
  });
});
