import { expect, it } from 'vitest';
import { app, byRole, type Screen, useService } from './app';

/** Of 130 reports the newest is 129; every tenth is of the site that the test's pages are on. */
const urlOf = (number: number) =>
  number % 10 === 0 ? `http://localhost/${number}` : `https://www.shop.example/${number}`;

useService({
  reports: Array.from({ length: 130 }, (_, number) => ({
    url: urlOf(number),
    project: new URL(urlOf(number)).hostname.replace('www.', ''),
  })),
});

const count = (popup: Screen) => popup.$eval('.count', ({ textContent }) => textContent);

it('a list of 130 reports gets its other rows by Show more, with the focus on the row that they follow', async () => {
  const popup = await app.popupWithRows(10);
  await popup.press('Show more');
  await popup.rows((all) => all.length === 25);
  await popup.pick('Per page', '100');
  await popup.rows((all) => all.length === 100);
  expect(await count(popup)).toBe('100 of 130');
  await popup.press('Show more');
  await popup.rows((all) => all.length === 130);
  expect(await count(popup)).toBe('130');
  expect(await popup.$(byRole('button', 'Show more'))).toBeNull();
  await popup.hasFocus('localhost/30');
  // The first hundred alone are kept, and what follows is read anew.
  await popup.keyboard.press('Enter');
  await popup.isRead();
  await popup.press('Back');
  await popup.hasFocus('localhost/30');
  expect(await popup.items('Recent reports')).toHaveLength(130);
  await popup.leave();
  const again = await app.popupAgain();
  await again.rows((all) => all.length === 100);
  await again.shows('button', 'Show more');
});

it('the toggle This site shows reports of the host in front until the popup closes', async () => {
  const popup = await app.popupWithRows(10);
  const isPressed = async (page: Screen) => {
    const toggle = await page.locator(byRole('button', 'This site')).waitHandle();
    return toggle.evaluate(({ ariaPressed }) => ariaPressed);
  };
  await popup.press('This site');
  await popup.rows((rows) => rows.length === 10 && rows.every((row) => row.includes('localhost')));
  expect([await isPressed(popup), await count(popup)]).toEqual(['true', '10 of 13']);
  await popup.leave();
  const again = await app.popupAgain();
  await again.rows((rows) => rows.length === 10 && !rows.every((row) => row.includes('localhost')));
  expect(await isPressed(again)).toBe('false');
});
