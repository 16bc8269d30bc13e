import { describe, expect, it } from 'vitest';
import { app, byRole, until, useService } from './app';
import {
  enterInAddressBar,
  inWorker,
  typeInAddressBar,
  untilPopupTab,
  untilSuggested,
} from './browser-ui';
import { isAccount } from './stored';

const shoes = 'https://shop.example/shoes?a=1&b=<2>';

useService({
  reports: [
    { url: shoes, result: 'bad' },
    { url: 'https://shop.example/hats', result: 'good' },
  ],
});

async function everythingStored(): Promise<string> {
  const [local, session] = [await app.worker.stored(), await app.worker.stored('session')];
  return JSON.stringify([local, session]);
}

describe('the keyword in the address bar', () => {
  it('finds stored reports by rating and address, and asks and stores nothing', async () => {
    await until('all of the connection is stored', async () =>
      Object.keys(await app.worker.stored()).some(isAccount),
    );
    const before = await everythingStored();
    const requests = app.service.requests.length;
    await typeInAddressBar('shoe');
    const { description } = await untilSuggested('shoes');
    expect(description).toContain('Bad · <url>https://shop.example/shoes?a=1&#38;b=');
    await typeInAddressBar('hats', false);
    await untilSuggested('hats');
    expect(app.service.requests.length).toBe(requests);
    expect(await everythingStored()).toBe(before);
  });

  it('opens the report that was chosen, in a worker that has suggested nothing', async () => {
    await typeInAddressBar('shoe');
    const { content } = await untilSuggested('shoes');
    await enterInAddressBar(content);
    const tab = await untilPopupTab();
    expect(tab.url()).not.toContain('shop');
    const opened = app.service.reports().find(({ url }) => url.includes('shoes'));
    await tab.locator(byRole('heading', opened?.url)).wait();
    await until('it is read', () =>
      app.service.requests.some(({ path }) => path.endsWith(`/reports/${opened?.id}`)),
    );
  });

  it('searches the list in a tab for other words', async () => {
    await enterInAddressBar('hats');
    const tab = await untilPopupTab();
    await tab.rows((rows) => rows.length === 1 && /hats/.test(rows[0] ?? ''));
    expect(await tab.value('Search', 'searchbox')).toBe('hats');
  });

  it('searches all reports, whatever the list was last filtered by', async () => {
    const popup = await app.popup();
    await popup.expand('Filters');
    await popup.pick('Result', 'Bad');
    await popup.rows((rows) => rows.length === 1 && /shoes/.test(rows[0] ?? ''));
    await enterInAddressBar('hats');
    const tab = await untilPopupTab();
    await tab.rows((rows) => rows.length === 1 && /hats/.test(rows[0] ?? ''));
    await tab.close();
    // That search is not remembered.
    await (await app.popup()).rows((rows) => rows.length === 1 && /shoes/.test(rows[0] ?? ''));
  });

  it('opens a tab behind the one in front where a person wants that', async () => {
    const page = await app.stage.browser.newPage();
    await page.goto(app.service.samplePages.good);
    await enterInAddressBar('hats', 'newBackgroundTab');
    await until('the tab opens', () =>
      app.stage.browser.targets().some((one) => one.url().includes('/popup.html#')),
    );
    expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
  });

  it('leads to the options where no service is connected', async () => {
    await app.disconnect();
    await enterInAddressBar('hats');
    await until('the options open', () =>
      app.stage.browser.targets().some((one) => one.url().endsWith('/options.html')),
    );
  });

  it('shows nothing of the service as markup, and nothing that turns or hides it', async () => {
    app.service.add({ url: 'https://evil.example/?x="><dim>&amp;\'</url>\u202e\u0007\u2066' });
    await app.connect();
    await typeInAddressBar('evil');
    const { content, description } = await untilSuggested('evil');
    expect(description).toMatch(/^[A-Z]\w+ · <url>[^<>]*<\/url>$/);
    expect(content + description).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    // The browser's own parser refuses what is no markup.
    const line = JSON.stringify({ description });
    await inWorker(`chrome.omnibox.setDefaultSuggestion(${line})`);
  });
});
