import { describe, expect, it } from 'vitest';
import { app, bareAddress, byRole, failures, type Screen, until, useService } from './app';
import { setDirection, takePicture } from './looks';

const FOREIGN = 'https://xn--bcher-kva.example/stra%C3%9Fe/gr%C3%B6%C3%9Fe';

useService({
  reports: [
    ...Array.from({ length: 12 }, (_, number) => ({
      url: `https://shop.example/${number}`,
      project: number % 2 === 0 ? 'Harbour Museum' : 'Mill Lane Bakery',
    })),
    { url: `https://shop.example/products/walnut-loaf?utm_source=${'newsletter-'.repeat(9)}` },
    { url: FOREIGN },
  ],
});

/** Of each row's address, its parts; of those that are cut, the mark of it. */
const shownAddresses = (page: Screen) =>
  page.$$eval('.rows .address', (addresses) =>
    addresses.map(({ children }) =>
      [...children].map((part) => (part.scrollWidth > part.clientWidth ? '…' : part.textContent)),
    ),
  );

describe('rows of the list', () => {
  it('show foreign letters', async () => {
    const popup = await app.popupWithRows(10);
    const [foreign] = await shownAddresses(popup);
    expect(foreign).toEqual(['bücher.example', '/straße', '/größe']);
  });

  it('with foreign letters have the same name in report, tasks and deletion', async () => {
    const shown = 'bücher.example/straße/größe';
    const popup = await app.popupWithRows(10);
    await popup.row(FOREIGN).open();
    await popup.shows('heading', shown);
    await popup.isRead();
    app.service.behave({ on: { method: 'PUT' }, fail: failures.tooManyRequests });
    await popup.press('Update results');
    await popup.press('Back');
    await popup.says(`Waiting to change ${shown}`);
    await popup.row(FOREIGN).open();
    await popup.pressMore('Delete report');
    await popup.says(shown);
    await popup.shows('button', 'Undo');
  });

  it.each([
    [400, 'ltr'],
    [320, 'ltr'],
    [320, 'rtl'],
  ] as const)(
    'cut the path before its last part, then the last part, then the host: %i pixels, %s',
    async (width, direction) => {
      const long = 'a-long-name-'.repeat(9);
      for (const address of [
        `${long}.example/`,
        `${long}.example/${long}/${long}`,
        `shop.example/products/walnut-loaf?utm_source=${long}`,
        'museum.example/visit/opening-hours-and-prices-in-winter/school-classes',
      ])
        app.service.add({ url: `https://www.${address}` });
      await app.connect();
      const page = await app.stage.openTab();
      await page.setViewport({ width, height: 600 });
      await page.goto(`${app.stage.origin}/popup.html`);
      await page.rows((rows) => rows.length === 10);
      await setDirection(page, direction);
      await takePicture(page, `cut addresses ${width} ${direction}`);
      expect((await shownAddresses(page)).slice(0, 4)).toEqual([
        ['museum.example', '…', '/school-classes'],
        ['shop.example', '…', '…'],
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
    },
  );

  it('tell the order of the list, and include a new report at its place', async () => {
    const popup = await app.popup(app.service.samplePages.good);
    await popup.pick('Sort by', 'URL');
    await popup.pick('Order', 'Ascending');
    await popup.says('Sort by: URL · Ascending');
    await popup.create();
    await popup.rows((rows) =>
      rows.some((row) => row.includes(bareAddress(app.service.samplePages.good))),
    );
  });

  it('stand below the line of the page in front only while the field holds the page', async () => {
    const page = app.service.samplePages.good;
    app.service.add({ url: page });
    const popup = await app.popupWithRows(10, page);
    await popup.shows('region', 'This page');
    await popup.fill('URL', 'https://shop.example/1');
    expect(await popup.$(byRole('region', 'This page'))).toBeNull();
    await popup.fill('URL', page);
    await popup.shows('region', 'This page');
    expect((await popup.texts('.this-page'))[0]).toMatch(/^This page/);
  });
});

describe('filters of the list', () => {
  it('are scrolled into view when they open', async () => {
    const popup = await app.popupWithRows(10);
    await popup.$eval('.scroll', (list) => list.scrollTo(0, 400));
    await popup.press('Filters');
    await until('they are in sight', () =>
      popup.$eval('.filters', (filters) => {
        const { top, bottom } = filters.getBoundingClientRect();
        return top > 0 && bottom <= innerHeight;
      }),
    );
  });
});

describe('the field URL', () => {
  it('shows foreign letters, and sends the address unchanged', async () => {
    const popup = await app.popup(`${app.service.samplePages.good}?name=gr%c3%b6%c3%9fe`);
    expect(await popup.value('URL')).toContain('?name=größe');
    await popup.create();
    expect(app.service.reports()[0]?.url).toContain('?name=gr%c3%b6%c3%9fe');
  });

  it('has the focus if the page cannot be reported, as has the password field once shown', async () => {
    const popup = await app.popup('about:blank');
    await popup.hasFocus('URL');
    await popup.choose('Password');
    await popup.hasFocus('Report password');
  });
});
