import type { ElementHandle } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { app, byRole, failures, type Screen, until, useService } from './app';
import { recordCopies } from './reports-screen';

useService({
  reports: [
    { url: 'https://one.example/' },
    { url: 'mailto:someone@two.example' },
    { url: 'https://three.example/' },
  ],
});

/** Opens the menu of a row by its position in the list; -1 is the last row. */
async function openMenu(popup: Screen, row: number): Promise<void> {
  const buttons = await popup.$$('.rows [aria-haspopup=menu]');
  await buttons.at(row)?.click();
  await popup.shows('menu');
}

it('the menu of a row lists the actions of its report, and follows the arrow keys', async () => {
  const popup = await app.popupWithRows(3);
  await openMenu(popup, 0);
  expect(await popup.names('menuitem')).toEqual([
    'Details',
    'Open report',
    'Copy report link',
    'Update results',
    'Report again',
    'Copy URL',
    'Copy as text',
    'Open page',
    'Delete report',
  ]);
  await popup.expectFocus('Details');
  for (const [key, item] of [
    ['ArrowUp', 'Delete report'],
    ['ArrowDown', 'Details'],
    ['End', 'Delete report'],
    ['Home', 'Details'],
    ['u', 'Update results'],
    ['Escape', 'More'],
  ] as const) {
    await popup.keyboard.press(key);
    await popup.expectFocus(item);
  }
  expect(await popup.$(byRole('menu'))).toBeNull();
  await openMenu(popup, 1);
  // Browsers do not open such an address in a tab.
  expect(await popup.names('menuitem')).not.toContain('Open page');
});

/** Presses a button as assistive technology does, without a pointer that dismisses the menu. */
async function pressWithoutPointer(button: ElementHandle): Promise<void> {
  await button.evaluate((element) => (element as HTMLElement).click());
}

it('a press without a pointer opens and closes the menu of a row', async () => {
  const popup = await app.popupWithRows(3);
  const [button] = await popup.$$('.rows [aria-haspopup=menu]');
  if (button === undefined) throw new Error('The first row has no menu.');
  for (const isOpen of [false, true, false]) {
    expect((await popup.$(byRole('menu'))) !== null).toBe(isOpen);
    await pressWithoutPointer(button);
    await popup.nextFrames();
  }
});

it('the menu of a row copies, opens and deletes its report', async () => {
  const popup = await app.popupWithRows(3);
  const copiedTexts = await recordCopies(popup);
  await openMenu(popup, 2);
  await popup.pressMenuItem('Copy URL');
  await popup.untilStatus('URL copied: one.example/.');
  await openMenu(popup, 2);
  await popup.pressMenuItem('Copy as text');
  await popup.untilStatus(
    'Report copied as text: one.example/. Only your account can open its link (private).',
  );
  expect((await copiedTexts(2))[1]).toMatch(
    /^https:\/\/one\.example\/\nResult: [\s\S]*\nFailed: \d+\n- /,
  );
  await openMenu(popup, 2);
  await popup.pressMenuItem('Details');
  await popup.shows('heading', 'one.example/');
  await popup.press('Back');
  await popup.untilRows((rows) => rows.length === 3);
  app.service.behave({ on: { path: /\/reports\/\d+$/ }, fail: failures.notFound });
  await openMenu(popup, 1);
  await popup.pressMenuItem('Copy as text');
  expect(await popup.untilAlert()).toContain('This report is no longer on the service.');
  await openMenu(popup, 0);
  await popup.pressMenuItem('Delete report');
  await popup.untilRows((rows) => !rows.join().includes('three.example'));
  await popup.expectFocus('Undo');
  await openMenu(popup, -1);
  // The new tab closes the popup during the click.
  void popup.pressMenuItem('Open page').catch(() => {});
  await until('a tab opens', () =>
    app.testBrowser.browser.targets().some((target) => target.url() === 'https://one.example/'),
  );
});

it('a failed copy replaces the notice of an earlier copy by an alert', async () => {
  const popup = await app.popupWithRows(3);
  await openMenu(popup, 0);
  await popup.pressMenuItem('Copy URL');
  await popup.untilStatus('URL copied: three.example/.');
  await popup.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
  });
  await openMenu(popup, 0);
  await popup.pressMenuItem('Copy URL');
  expect(await popup.untilAlert()).toBe("Couldn't copy. Try again.");
  await popup.untilStatus('');
  const areFailures = await popup.$$eval('.line', (all) =>
    all.map(({ classList }) => classList.contains('is-attention')),
  );
  expect(areFailures).toEqual([true]);
});
