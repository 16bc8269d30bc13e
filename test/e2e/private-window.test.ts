import { resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { openPopup } from '../browser/popup';
import { allowInPrivateWindows } from '../browser/profile';
import { fill, press } from '../browser/roles';
import { type Service, startService } from '../service/service';
import { insider, restartStage, stage, useProfile, useStage } from './fixture';
import { fieldText, mainText, untilSaid } from './popup-reading';
import { connectAtOnce } from './scene';
import { BUILT_EXTENSION } from './stage';
import { LIST_NAME, listReadAt, PRIVATE_LIST_NAME } from './stored';

declare const chrome: {
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

const MADE_TWICE = 'This page has two new reports.';

let service: Service;

const userDataDir = useProfile();
useStage({ userDataDir });
beforeAll(async () => {
  service = await startService();
  await restartStage({ userDataDir }, () =>
    allowInPrivateWindows(userDataDir, resolve(BUILT_EXTENSION)),
  );
  await connectAtOnce(stage, service);
});
afterAll(() => service.close());

async function openPrivateWindow(url: string): Promise<Page> {
  await insider.page.evaluate(
    (wanted) => chrome.windows.create({ url: wanted, incognito: true }),
    url,
  );
  const target = await until('the private window opens', () =>
    stage.browser.targets().find((one) => one.type() === 'page' && one.url() === url),
  );
  return target.asPage();
}

/** Presses the toolbar button and Create report, and waits until nothing is on its way. */
async function report(page: Page): Promise<void> {
  const popup = await openPopup(stage.extension, page);
  await press(popup, 'Create report');
  await until('the report is made', () => service.reports().some(({ url }) => url === page.url()));
  await until(
    'it has left the queue',
    async () => (await insider.queue()).submissions.length === 0,
  );
  await popup.close();
}

describe('a report from a private window', () => {
  it('is made, and stored nowhere but in the list of private windows, in memory', async () => {
    const { bad, good } = service.samplePages;
    await report(await openPrivateWindow(good));
    const before = listReadAt(await insider.stored());
    const { popup, page } = await stage.openPopupOn(bad);
    await until(
      'the list is read again',
      async () => listReadAt(await insider.stored()) !== before,
    );
    expect(await mainText(popup)).not.toContain(good);
    await popup.close();
    await report(page);
    expect(await insider.placesOf(good)).toEqual([`session: ${PRIVATE_LIST_NAME}`]);
    expect(await insider.placesOf(bad)).toContain(`local: ${LIST_NAME}`);
    expect(service.reports().filter(({ url }) => url === good)).toHaveLength(1);
  });

  it('that was made twice is told of in private windows alone, and stays in memory', async () => {
    const { bad, decent } = service.samplePages;
    const page = await openPrivateWindow(decent);
    service.behave({ on: { method: 'POST' }, times: 1, isRepeated: true });
    await report(page);
    const popup = await openPopup(stage.extension, page);
    await untilSaid(popup, MADE_TWICE);
    await popup.close();
    const places = await insider.placesOf(decent);
    expect(places.filter((place) => !place.startsWith('session: '))).toEqual([]);
    const ordinary = await stage.openPopupOn(bad);
    await press(ordinary.popup, 'Refresh');
    await untilSaid(ordinary.popup, 'List updated');
    expect(await mainText(ordinary.popup)).not.toContain(MADE_TWICE);
    expect(await mainText(ordinary.popup)).not.toContain(decent);
  });
});

describe('what is typed in a private window', () => {
  it('never reaches the disk, nor an ordinary window', async () => {
    const { bad, good } = service.samplePages;
    const popup = await openPopup(stage.extension, await openPrivateWindow(`${good}?private`));
    await fill(popup, 'Search', 'secret-search', 'searchbox');
    await fill(popup, 'URL', 'https://secret.example/draft');
    await until('both are in memory', async () => {
      return (await insider.placesOf('secret-search')).length > 0;
    });
    expect(await insider.placesOf('secret')).toEqual(
      (await insider.placesOf('secret')).filter((place) => place.startsWith('session: ')),
    );
    await popup.close();
    const { popup: ordinary } = await stage.openPopupOn(bad);
    expect(await fieldText(ordinary, 'Search', 'searchbox')).toBe('');
    expect(await fieldText(ordinary, 'URL')).toBe(bad);
  });
});
