import type { Protocol } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { pressMenu } from './browser-ui/events';
import { untilPopupTab } from './browser-ui/tabs';
import { openSource } from './states/batch-states';

useService();

const url = 'https://dropped.example/page';
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

const DROP_TARGET = '.takes-drop';

/** Dispatches the events of a drag over an element; `drop` ends the drag. */
async function drag(
  page: Screen,
  items: Record<string, string>,
  element = byRole('heading', 'Recent reports'),
) {
  const handle = await page.find(element);
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  let { x, y } = box;
  const session = await page.createCDPSession();
  const dispatch = (type: Protocol.Input.DispatchDragEventRequest['type']) =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: {
        items: Object.entries(items).map(([mimeType, data]) => ({ mimeType, data })),
        dragOperationsMask: 1,
      },
    });
  await dispatch('dragEnter');
  await dispatch('dragOver');
  return {
    drop: () => dispatch('drop'),
    async leave() {
      [x, y] = [0, 0];
      await dispatch('dragOver');
    },
  };
}

it('an address that is dropped on the list fills the form, and a risky address causes a warning', async () => {
  const popup = await app.popup();
  const data = { 'text/uri-list': url, 'text/plain': 'a link' };
  const { leave } = await drag(popup, data);
  await popup.find(DROP_TARGET);
  await leave();
  await until(
    'the popup no longer accepts a drop',
    async () => (await popup.$(DROP_TARGET)) === null,
  );
  expect(await popup.value('URL')).toBe(app.service.samplePages.good);
  const { drop } = await drag(popup, data);
  await popup.find(DROP_TARGET);
  await drop();
  await until('the form has the address', async () => (await popup.value('URL')) === url);
  await popup.expectFocus('URL');
  expect(await popup.$(DROP_TARGET)).toBeNull();
  expect(app.service.reports()).toEqual([]);
  await popup.create();
  await popup.choose('Public');
  await (await drag(popup, { 'text/plain': `See ${risky} please` })).drop();
  await popup.says('looks like it contains a sign-in token');
  expect(app.service.reports().map((one) => one.url)).toEqual([url]);
});

it('the field Addresses gets the addresses of links in text that is dropped or pasted there', async () => {
  const page = await app.batches();
  await openSource(page, 'List');
  const linked = { 'text/plain': 'One', 'text/html': `<a href="${url}">One</a>` };
  await (await drag(page, linked, byRole('textbox', 'Addresses'))).drop();
  await until('the field has the address', async () => (await page.value('Addresses')) === url);
  await (await page.find(byRole('textbox', 'Addresses'))).focus();
  await page.keyboard.press('Enter');
  await page.paste('Two', `<a href="${risky}">Two</a>`);
  expect(await page.value('Addresses')).toBe(`${url}\n${risky}`);
  await page.press('Preview');
  await page.shows('button', 'Create 2 reports');
});

it('the form of a popup tab is filled by a pasted address, unless a field has the focus', async () => {
  await pressMenu('report-page/password', { pageUrl: 'https://page.example/' });
  const tab = await untilPopupTab();
  const blur = () => tab.evaluate(() => (document.activeElement as HTMLElement).blur());
  await blur();
  await tab.paste(url);
  await until('the form has the address', async () => (await tab.value('URL')) === url);
  await tab.locator(byRole('searchbox', 'Search')).click();
  await tab.paste(risky);
  await blur();
  await tab.paste('no address at all');
  expect(await tab.value('URL')).toBe(url);
  await tab.paste(`${url}?${'a'.repeat(100_000)}`);
  await tab.says('This address is too long.');
  expect(await tab.mainText()).not.toContain('Enter a full address');
});
