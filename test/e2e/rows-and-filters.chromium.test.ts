import { expect, it } from 'vitest';
import { app, byRole, failures, type Screen, useService } from './app';
import { setDirection, takePicture } from './looks/looks';

const FOREIGN = 'https://xn--bcher-kva.example/stra%C3%9Fe/gr%C3%B6%C3%9Fe';

useService({ reports: [{ url: FOREIGN }] });

/** Returns the parts of each row's address, with a mark for cut parts. */
const shownAddresses = (page: Screen) =>
  page.$$eval('.rows .address', (addresses) =>
    addresses.map(({ children }) =>
      [...children].map((part) => (part.scrollWidth > part.clientWidth ? '…' : part.textContent)),
    ),
  );

it('list, report, queue and deletion show the foreign letters of an address', async () => {
  const shown = 'bücher.example/straße/größe';
  const popup = await app.popupWithRows(1);
  expect(await shownAddresses(popup)).toEqual([['bücher.example', '/straße', '/größe']]);
  await popup.row(FOREIGN).open();
  await popup.shows('heading', shown);
  await popup.untilReportIsRead();
  app.service.behave({ on: { method: 'PUT' }, fail: failures.tooManyRequests });
  await popup.press('Update results');
  await popup.press('Back');
  await popup.says(`Waiting to update the results of ${shown}`);
  await popup.row(FOREIGN).open();
  await popup.pressInMenu('Delete report');
  await popup.says(shown);
  await popup.shows('button', 'Undo');
});

it('an address is cut first in the middle of its path, then in its host, then in its last part', async () => {
  const long = 'a-long-name-'.repeat(9);
  for (const address of [
    `${long}.example/`,
    `${long}.example/${long}/${long}`,
    `shop.example/products/walnut-loaf?utm_source=${long}`,
    'museum.example/visit/opening-hours-and-prices-in-winter/school-classes',
  ])
    app.service.add({ url: `https://www.${address}` });
  await app.connect();
  const page = await app.testBrowser.openTab();
  await page.goto(`${app.testBrowser.origin}/popup.html`);
  await page.untilRows((rows) => rows.length === 5);
  for (const [width, direction] of [
    [400, 'ltr'],
    [320, 'ltr'],
    [320, 'rtl'],
  ] as const) {
    await page.setViewport({ width, height: 600 });
    await setDirection(page, direction);
    await page.nextFrames();
    await takePicture(page, `cut addresses ${width} ${direction}`);
    expect((await shownAddresses(page)).slice(0, 4)).toEqual([
      ['museum.example', '…', '/school-classes'],
      ['…', '…', '…'],
      ['…', '…', '…'],
      ['…', '/'],
    ]);
    const ends = await page.$$eval('.rows .address', (addresses) =>
      addresses.slice(0, 4).map((address) => {
        const last = address.lastElementChild;
        return [address.scrollWidth - address.clientWidth, (last?.clientWidth ?? 0) > 80];
      }),
    );
    expect(ends).toEqual([
      [0, true],
      [0, true],
      [0, true],
      [0, false],
    ]);
  }
});

it('the field URL has the focus on an unreportable page, and a new password field gets the focus', async () => {
  const popup = await app.popup('about:blank');
  await popup.expectFocus('URL');
  await popup.choose('Password');
  await popup.expectFocus('Report password');
  expect(await popup.$(byRole('button', 'This site'))).toBeNull();
});
