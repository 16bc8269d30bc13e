import { expect, it } from 'vitest';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';

const ROWS = 10;

useService({
  reports: Array.from({ length: ROWS }, (_, at) => ({ url: `https://shop.example/${at}` })),
});

type Box = Record<'top' | 'bottom' | 'left' | 'right', number>;

/** Opens the menu of a row by its position in the list; -1 is the last row. */
async function openMenu(popup: Screen, row: number): Promise<void> {
  const buttons = await popup.$$('.rows [aria-haspopup=menu]');
  await buttons.at(row)?.click();
  await popup.shows('menu');
}

async function boxes(popup: Screen): Promise<{ button: Box; menu: Box; height: number }> {
  return popup.evaluate(() => {
    const boxOf = (selector: string) => {
      const { top, bottom, left, right } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { top, bottom, left, right };
    };
    return {
      button: boxOf('[aria-haspopup=menu][aria-expanded=true]'),
      menu: boxOf('[role=menu]:popover-open'),
      height: innerHeight,
    };
  });
}

it('a menu is below its button, or above if the window has no space below', async () => {
  const popup = await app.popupWithRows(ROWS);
  await openMenu(popup, 0);
  const first = await boxes(popup);
  expect(first.menu.top).toBeCloseTo(first.button.bottom, 0);
  expect(first.menu.right).toBeCloseTo(first.button.right, 0);
  await popup.keyboard.press('Escape');
  await openMenu(popup, -1);
  const last = await boxes(popup);
  expect(last.menu.bottom).toBeCloseTo(last.button.top, 0);
  expect(last.menu.top).toBeGreaterThanOrEqual(0);
});

it('an open menu follows its button when a line appears above the list', async () => {
  const popup = await app.popupWithRows(ROWS);
  await openMenu(popup, 0);
  const { top } = (await boxes(popup)).button;
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.createJobs(creation('https://waits.example/'));
  await until('the menu has moved with its button', async () => {
    const { button, menu } = await boxes(popup);
    const distances = [menu.top - button.bottom, button.top - menu.bottom];
    return button.top > top && distances.some((distance) => Math.abs(distance) < 1);
  });
});

it('a menu closes by its button, by Escape, by Tab and by a press outside', async () => {
  const popup = await app.popupWithRows(ROWS);
  const [button] = await popup.$$('.rows [aria-haspopup=menu]');
  const isClosed = async () =>
    (await popup.$(':popover-open, [aria-haspopup=menu][aria-expanded=true]')) === null;
  const heading = popup.locator(byRole('heading', 'Recent reports'));
  for (const [name, close, focused] of [
    ['its button', () => button?.click(), 'More'],
    ['Escape', () => popup.keyboard.press('Escape'), 'More'],
    ['Tab', () => popup.keyboard.press('Tab'), 'More'],
    ['a press outside', () => heading.click(), null],
  ] as const) {
    await button?.click();
    await popup.expectFocus('Details');
    await close();
    await until(`the menu is closed by ${name}`, isClosed);
    if (focused !== null) await popup.expectFocus(focused);
  }
  await button?.click();
  await popup.pressMenuItem('Details');
  await popup.shows('heading', `shop.example/${ROWS - 1}`);
});

it('the other addresses have the width of the field, and close by Escape and by Tab', async () => {
  const popup = await app.popupWithRows(ROWS);
  await popup.fill('URL', 'https://shop.example/?utm_source=mail');
  const isOpen = async () => (await popup.$(':popover-open')) !== null;
  await popup.press('Other addresses');
  const [field, list] = await popup.$$eval('.url-field, :popover-open', (elements) =>
    elements.map((element) => {
      const { left, width, top, bottom } = element.getBoundingClientRect();
      return { left, width, top, bottom };
    }),
  );
  expect([list?.left, list?.width]).toEqual([field?.left, field?.width]);
  expect(list?.top).toBeGreaterThanOrEqual(field?.bottom ?? 0);
  await popup.keyboard.press('Escape');
  await until('Escape closes the addresses', async () => !(await isOpen()));
  await popup.expectFocus('Other addresses');
  await popup.press('Other addresses');
  const addresses = await popup.$$(':popover-open button');
  for (const _ of addresses) {
    await popup.keyboard.press('Tab');
    expect(await isOpen()).toBe(true);
  }
  await popup.keyboard.press('Tab');
  await until('the focus has left the addresses', async () => !(await isOpen()));
  await popup.press('Other addresses');
  await popup.press('Without tracking');
  expect([await popup.value('URL'), await isOpen()]).toEqual(['https://shop.example/', false]);
  await popup.expectFocus('URL');
});
