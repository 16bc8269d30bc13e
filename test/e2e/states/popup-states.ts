import { sampleReports } from '../../service/sample-reports';
import { app, creation, failures, type Screen, type State } from '../app';
import { pressMenu } from '../browser-ui/events';
import { untilPopupTab } from '../browser-ui/tabs';
import { connectTwo, disconnectInUse } from './two-services';
import { choose, fill, makeDue, openRows, press, shows, walk } from './walk';

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(40)}?${'x'.repeat(1500)}`;
const RISKY_URL = 'http://192.168.1.20/admin?token=8f14e45fceea167a5a36dedd4bea2543';
const DAY_MS = 24 * 3_600_000;

export const POPUP_STATES: Record<string, State> = {
  'without a connection': async () => {
    await app.disconnect();
    return walk(app.popup, shows('button', 'Connect a service'))();
  },
  'the menu of the services': async () => {
    sampleReports.forEach(app.service.add);
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    const host = await connectTwo(() => app.worker.createBatch('b', [LONG_URL, RISKY_URL]));
    const subjects = [1, 2].map((page) => {
      return { kind: 'create', url: `https://shop.example/${page}`, privacy: 1 };
    });
    const job = { id: 'private', isBatch: true, isPrivate: true, subjects };
    await app.worker.callForConnection('createJob', job);
    const popup = await app.popupWithRows(10);
    await popup.press(host);
    await popup.shows('menuitem', 'Connect another service');
    await popup.find('.service-note');
    return popup;
  },
  'no service in use': async () => {
    await connectTwo();
    await disconnectInUse();
    return walk(app.popup, 'No service is in use.', shows('button', 'Use'))();
  },
  'an empty list': walk(openConnected, 'No reports yet'),
  'no list yet, and a service that hangs': async () => {
    await app.connect();
    app.service.behave({ fail: failures.silence });
    await app.worker.removeNewestList();
    return walk(app.popup, 'Loading…')();
  },
  'a page that cannot be reported': walk(
    () => openConnected('about:blank'),
    "This page can't be reported.",
  ),
  'the reports of the site in front, in another order': async () => {
    for (let number = 0; number < 110; number += 1) {
      const generated_at = new Date(Date.UTC(2026, 8, 1 + ((number * 7) % 60))).toISOString();
      const url = `https://localhost/page/${number}`;
      app.service.add({ url, project: 'localhost', generated_at });
    }
    return walk(
      () => openRows(10),
      async (popup) => popup.chooseFilter('Sort by', 'Date generated'),
      async (popup) => popup.chooseFilter('Order', 'Ascending'),
      press('This site'),
      press('Filters'),
      'Sort by: Date generated · Ascending',
    )();
  },
  'long URLs': async () => {
    app.service.add({ url: LONG_URL });
    app.service.add({ url: `${LONG_URL}#again`, privacy: 2, result: 'decent' });
    return openRows(2, `${app.service.samplePages.good}?${'q'.repeat(3000)}`);
  },
  'unreadable rows': async () => {
    app.service.behave({ shape: { unreadableRow: true } });
    return walk(openSamples, "1 report couldn't be read")();
  },
  'a problem that got worse': async () => {
    for (const [failing, days] of [
      [[], 10],
      [['noindex'], 1],
    ] as const) {
      const created_at = new Date(Date.now() - days * DAY_MS).toISOString();
      app.service.add({ url: 'https://shop.example/', score: 70, failing, created_at });
    }
    await app.connect();
    await app.worker.callForConnection('readAllReports', true);
    return walk(app.popup, shows('button', 'shop.example: Noindex on 1 page, new'))();
  },
  'pages that are due': walk(
    openSamples,
    () => makeDue('clinic.example', 'museum.example', 'news.example', 'trails.example'),
    'Due: 3 pages of clinic.example',
    press('1 more due'),
  ),
  'a missing password': walk(
    openSamples,
    choose('Password'),
    press('Create report'),
    'Enter a password, or choose another privacy setting.',
    (page) => page.expectFocus('Report password'),
  ),
  'messages of the service at the fields': walk(
    () => openSamples({ on: { method: 'POST' }, fail: failures.invalid }),
    choose('Password'),
    fill('Report password', 'abc12'),
    press('Create report'),
    'The password field is required.',
  ),
  'a created report': walk(
    openSamples,
    press('Create report'),
    'Report created · Good',
    'Measured',
  ),
  'many reports, some of them not created': async () => {
    const popup = await openSamples({ on: { method: 'POST' }, times: 1, fail: failures.invalid });
    const urls = [1, 2, 3].map((page) => `https://shop.example/${page}`);
    await app.worker.createBatch('b', urls);
    await popup.says('Batch: 2 created, 1 failed');
    return popup;
  },
  'a confirmation of a publication': walk(
    openSamples,
    fill('URL', RISKY_URL),
    choose('Public'),
    press('Create report'),
    shows('button', 'Publish anyway'),
  ),
  'a form in a tab that needs a password': async () => {
    sampleReports.forEach(app.service.add);
    await app.connect();
    const link = { pageUrl: app.service.samplePages.good, linkUrl: `${LONG_URL}#link` };
    await pressMenu('report-link/password', link);
    return walk(untilPopupTab, shows('textbox', 'Report password'))();
  },
  'a service that fails': async () => {
    sampleReports.forEach(app.service.add);
    await app.connect();
    app.service.behave({ fail: failures.unavailable });
    return walk(app.popup, 'This list is from ')();
  },
  'this page with its past results': async () => {
    const url = app.service.samplePages.good;
    for (let month = 0; month < 24; month += 1) {
      const generated_at = new Date(Date.UTC(2024, month, 5)).toISOString();
      app.service.add({ url, result: month % 2 === 0 ? 'good' : 'bad', generated_at });
    }
    app.service.add({ url, result: null, privacy: 2 });
    return walk(() => openRows(10), shows('region', 'This page'))();
  },
  'other addresses for the page': async () => {
    sampleReports.forEach(app.service.add);
    const url = `${app.service.samplePages.good}?utm_source=mail&a=1#part`;
    const popup = await openRows(10, url);
    await popup.press('Other addresses');
    await popup.shows('button', 'Without tracking');
    return popup;
  },
  'a deletion that can be undone': async () => {
    // During a backoff, the time to undo does not end.
    const popup = await openSamples({ fail: failures.tooManyRequests });
    await app.worker.createJobs(creation('https://waits.example/'));
    await popup.says('Waiting: ');
    await deleteRow(popup);
    return popup;
  },
  'a failed deletion': async () => {
    const popup = await openSamples({ on: { method: 'DELETE' }, fail: failures.forbidden });
    await deleteRow(popup);
    // A stop of the worker during the request would delay the answer by minutes.
    await popup.untilAlert();
    return popup;
  },
};

/** Changes the behaviour of the service after the popup has read its ten rows. */
async function openSamples(
  laterBehaviour?: Parameters<typeof app.service.behave>[0],
): Promise<Screen> {
  sampleReports.forEach(app.service.add);
  const popup = await openRows(10);
  if (laterBehaviour) app.service.behave(laterBehaviour);
  return popup;
}

async function deleteRow(popup: Screen): Promise<void> {
  await popup.row('https://clinic.example/appointments').open();
  await popup.pressInMenu('Delete report');
  await popup.untilRows((rows) => rows.length === 9);
  // The worker has stored the deletion.
  await popup.shows('button', 'Undo');
}

async function openConnected(url?: string): Promise<Screen> {
  await app.connect();
  return app.popup(url);
}
