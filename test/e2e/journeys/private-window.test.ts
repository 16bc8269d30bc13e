import { describe, expect, it } from 'vitest';
import { createGate } from '../../service/gate';
import {
  app,
  failures,
  inChromium,
  restartTestBrowser,
  until,
  useProfile,
  useService,
} from '../app';
import { openPrivateWindow } from '../browser-ui/tabs';

const userDataDir = useProfile();
useService({ launch: { userDataDir, privateWindows: true } });

async function diskPlacesOf(text: string): Promise<string[]> {
  return (await app.worker.itemsContaining(text)).filter((place) => !place.startsWith('session: '));
}

inChromium('never-remember.firefox.test.ts covers Firefox')(
  'drafts and searches of a private window are stored nowhere, and its reports only in memory',
  async () => {
    const { bad, good } = app.service.samplePages;
    const page = await openPrivateWindow(`${good}?private`);
    const popup = await app.testBrowser.openPopup(page);
    await popup.fill('Search', 'secret-search', 'searchbox');
    await popup.fill('URL', 'https://secret.example/draft');
    await popup.says('No matching reports');
    expect(await app.worker.itemsContaining('secret')).toEqual([]);
    await popup.close();
    const ordinary = await app.testBrowser.openPopupOn(bad);
    expect(await ordinary.popup.value('Search', 'searchbox')).toBe('');
    expect(await ordinary.popup.value('URL')).toBe(bad);
    await ordinary.popup.close();

    const again = await app.testBrowser.openPopup(page);
    expect(await again.value('Search', 'searchbox')).toBe('');
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate });
    await again.press('Create report');
    await again.says('Creating report…');
    await until('the request is sent', () => app.requests('POST').length === 1);
    expect(await app.worker.itemsContaining('?private')).not.toEqual([]);
    expect(await diskPlacesOf('?private')).toEqual([]);
    gate.open();
    await again.says('Report created');
    await again.close();
    // The service then lists the report like any other.
    const { popup: last } = await app.testBrowser.openPopupOn(bad);
    await last.untilRows((rows) => rows[0]?.includes('?private') === true);
  },
);

async function restartBrowser(): Promise<void> {
  await restartTestBrowser({ userDataDir });
  await app.worker.wake();
}

describe('a report that waits in a private window', () => {
  it('is lost when the browser closes, after a warning', async () => {
    const url = `${app.service.samplePages.good}?waiting`;
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    const popup = await app.testBrowser.openPopup(await openPrivateWindow(url));
    await popup.says('reports not sent yet are lost when the browser closes');
    await popup.press('Create report');
    await popup.says('Waiting: ');
    expect(await diskPlacesOf('?waiting')).toEqual([]);
    await popup.closeAfterWrites();
    const ordinary = await app.testBrowser.openPopupOn(app.service.samplePages.bad);
    await ordinary.popup.says('Waiting: ');
    expect(await ordinary.popup.mainText()).not.toMatch(/dropped/);
    await ordinary.popup.closeAfterWrites();
    app.service.behave(null);
    await restartBrowser();
    // The backoff belongs to the service, not to the window, so it survives the browser.
    await app.worker.callForConnection('retryNow');
    const { popup: next } = await app.testBrowser.openPopupOn(app.service.samplePages.bad);
    await next.press('Create report');
    await next.says('Report created');
    expect(app.service.reports().filter((one) => one.url === url)).toEqual([]);
    await until('no operation is left', async () => (await app.worker.operations()).length === 0);
  });
});
