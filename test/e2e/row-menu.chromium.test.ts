import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, itemsOf, namesOf } from '../browser/roles';
import { failures } from '../service/served-failure';
import { giveUpResults, openWithRows, requestsBy, service, stage, useService } from './fixture';
import { nextFrames, untilAlert, untilRows, untilSaid, untilUnsaid } from './popup-reading';

useService({
  reports: [
    { url: 'https://one.example/' },
    { url: 'mailto:someone@two.example' },
    { url: 'https://three.example/' },
  ],
});

/** Opens the menu of a row by its place in the list, and waits for it. */
async function openMenu(popup: Page, row: number): Promise<void> {
  const buttons = await popup.$$(byRole('button', 'More'));
  await buttons[row]?.click();
  await popup.locator(byRole('menu')).wait();
}

function choose(popup: Page, item: string): Promise<void> {
  return popup.locator(byRole('menuitem', item)).click();
}

/** What has the focus, by its text or label. */
function focused(popup: Page): Promise<string | null | undefined> {
  return popup.evaluate(
    () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent,
  );
}

async function untilFocused(popup: Page, name: string): Promise<void> {
  await until(`${name} has the focus`, async () => (await focused(popup)) === name);
}

it("holds what can be done with a row's report, as far as it applies", async () => {
  const popup = await openWithRows(3);
  await openMenu(popup, 0);
  expect(await namesOf(popup, 'menuitem')).toEqual([
    'Open',
    'Open page',
    'Copy URL',
    'Update results',
    'Delete report',
  ]);
  await popup.keyboard.press('Escape');
  await openMenu(popup, 1);
  // No browser opens such an address in a tab.
  expect(await namesOf(popup, 'menuitem')).not.toContain('Open page');
});

it('has the keys of a menu, and gives the focus back', async () => {
  const popup = await openWithRows(3);
  await openMenu(popup, 0);
  await untilFocused(popup, 'Open');
  await popup.keyboard.press('ArrowUp');
  await untilFocused(popup, 'Delete report');
  await popup.keyboard.press('ArrowDown');
  await untilFocused(popup, 'Open');
  await popup.keyboard.press('End');
  await untilFocused(popup, 'Delete report');
  await popup.keyboard.press('Home');
  await untilFocused(popup, 'Open');
  await popup.keyboard.press('u');
  await untilFocused(popup, 'Update results');
  await popup.keyboard.press('Escape');
  await untilFocused(popup, 'More');
  expect(await popup.$(byRole('menu'))).toBeNull();
  expect(await popup.$$eval('[aria-expanded=true]', ({ length }) => length)).toBe(0);
});

it('closes at a press beside it', async () => {
  const popup = await openWithRows(3);
  await openMenu(popup, 0);
  await popup.locator(byRole('heading', 'Recent reports')).click();
  await until('it is closed', async () => (await popup.$(byRole('menu'))) === null);
});

it('closes when its button is pressed again, and moves to the button of another row', async () => {
  const popup = await openWithRows(3);
  const [first, , third] = await popup.$$('.rows [aria-haspopup=menu]');
  const place = () => popup.$eval(byRole('menu'), (menu) => menu.getBoundingClientRect().top);
  await third?.click();
  const low = await place();
  await third?.click();
  await nextFrames(popup);
  expect(await popup.$(byRole('menu'))).toBeNull();
  await third?.click();
  // As assistive technology presses it, without a pointer that dismisses the menu.
  await third?.evaluate((button) => (button as HTMLElement).click());
  await nextFrames(popup);
  expect(await popup.$(byRole('menu'))).toBeNull();
  await third?.click();
  // The menu hangs below its button, and leaves those above free.
  await first?.click();
  await nextFrames(popup);
  expect(await place()).toBeLessThan(low);
});

it('opens the report, and its page in a tab', async () => {
  const popup = await openWithRows(3);
  await openMenu(popup, 2);
  await choose(popup, 'Open');
  await popup.locator(byRole('heading', 'https://one.example/')).wait();
  await popup.locator(byRole('button', 'Back')).click();
  await untilRows(popup, (rows) => rows.length === 3);
  await openMenu(popup, 2);
  // The new tab closes the popup, and the click with it.
  void choose(popup, 'Open page').catch(() => {});
  await until('a tab opens', () =>
    stage.browser.targets().some((target) => target.url() === 'https://one.example/'),
  );
});

it('copies the address, and says so under the form', async () => {
  const popup = await openWithRows(3);
  await openMenu(popup, 2);
  await choose(popup, 'Copy URL');
  await until('it says so', async () => (await announcements(popup)).status === 'URL copied');
});

it('asks for new results, and says in the row and under the form that they are awaited', async () => {
  service.behave({ on: { method: 'PUT' }, analysis: 'later' });
  const popup = await openWithRows(3);
  await openMenu(popup, 0);
  await choose(popup, 'Update results');
  await until('it was asked', () => requestsBy('PUT')[0]?.body === 'results=1');
  await untilRows(popup, (rows) => rows[0]?.includes('Updating…') === true);
  const says = (text: string) =>
    until(`it says "${text}"`, async () => (await announcements(popup)).status === text);
  await says('New results are on their way and will appear here.');
  await service.finishAnalyses();
  await says('Results updated');
  await untilRows(popup, (rows) => rows[0]?.includes('Updating…') === false);
});

it('says no more that new results are on their way once they are given up', async () => {
  service.behave({ on: { method: 'PUT' }, analysis: 'later' });
  const popup = await openWithRows(3);
  await openMenu(popup, 0);
  await choose(popup, 'Update results');
  await untilSaid(popup, 'New results are on their way');
  await giveUpResults();
  await untilRows(popup, (rows) => rows[0]?.includes('No new result') === true);
  await untilUnsaid(popup, 'New results are on their way');
});

it('says in the queue why new results could not be asked for', async () => {
  const popup = await openWithRows(3);
  service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
  await openMenu(popup, 0);
  await choose(popup, 'Update results');
  expect(await untilAlert(popup)).toBe('1 report needs attention');
  await untilSaid(popup, "Couldn't change https://three.example/");
  await untilSaid(popup, "The API key isn't allowed to do this.");
});

it('deletes the report, takes the focus to Undo, and takes the deletion back there', async () => {
  const popup = await openWithRows(3);
  await openMenu(popup, 2);
  await choose(popup, 'Delete report');
  await untilRows(popup, (rows) => rows.length === 2);
  await untilFocused(popup, 'Undo');
  await popup.keyboard.press('Enter');
  await untilRows(popup, (rows) => rows.length === 3);
  expect(await itemsOf(popup, 'Recent reports')).toHaveLength(3);
  expect(requestsBy('DELETE')).toEqual([]);
});
