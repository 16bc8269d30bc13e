import type { Page, Protocol } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, press } from '../browser/roles';
import { openPopup, service, useService } from './fixture';
import { choose, fieldText, mainText, untilSaid } from './popup-reading';
import { pressMenu, untilPopupTab } from './worker-events';

useService();

const url = 'https://dropped.example/page';
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

const TAKES_DROP = '.takes-drop';

/** Drags data over the list, as the browser tells the page; `drop` lets go of it. */
async function drag(popup: Page, items: Record<string, string>) {
  const heading = await popup.locator(byRole('heading', 'Recent reports')).waitHandle();
  const box = await heading.boundingBox();
  if (box === null) throw new Error('The list is not to be seen.');
  let { x, y } = box;
  const session = await popup.createCDPSession();
  const tell = (type: Protocol.Input.DispatchDragEventRequest['type']) =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: {
        items: Object.entries(items).map(([mimeType, data]) => ({ mimeType, data })),
        dragOperationsMask: 1,
      },
    });
  await tell('dragEnter');
  await tell('dragOver');
  return {
    drop: () => tell('drop'),
    async leave() {
      [x, y] = [0, 0];
      await tell('dragOver');
    },
  };
}

/** Pastes a text where the focus is. */
async function paste(popup: Page, text: string): Promise<void> {
  await popup.evaluate((plain) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', plain);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}

const focusedId = (popup: Page) => popup.evaluate(() => document.activeElement?.id);

describe('an address that is dropped on the list', () => {
  it('goes into the form, which takes the focus, and is not sent', async () => {
    const popup = await openPopup();
    const { drop } = await drag(popup, { 'text/uri-list': url, 'text/plain': 'a link' });
    await popup.locator(TAKES_DROP).wait();
    await drop();
    await until('the form holds it', async () => (await fieldText(popup, 'URL')) === url);
    await until('the field has the focus', async () => (await focusedId(popup)) === 'url');
    expect(await popup.$(TAKES_DROP)).toBeNull();
    expect(service.reports()).toEqual([]);
    await press(popup, 'Create report');
    await untilSaid(popup, 'Report created');
    expect(service.reports().map((one) => one.url)).toEqual([url]);
  });

  it('is shown not to be taken any more where it is dragged on', async () => {
    const popup = await openPopup();
    const { leave } = await drag(popup, { 'text/plain': url });
    await popup.locator(TAKES_DROP).wait();
    await leave();
    await until('it is not taken', async () => (await popup.$(TAKES_DROP)) === null);
    expect(await fieldText(popup, 'URL')).toBe(service.samplePages.good);
  });

  it('is warned of before it is published', async () => {
    const popup = await openPopup();
    await choose(popup, 'Public');
    await (await drag(popup, { 'text/plain': `See ${risky} please` })).drop();
    await untilSaid(popup, 'looks like it contains a sign-in token');
    expect(service.reports()).toEqual([]);
  });
});

describe('an address that is pasted', () => {
  it('goes into the form, in a tab of the popup too', async () => {
    await pressMenu('report-page/password', { pageUrl: 'https://page.example/' });
    const tab = await untilPopupTab();
    await tab.evaluate(() => (document.activeElement as HTMLElement).blur());
    await paste(tab, url);
    await until('the form holds it', async () => (await fieldText(tab, 'URL')) === url);
  });

  it('is said to be too long at once', async () => {
    const popup = await openPopup();
    await paste(popup, `${url}?${'a'.repeat(100_000)}`);
    await untilSaid(popup, 'too long');
    expect(await fieldText(popup, 'URL')).toHaveLength(8_001);
  });

  it('stays where a field has the focus, and words that are no address change nothing', async () => {
    const popup = await openPopup();
    await popup.locator(byRole('searchbox', 'Search')).click();
    await paste(popup, url);
    await popup.evaluate(() => (document.activeElement as HTMLElement).blur());
    await paste(popup, 'no address at all');
    expect(await fieldText(popup, 'URL')).toBe(service.samplePages.good);
    expect(await mainText(popup)).not.toContain('Enter a full address');
  });
});
