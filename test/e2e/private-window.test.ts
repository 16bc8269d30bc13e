import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { fill, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { type Service, startService } from '../service/service';
import { insider, restartStage, stage, useProfile, useStage } from './fixture';
import { empty, fieldText, mainText, openRow, untilRows, untilSaid } from './popup-reading';
import { openPrivateWindow } from './private-windows';
import { connectAtOnce } from './scene';
import { LIST_NAME, listReadAt, PRIVATE_LIST_NAME } from './stored';

const MADE_TWICE = 'This page has two new reports.';

let service: Service;

const userDataDir = useProfile();
useStage({ userDataDir, privateWindows: true });
beforeAll(async () => {
  service = await startService();
  await connectAtOnce(stage, service);
});
afterAll(() => service.close());

/** Presses the toolbar button and Create report, and waits until nothing is on its way. */
async function report(page: Page): Promise<void> {
  const popup = await stage.openPopup(page);
  await press(popup, 'Create report');
  await until('the report is made', () => service.reports().some(({ url }) => url === page.url()));
  await until(
    'it has left the queue',
    async () => (await insider.queue()).submissions.length === 0,
  );
  await popup.close();
}

describe('a report from a private window', () => {
  it('is made, shown in private windows alone, and stored in memory alone', async () => {
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
    const places = await insider.placesOf(good);
    expect(places).toContain(`session: ${PRIVATE_LIST_NAME}`);
    expect(places.filter((place) => !place.startsWith('session: '))).toEqual([]);
    expect(await insider.placesOf(bad)).toContain(`local: ${LIST_NAME}`);
    expect(service.reports().filter(({ url }) => url === good)).toHaveLength(1);
  });

  it('that was made twice is told of in private windows alone, and stays in memory', async () => {
    const { bad, decent } = service.samplePages;
    const page = await openPrivateWindow(decent);
    service.behave({ on: { method: 'POST' }, times: 1, isRepeated: true });
    await report(page);
    const popup = await stage.openPopup(page);
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
    const popup = await stage.openPopup(await openPrivateWindow(`${good}?private`));
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

/** Everything that outlasts the browser, as text. */
async function disk(): Promise<string> {
  return JSON.stringify(await insider.stored());
}

/** Has an ordinary window read the list, and waits until that is stored. */
async function readListOrdinarily(): Promise<void> {
  const { popup } = await stage.openPopupOn(service.samplePages.bad);
  await press(popup, 'Refresh');
  await untilSaid(popup, 'List updated');
  await closePopup(popup);
}

async function restartBrowser(): Promise<void> {
  await restartStage({ userDataDir });
  await insider.wake();
}

describe('the disk', () => {
  it('holds nothing of what private windows report, delete and search for', async () => {
    const { good } = service.samplePages;
    const url = `${good}?secret-report`;
    const deleted = 'https://secret-deletion.example/page';
    const page = await openPrivateWindow(url);
    await report(page);
    const { id } = service.add({ url: deleted });
    const popup = await stage.openPopup(page);
    // What was searched for before stays in private windows.
    await empty(popup, 'Search', 'searchbox');
    await untilRows(popup, (rows) => rows.some((row) => row.includes('secret-deletion')));
    await openRow(popup, deleted);
    await press(popup, 'Delete report');
    await untilSaid(popup, 'Undo');
    await fill(popup, 'Search', 'secret-search', 'searchbox');
    await until('it is searched for', () =>
      service.requests.some(({ query }) => query.some(([, value]) => value === 'secret-search')),
    );
    await closePopup(popup);
    const made = service.reports().find((one) => one.url === url);
    const traces = [/secret/, `"id":"${id}"`, `"id":"${made?.id}"`, `"${made?.id}"`];
    const expectNoTrace = async () => {
      const stored = await disk();
      for (const trace of traces) expect(stored).not.toMatch(trace);
    };
    await expectNoTrace();
    await stage.stopWorker();
    await expectNoTrace();
    await insider.wake();
    await until('it is deleted', () => !service.reports().some((one) => one.url === deleted));
    await readListOrdinarily();
    await expectNoTrace();
    await restartBrowser();
    await readListOrdinarily();
    expect(service.reports().some((one) => one.url === url)).toBe(true);
    await expectNoTrace();
  });
});

describe('a report that waits in a private window', () => {
  it('is said to be dropped when the browser closes, and is', async () => {
    const url = `${service.samplePages.good}?waiting`;
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    const popup = await stage.openPopup(await openPrivateWindow(url));
    await untilSaid(popup, 'reports still waiting are dropped when the browser closes');
    await press(popup, 'Create report');
    await untilSaid(popup, '1 report waiting');
    await closePopup(popup);
    const ordinary = await stage.openPopupOn(service.samplePages.bad);
    expect(await mainText(ordinary.popup)).not.toMatch(/waiting|dropped/);
    await closePopup(ordinary.popup);
    service.behave(null);
    await restartBrowser();
    // The service's wish to wait goes for everything, and so outlasts the browser.
    await insider.ask('retryNow');
    const { popup: next } = await stage.openPopupOn(service.samplePages.bad);
    await press(next, 'Create report');
    await untilSaid(next, 'Report created');
    expect(service.reports().filter((one) => one.url === url)).toEqual([]);
    expect((await insider.queue()).submissions).toEqual([]);
  });
});
