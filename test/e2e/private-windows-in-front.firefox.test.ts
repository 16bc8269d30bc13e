import { beforeEach, expect, it } from 'vitest';
import { evaluateInTab, loadExtensionPage, openTabBeside } from '../browser/firefox/bidi';
import {
  pressKeys,
  pressMenuItem,
  pressTabMenuItem,
  pressToolbarButton,
} from '../browser/firefox/browser-events';
import { screenOf } from '../browser/screen';
import { createGate } from '../service/gate';
import { app, bareAddress, byRole, failures, type Screen, until, useService } from './app';
import { pressInPopup, untilPopupSays } from './browser-ui/firefox-popup';
import { clearNotifications, countNotifications } from './browser-ui/notifications';
import { openPrivateWindow } from './browser-ui/tabs';
import { untilBadge } from './browser-ui/toolbar-button';
import { untilRows } from './reports-screen';
import { choosePreference } from './stored-preferences';

useService({ launch: { privateWindows: true } });

const LINK = 'https://shop.example/shoes?size=42';
const RISKY = 'https://shop.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';

let privatePage: Screen;
let url: string;

beforeEach(async () => {
  url = `${app.service.samplePages.good}?private`;
  privatePage = await openPrivateWindow(url);
  await app.worker.stop();
});

const created = () => app.requests('POST').map(({ form }) => Object.fromEntries(form));

/** Waits until the service has a number of reports and no request is in flight. */
async function untilCreated(count: number): Promise<void> {
  await until(`${count} reports are created`, () => app.service.reports().length === count);
  await until('no operation is left', async () => (await app.worker.operations()).length === 0);
}

async function diskPlacesOf(text: string): Promise<string[]> {
  return (await app.worker.itemsContaining(text)).filter((place) => !place.startsWith('session: '));
}

it('reports from menu and shortcut in a private window stay in memory, without notification', async () => {
  await choosePreference('notifiesOfDone');
  await clearNotifications();
  await openPrivateWindow(`${url}&again`);
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  await pressMenuItem(app.testBrowser, 'report-link/private', { pageUrl: url, linkUrl: LINK });
  await pressKeys(app.testBrowser, 'report-page');
  await until('both requests are sent', () => created().length === 2);
  // Both requests are in flight at once, and either may arrive first.
  expect(new Set(created())).toEqual(
    new Set([
      { url: LINK, privacy: '1' },
      { url: `${url}&again`, privacy: '1' },
    ]),
  );
  for (const reported of [LINK, `${url}&again`].map(bareAddress)) {
    expect(await app.worker.itemsContaining(reported)).not.toEqual([]);
    expect(await diskPlacesOf(reported)).toEqual([]);
  }
  gate.open();
  await untilCreated(2);
  const ordinary = await app.testBrowser.openTab();
  await ordinary.goto(app.service.samplePages.bad);
  await pressKeys(app.testBrowser, 'report-page');
  await until(
    'the notification of the other report is shown',
    async () => (await countNotifications()) > 0,
  );
  expect(await countNotifications()).toBe(1);
});

it('a report from the menu of a tab in a private window stays in memory until it is created', async () => {
  await openPrivateWindow(`${url}&again`);
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  expect(await pressTabMenuItem(app.testBrowser, 'report-page/private', url)).toBe(true);
  await until('the request is sent', () => created().length === 1);
  expect(created()).toEqual([{ url, privacy: '1' }]);
  expect(await app.worker.itemsContaining('?private')).not.toEqual([]);
  expect(await diskPlacesOf('?private')).toEqual([]);
  gate.open();
  await untilCreated(1);
});

it('a waiting report of a private window is neither on the disk nor on the badge', async () => {
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await pressKeys(app.testBrowser, 'report-page');
  await until('the report waits', async () => (await app.worker.operations()).length === 1);
  await until('the request was sent', () => created().length === 1);
  expect(await diskPlacesOf('?private')).toEqual([]);
  const ordinary = await app.testBrowser.openTab();
  await ordinary.goto(app.service.samplePages.bad);
  await pressKeys(app.testBrowser, 'report-page');
  await until('two reports wait', async () => (await app.worker.operations()).length === 2);
  await untilBadge('1');
});

it('an address in the form of a private window is not on the disk', async () => {
  await pressMenuItem(app.testBrowser, 'report-link/public', { pageUrl: url, linkUrl: RISKY });
  const confirmButton =
    "[...document.querySelectorAll('button')].find(({ textContent }) => /^Publish anyway/.test(textContent))";
  const inForm = (expression: string) =>
    evaluateInTab(app.testBrowser.browser, `${app.testBrowser.origin}/popup.html#`, expression);
  await until('the form shows the confirmation', () => inForm(`${confirmButton} !== undefined`));
  expect(app.requests('POST')).toEqual([]);
  expect(await app.worker.itemsContaining('shop.example')).toEqual([]);
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  await inForm(`${confirmButton}.click()`);
  await until('the request is sent', () => created().length === 1);
  expect(await diskPlacesOf('shop.example')).toEqual([]);
  gate.open();
  await untilCreated(1);
});

it('the popup of a private window shows the report of its page right after its creation', async () => {
  const inside = await openTabBeside(privatePage);
  await loadExtensionPage(inside, `${app.testBrowser.origin}/manifest.json`);
  await privatePage.bringToFront();
  await pressToolbarButton(app.testBrowser);
  await untilPopupSays('This page No report yet', inside);
  await pressInPopup('Create report', inside);
  await untilPopupSays('Report created', inside);
  await untilPopupSays(/This pageGood/, inside);
});

it('intended findings count in All reports of a private window, which neither marks nor ends them', async () => {
  const key = 'museum.example/visit';
  app.service.add({ url: `https://${key}`, failing: ['title', 'noindex', 'sitemap'], score: 60 });
  const mute = {
    id: 'intended',
    check: 'noindex',
    at: new Date().toISOString(),
    note: 'Stays out of search.',
    pages: [{ page: key, errors: null }],
  };
  await app.worker.callForConnection('changeMarks', { kind: 'addMute', mute });
  const storedMutes = async () => (await app.worker.callForConnection('getMutes', [key]))?.value;
  const before = await storedMutes();

  const token = await app.worker.requestReports({ name: 'list' });
  const page = screenOf(await openTabBeside(privatePage));
  await loadExtensionPage(page, `${app.testBrowser.origin}/reports.html#${token}`);
  await page.bringToFront();
  await untilRows(page, 1);
  await page.press('Intended 1');
  await page.says("Private windows can't mark findings as intended or show them again.");
  expect((await page.texts('.table-row'))[0]).toContain('2 issues');
  expect((await page.items('Intended'))[0]).toContain('Stays out of search.');
  expect(await page.$(byRole('button', 'Show again'))).toBeNull();

  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  await page.says('2 failed: 1 high, 0 medium, 1 low');
  await page.says('1 intended');
  await page.press('More: Title');
  await page.pressMenuItem('This is intended');
  await page.shows('dialog', 'It is intended that Title fails');
  expect(await page.texts(byRole('dialog', 'It is intended that Title fails'))).toEqual([
    expect.stringContaining("Private windows can't mark findings as intended"),
  ]);
  expect(await page.$(byRole('button', 'Mark as intended'))).toBeNull();
  expect(before).toEqual([[expect.objectContaining({ id: mute.id })]]);
  expect(await storedMutes()).toEqual(before);
});
