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
    await popup.hasFocus('Details');
    await close();
    await until(`the menu is closed by ${name}`, isClosed);
    if (focused !== null) await popup.hasFocus(focused);
  }
  await button?.click();
  await popup.pressMenuItem('Details');
  await popup.shows('heading', `shop.example/${ROWS - 1}`);
});
