import type { Page } from 'puppeteer-core';
import { byRole, fill, press } from '../browser/roles';
import { sampleReports } from '../service/sample-reports';
import { failures } from '../service/served-failure';
import {
  insider,
  openPopup,
  openWithRows,
  passUndoTime,
  type State,
  service,
  stage,
} from './fixture';
import { choose, expand, openRow, select, untilAlert, untilRows, untilSaid } from './popup-reading';
import { connectAtOnce, disconnect } from './scene';
import { CHANGES } from './stored';
import { pressMenu, untilPopupTab } from './worker-events';

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(40)}?${'x'.repeat(1500)}`;
const DAY_MS = 24 * 3_600_000;
const DELETED = 'https://clinic.example/appointments';

/** The popup with its form and its list, and every state of the two. */
export const POPUP_STATES: Record<string, State> = {
  'without a connection': async () => {
    await disconnect(stage);
    const popup = await openPopup();
    await popup.locator(byRole('button', 'Connect a service')).wait();
    return popup;
  },
  'the form and the list': openSamples,
  'an empty list': async () => {
    const popup = await openConnected();
    await untilSaid(popup, 'No reports yet');
    return popup;
  },
  'no list yet, and a service that hangs': async () => {
    await connectAtOnce(stage, service);
    service.behave({ fail: failures.silence });
    await insider.change(CHANGES.noList);
    const popup = await openPopup();
    await untilSaid(popup, 'Loading…');
    return popup;
  },
  'a page that cannot be reported': async () => {
    const popup = await openConnected('about:blank');
    await untilSaid(popup, "This page can't be reported.");
    return popup;
  },
  'no match': async () => {
    const popup = await openSamples();
    await fill(popup, 'Search', 'no-such-page', 'searchbox');
    await untilSaid(popup, 'No matching reports');
    return popup;
  },
  'more rows than fit': async () => {
    for (let number = 1; number <= 30; number += 1) {
      service.add({ url: `https://many.example/page/${number}` });
    }
    const popup = await openWithRows(10);
    await select(popup, 'Per page', '25');
    await untilRows(popup, (rows) => rows.length === 25);
    await untilSaid(popup, '25 of 30');
    return popup;
  },
  'long URLs': async () => {
    service.add({ url: LONG_URL });
    service.add({ url: `${LONG_URL}#again`, privacy: 2, result: 'decent' });
    return openWithRows(2, `${service.samplePages.good}?${'q'.repeat(3000)}`);
  },
  'rows that cannot be read': async () => {
    service.behave({ shape: { unreadableRow: true } });
    const popup = await openSamples();
    await untilSaid(popup, "1 report couldn't be read");
    return popup;
  },
  'a missing password': async () => {
    const popup = await openSamples();
    await choose(popup, 'Password');
    await press(popup, 'Create report');
    await untilSaid(popup, 'Enter a password, or choose another privacy.');
    return popup;
  },
  'an address that is none': async () => {
    const popup = await openSamples();
    await fill(popup, 'URL', 'no address');
    await press(popup, 'Create report');
    await untilSaid(popup, 'Enter a full address');
    return popup;
  },
  "the service's words at the fields": async () => {
    const popup = await openSamples();
    service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await choose(popup, 'Password');
    await fill(popup, 'Report password', 'short');
    await press(popup, 'Create report');
    await untilSaid(popup, 'This password is too short.');
    return popup;
  },
  'a report that is being created': async () => {
    const popup = await openSamples();
    service.behave({ on: { method: 'POST' }, fail: failures.silence });
    await press(popup, 'Create report');
    await untilSaid(popup, 'Creating report…');
    return popup;
  },
  'a report that was created': async () => {
    const popup = await openSamples();
    await press(popup, 'Create report');
    await untilSaid(popup, 'Report created · Good');
    await untilSaid(popup, 'Reported');
    return popup;
  },
  'a publication that is held back': async () => {
    const popup = await openSamples();
    await fill(popup, 'URL', 'http://192.168.1.20/admin?token=8f14e45fceea167a5a36dedd4bea2543');
    await choose(popup, 'Public');
    await press(popup, 'Create report');
    await popup.locator(byRole('button', 'Publish anyway')).wait();
    return popup;
  },
  'a tab with a form that asks for a password': async () => {
    await openInTab('report-link/password', `${LONG_URL}#link`);
    const tab = await untilPopupTab();
    await tab.locator(byRole('textbox', 'Report password')).wait();
    return tab;
  },
  'a tab with a publication that is held back': async () => {
    await openInTab(
      'report-link/public',
      'http://192.168.1.20/admin?token=8f14e45fceea167a5a36ded',
    );
    const tab = await untilPopupTab();
    await tab.locator(byRole('button', 'Publish anyway')).wait();
    return tab;
  },
  'a service that fails': async () => {
    sampleReports.forEach(service.add);
    await connectAtOnce(stage, service);
    service.behave({ fail: failures.unavailable });
    const popup = await openPopup();
    await untilSaid(popup, 'Results from ');
    return popup;
  },
  'a service that hangs': async () => {
    const popup = await openSamples();
    service.behave({ fail: failures.silence });
    await fill(popup, 'Search', 'museum', 'searchbox');
    await untilSaid(popup, 'Showing saved results…');
    return popup;
  },
  'this page and how it has developed': async () => {
    const url = service.samplePages.good;
    addPast(url, ['bad', 'bad', 'decent', 'bad', 'good', 'good']);
    const popup = await openWithRows(6);
    await popup.locator(byRole('region', 'This page')).wait();
    return popup;
  },
  'this page with a long past': async () => {
    const url = service.samplePages.good;
    addPast(
      url,
      Array<'good' | 'bad'>(12)
        .fill('bad')
        .flatMap((bad) => ['good', bad]),
    );
    service.add({ url, result: null, privacy: 2 });
    const popup = await openWithRows(10);
    await popup.locator(byRole('region', 'This page')).wait();
    return popup;
  },
  'other addresses for the page': async () => {
    sampleReports.forEach(service.add);
    const url = `${service.samplePages.good}?utm_source=mail&a=1#part`;
    const popup = await openWithRows(10, url);
    await expand(popup, 'Other addresses');
    await popup.locator(byRole('button', 'Without tracking')).wait();
    return popup;
  },
  'a deletion that can be undone': async () => {
    const popup = await openSamples();
    await deleteRow(popup);
    // No worker runs and no alarm rings while somebody looks at it.
    await stage.stopWorker();
    await insider.moveTimesBack(-DAY_MS);
    await popup.locator(byRole('button', 'Undo')).wait();
    return popup;
  },
  'a deletion that failed': async () => {
    const popup = await openSamples();
    service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    await deleteRow(popup);
    await passUndoTime();
    await untilAlert(popup);
    return popup;
  },
};

async function openSamples(): Promise<Page> {
  sampleReports.forEach(service.add);
  return openWithRows(10);
}

async function deleteRow(popup: Page): Promise<void> {
  await openRow(popup, DELETED);
  await press(popup, 'Delete report');
  await untilRows(popup, (rows) => rows.length === 9);
}

function addPast(url: string, results: readonly ('good' | 'decent' | 'bad')[]) {
  for (const [month, result] of results.entries()) {
    const generated_at = new Date(Date.UTC(2024, month, 5)).toISOString();
    service.add({ url, result, generated_at });
  }
}

/** Presses a menu item on a link, which opens the popup in a tab. */
async function openInTab(item: string, linkUrl: string): Promise<void> {
  sampleReports.forEach(service.add);
  await connectAtOnce(stage, service);
  await pressMenu(item, { pageUrl: service.samplePages.good, linkUrl });
}

async function openConnected(url?: string): Promise<Page> {
  await connectAtOnce(stage, service);
  return openPopup(url);
}
