import { sampleReports } from '../service/sample-reports';
import { app, byRole, failures, type Screen, type State } from './app';
import { CHANGES } from './stored';
import { pressMenu, untilPopupTab } from './worker-events';

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(40)}?${'x'.repeat(1500)}`;
const DAY_MS = 24 * 3_600_000;
const DELETED = 'https://clinic.example/appointments';

/** The popup with its form and its list, and every state of the two. */
export const POPUP_STATES: Record<string, State> = {
  'without a connection': async () => {
    await app.disconnect();
    const popup = await app.popup();
    await popup.locator(byRole('button', 'Connect a service')).wait();
    return popup;
  },
  'the form and the list': openSamples,
  'an empty list': async () => {
    const popup = await openConnected();
    await popup.says('No reports yet');
    return popup;
  },
  'no list yet, and a service that hangs': async () => {
    await app.connect();
    app.service.behave({ fail: failures.silence });
    await app.worker.change(CHANGES.noList);
    const popup = await app.popup();
    await popup.says('Loading…');
    return popup;
  },
  'a page that cannot be reported': async () => {
    const popup = await openConnected('about:blank');
    await popup.says("This page can't be reported.");
    return popup;
  },
  'no match': async () => {
    const popup = await openSamples();
    await popup.fill('Search', 'no-such-page', 'searchbox');
    await popup.says('No matching reports');
    return popup;
  },
  'more rows than fit': async () => {
    for (let number = 1; number <= 30; number += 1) {
      app.service.add({ url: `https://many.example/page/${number}` });
    }
    const popup = await app.popupWithRows(10);
    await popup.pick('Per page', '25');
    await popup.rows((rows) => rows.length === 25);
    await popup.says('25 of 30');
    return popup;
  },
  'long URLs': async () => {
    app.service.add({ url: LONG_URL });
    app.service.add({ url: `${LONG_URL}#again`, privacy: 2, result: 'decent' });
    return app.popupWithRows(2, `${app.service.samplePages.good}?${'q'.repeat(3000)}`);
  },
  'rows that cannot be read': async () => {
    app.service.behave({ shape: { unreadableRow: true } });
    const popup = await openSamples();
    await popup.says("1 report couldn't be read");
    return popup;
  },
  'a missing password': async () => {
    const popup = await openSamples();
    await popup.choose('Password');
    await popup.press('Create report');
    await popup.says('Enter a password, or choose another privacy.');
    return popup;
  },
  'an address that is none': async () => {
    const popup = await openSamples();
    await popup.fill('URL', 'no address');
    await popup.press('Create report');
    await popup.says('Enter a full address');
    return popup;
  },
  "the service's words at the fields": async () => {
    const popup = await openSamples();
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await popup.choose('Password');
    await popup.fill('Report password', 'short');
    await popup.press('Create report');
    await popup.says('This password is too short.');
    return popup;
  },
  'a report that is being created': async () => {
    const popup = await openSamples();
    app.service.behave({ on: { method: 'POST' }, fail: failures.silence });
    await popup.press('Create report');
    await popup.says('Creating report…');
    return popup;
  },
  'a report that was created': async () => {
    const popup = await openSamples();
    await popup.press('Create report');
    await popup.says('Report created · Good');
    await popup.says('Reported');
    return popup;
  },
  'a publication that is held back': async () => {
    const popup = await openSamples();
    await popup.fill('URL', 'http://192.168.1.20/admin?token=8f14e45fceea167a5a36dedd4bea2543');
    await popup.choose('Public');
    await popup.press('Create report');
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
    sampleReports.forEach(app.service.add);
    await app.connect();
    app.service.behave({ fail: failures.unavailable });
    const popup = await app.popup();
    await popup.says('Results from ');
    return popup;
  },
  'a service that hangs': async () => {
    const popup = await openSamples();
    app.service.behave({ fail: failures.silence });
    await popup.fill('Search', 'museum', 'searchbox');
    await popup.says('Showing saved results…');
    return popup;
  },
  'this page and how it has developed': async () => {
    const url = app.service.samplePages.good;
    addPast(url, ['bad', 'bad', 'decent', 'bad', 'good', 'good']);
    const popup = await app.popupWithRows(6);
    await popup.locator(byRole('region', 'This page')).wait();
    return popup;
  },
  'this page with a long past': async () => {
    const url = app.service.samplePages.good;
    addPast(
      url,
      Array<'good' | 'bad'>(12)
        .fill('bad')
        .flatMap((bad) => ['good', bad]),
    );
    app.service.add({ url, result: null, privacy: 2 });
    const popup = await app.popupWithRows(10);
    await popup.locator(byRole('region', 'This page')).wait();
    return popup;
  },
  'other addresses for the page': async () => {
    sampleReports.forEach(app.service.add);
    const url = `${app.service.samplePages.good}?utm_source=mail&a=1#part`;
    const popup = await app.popupWithRows(10, url);
    await popup.expand('Other addresses');
    await popup.locator(byRole('button', 'Without tracking')).wait();
    return popup;
  },
  'a deletion that can be undone': async () => {
    const popup = await openSamples();
    await deleteRow(popup);
    // No worker runs and no alarm rings while somebody looks at it.
    await app.worker.stop();
    await app.worker.moveTimesBack(-DAY_MS);
    await popup.locator(byRole('button', 'Undo')).wait();
    return popup;
  },
  'a deletion that failed': async () => {
    const popup = await openSamples();
    app.service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    await deleteRow(popup);
    await app.passUndoTime();
    await popup.alert();
    return popup;
  },
};

async function openSamples(): Promise<Screen> {
  sampleReports.forEach(app.service.add);
  return app.popupWithRows(10);
}

async function deleteRow(popup: Screen): Promise<void> {
  await popup.row(DELETED).open();
  await popup.press('Delete report');
  await popup.rows((rows) => rows.length === 9);
}

function addPast(url: string, results: readonly ('good' | 'decent' | 'bad')[]) {
  for (const [month, result] of results.entries()) {
    const generated_at = new Date(Date.UTC(2024, month, 5)).toISOString();
    app.service.add({ url, result, generated_at });
  }
}

/** Presses a menu item on a link, which opens the popup in a tab. */
async function openInTab(item: string, linkUrl: string): Promise<void> {
  sampleReports.forEach(app.service.add);
  await app.connect();
  await pressMenu(item, { pageUrl: app.service.samplePages.good, linkUrl });
}

async function openConnected(url?: string): Promise<Screen> {
  await app.connect();
  return app.popup(url);
}
