import { describe, expect, it } from 'vitest';
import { app, bareAddress, byRole, failures, type Screen, until, useService } from './app';

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

const shownAddresses = async (popup: Screen) =>
  (await popup.texts('.rows .row-address')).map((text) => text.replace(' ', ''));

describe('rows of the list', () => {
  it('show foreign letters, and the page name rather than tracking parameters', async () => {
    const popup = await app.popupWithRows(10);
    const [foreign, tracked] = await shownAddresses(popup);
    expect(foreign).toBe('bücher.example/straße/größe');
    expect(tracked).toBe('shop.example/products/walnut-loaf');
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
    await popup.press('Delete report');
    await popup.says(shown);
    await popup.shows('button', 'Undo');
  });

  it('cut no host where the path is already cut', async () => {
    const addresses = [
      'www.video.example/watch?v=dQw4w9WgXcQ&list=PL12345678901234567&index=7',
      'www.museum.example/visit/opening-hours-and-prices-in-the-winter-season-2026',
      'shop.millbakery.example/collections/rye-bread?color=brown&sort=price-ascending',
      'shop.millbakery.example/collections/walnut-loaf?color=brown&sort=price-ascending',
    ];
    for (const address of addresses) app.service.add({ url: `https://${address}` });
    const popup = await app.popupWithRows(10);
    const cut = await popup.$$eval('.rows .row-address > *', (parts) =>
      parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
    );
    expect(cut).toEqual([]);
    expect((await shownAddresses(popup)).slice(0, 2)).toEqual([
      expect.stringContaining('/walnut-loaf…'),
      expect.stringContaining('/rye-bread…'),
    ]);
  });

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
