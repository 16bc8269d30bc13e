import { beforeEach, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { pressKeys, pressMenuItem } from '../browser/firefox/browser-events';
import { press } from '../browser/roles';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import { buttonOf, tabIdOf, untilBadge } from './button';
import { chooseTelling, countNotifications } from './chosen-telling';
import { insider, openPopup, requestsBy, service, stage, useService } from './fixture';
import { untilSaid } from './popup-reading';
import { openPrivateWindow } from './private-windows';

useService({ launch: { privateWindows: true } });

const LINK = 'https://shop.example/shoes?size=42';
const RISKY = 'https://shop.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';

/** The page in the private window. */
let url: string;

beforeEach(async () => {
  url = `${service.samplePages.good}?private`;
  await openPrivateWindow(url);
  await stage.stopWorker();
});

const created = () => requestsBy('POST').map(({ form }) => Object.fromEntries(form));

/** Waits until the service has so many reports, and none is on its way. */
async function untilMade(count: number): Promise<void> {
  await until(`${count} reports are made`, () => service.reports().length === count);
  await until('nothing waits', async () => (await insider.tasks()).tasks.length === 0);
}

/** Where a text is kept that outlasts the browser. */
async function diskPlacesOf(text: string): Promise<string[]> {
  return (await insider.placesOf(text)).filter((place) => !place.startsWith('session: '));
}

it.each([
  [
    'a menu',
    { url: LINK, privacy: '1' },
    () => pressMenuItem(stage, 'report-link/private', { pageUrl: url, linkUrl: LINK }),
  ],
  ['the shortcut', { privacy: '1' }, () => pressKeys(stage, 'report-page')],
])(
  'what %s reports from a private window is in memory until it is made',
  async (_, report, ask) => {
    const gate = createGate();
    service.behave({ on: { method: 'POST' }, gate });
    await ask();
    await until('it is sent', () => created().length === 1);
    expect(created()).toEqual([{ url, ...report }]);
    const { url: reported = '' } = created()[0] ?? {};
    expect(await insider.placesOf(reported)).not.toEqual([]);
    expect(await diskPlacesOf(reported)).toEqual([]);
    gate.open();
    await untilMade(1);
  },
);

it('what waits never reaches the disk, and the button shows nothing of it', async () => {
  service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await pressKeys(stage, 'report-page');
  await until('it waits', async () => (await insider.tasks()).tasks.length === 1);
  await until('it was sent', () => created().length === 1);
  expect(await diskPlacesOf('?private')).toEqual([]);
  const ordinary = await stage.openTab();
  await ordinary.goto(service.samplePages.bad);
  await pressKeys(stage, 'report-page');
  await until('two wait', async () => (await insider.tasks()).tasks.length === 2);
  await untilBadge('1');
});

it('nor does what is handed over to the form', async () => {
  await pressMenuItem(stage, 'report-link/public', { pageUrl: url, linkUrl: RISKY });
  await until('the form is open', async () =>
    (await stage.tabUrls()).some((one) => one.startsWith(`${stage.origin}/popup.html#`)),
  );
  expect(requestsBy('POST')).toEqual([]);
  expect(await insider.placesOf('shop.example')).not.toEqual([]);
  expect(await diskPlacesOf('shop.example')).toEqual([]);
});

it('no notification tells of them', async () => {
  await chooseTelling('notifiesOfDone');
  await openPrivateWindow(`${url}&again`);
  await pressKeys(stage, 'report-page');
  await untilMade(1);
  expect(created()).toEqual([{ url: `${url}&again`, privacy: '1' }]);
  const ordinary = await stage.openTab();
  await ordinary.goto(service.samplePages.bad);
  await pressKeys(stage, 'report-page');
  await until('the other report is told of', async () => (await countNotifications()) > 0);
  expect(await countNotifications()).toBe(1);
});

it('no rating is shown of the page', async () => {
  const { bad, good } = service.samplePages;
  service.add({ url: good, result: 'good' });
  service.add({ url: bad, result: 'bad' });
  const popup = await openPopup(service.samplePages.decent);
  await press(popup, 'Refresh');
  await untilSaid(popup, 'List updated');
  await popup.close();
  await chooseTelling('showsPageRating');
  await openPrivateWindow(good);
  const secret = await tabIdOf(good);
  const page = await stage.openTab();
  await page.goto(bad);
  await untilBadge('B', await tabIdOf(bad));
  expect((await buttonOf(secret)).text).toBe('');
});
