import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { fill, press } from '../browser/roles';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import { type Service, startService } from '../service/service';
import { insider, restartStage, stage, useProfile, useStage } from './fixture';
import { fieldText, mainText, untilRows, untilSaid } from './popup-reading';
import { openPrivateWindow } from './private-windows';
import { connectAtOnce } from './scene';

let service: Service;

const userDataDir = useProfile();
useStage({ userDataDir, privateWindows: true });
beforeAll(async () => {
  service = await startService();
  await connectAtOnce(stage, service);
});
afterAll(() => service.close());

/** The names of what holds a text and outlasts the browser. */
async function diskPlacesOf(text: string): Promise<string[]> {
  return (await insider.placesOf(text)).filter((place) => !place.startsWith('session: '));
}

describe('a report from a private window', () => {
  it('is in memory alone until it is made, and listed like any other then', async () => {
    const { bad, good } = service.samplePages;
    const gate = createGate();
    service.behave({ on: { method: 'POST' }, gate });
    const popup = await stage.openPopup(await openPrivateWindow(good));
    await press(popup, 'Create report');
    await untilSaid(popup, 'Creating report…');
    await until('it is sent', () => service.requests.at(-1)?.method === 'POST');
    expect(await insider.placesOf(good)).not.toEqual([]);
    expect(await diskPlacesOf(good)).toEqual([]);
    gate.open();
    await untilSaid(popup, 'Report created');
    await popup.close();
    const ordinary = await stage.openPopupOn(bad);
    await untilRows(ordinary.popup, (rows) => rows[0]?.includes(good) === true);
  });
});

describe('what is typed in a private window', () => {
  it('never reaches the disk, nor another popup', async () => {
    const { bad, good } = service.samplePages;
    const page = await openPrivateWindow(`${good}?private`);
    const popup = await stage.openPopup(page);
    await fill(popup, 'Search', 'secret-search', 'searchbox');
    await fill(popup, 'URL', 'https://secret.example/draft');
    await untilSaid(popup, 'No matching reports');
    await until('its answer is in memory', async () => {
      return (await insider.placesOf('secret-search')).length > 0;
    });
    expect(await insider.placesOf('secret.example')).toEqual([]);
    expect(await diskPlacesOf('secret')).toEqual([]);
    await popup.close();
    const again = await stage.openPopup(page);
    expect(await fieldText(again, 'Search', 'searchbox')).toBe('');
    await again.close();
    const ordinary = await stage.openPopupOn(bad);
    expect(await fieldText(ordinary.popup, 'Search', 'searchbox')).toBe('');
    expect(await fieldText(ordinary.popup, 'URL')).toBe(bad);
  });
});

async function restartBrowser(): Promise<void> {
  await restartStage({ userDataDir });
  await insider.wake();
}

describe('a report that waits in a private window', () => {
  it('is said to be dropped when the browser closes, and is', async () => {
    const url = `${service.samplePages.good}?waiting`;
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    const popup = await stage.openPopup(await openPrivateWindow(url));
    await untilSaid(popup, 'reports still waiting are dropped when the browser closes');
    await press(popup, 'Create report');
    await untilSaid(popup, '1 report waiting');
    expect(await diskPlacesOf('?waiting')).toEqual([]);
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
    await until('its task has left', async () => (await insider.tasks()).tasks.length === 0);
  });
});
