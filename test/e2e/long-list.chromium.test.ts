import { expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';

/** Of 130 reports the newest is 129; every tenth is of the site that the test's pages are on. */
const urlOf = (number: number) =>
  number % 10 === 0 ? `http://localhost/${number}` : `https://www.shop.example/${number}`;

useService({
  reports: Array.from({ length: 130 }, (_, number) => ({
    url: urlOf(number),
    project: new URL(urlOf(number)).hostname.replace('www.', ''),
  })),
});

/** Waits until the list says that it has so many; to ask for each row's role would take its time. */
const counts = (popup: Screen, text: string) =>
  until(`there are ${text}`, async () => (await popup.texts('.count'))[0] === text);

it('a list of 130 reports gets its other rows by Show more, with the focus on the row that they follow', async () => {
  const popup = await app.popupWithRows(10);
  await popup.press('Show more');
  await counts(popup, '25 of 130');
  await popup.pick('Per page', '100');
  await counts(popup, '100 of 130');
  await popup.press('Show more');
  await counts(popup, '130');
  expect(await popup.$(byRole('button', 'Show more'))).toBeNull();
  await popup.hasFocus('localhost/30');
  // The first hundred alone are kept, and what follows is read anew.
  await popup.keyboard.press('Enter');
  await popup.isRead();
  await popup.press('Back');
  await popup.hasFocus('localhost/30');
  expect(await popup.$$('.rows > li')).toHaveLength(130);
  await popup.leave();
  const again = await app.popupAgain();
  await counts(again, '100 of 130');
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
  await counts(popup, '10 of 13');
  expect(await isPressed(popup)).toBe('true');
  await popup.leave();
  const again = await app.popupAgain();
  await again.rows((rows) => rows.length === 10 && !rows.every((row) => row.includes('localhost')));
  expect(await isPressed(again)).toBe('false');
});
