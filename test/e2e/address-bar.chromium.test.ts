import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole } from '../browser/roles';
import { insider, openPopup, service, stage, useService } from './fixture';
import { enterInAddressBar, inWorker, typeInAddressBar, untilSuggested } from './omnibox';
import { expand, fieldText, select, untilRows } from './popup-reading';
import { connectAtOnce, disconnect } from './scene';
import { isAccount } from './stored';
import { untilPopupTab } from './worker-events';

const shoes = 'https://shop.example/shoes?a=1&b=<2>';

useService({
  reports: [
    { url: shoes, result: 'bad' },
    { url: 'https://shop.example/hats', result: 'good' },
  ],
});

async function everythingStored(): Promise<string> {
  const [local, session] = [await insider.stored(), await insider.stored('session')];
  return JSON.stringify([local, session]);
}

describe('the keyword in the address bar', () => {
  it('finds stored reports by rating and address, and asks and stores nothing', async () => {
    await until('all of the connection is stored', async () =>
      Object.keys(await insider.stored()).some(isAccount),
    );
    const before = await everythingStored();
    const requests = service.requests.length;
    await typeInAddressBar('shoe');
    const { description } = await untilSuggested('shoes');
    expect(description).toContain('Bad · <url>https://shop.example/shoes?a=1&#38;b=');
    await typeInAddressBar('hats', false);
    await untilSuggested('hats');
    expect(service.requests.length).toBe(requests);
    expect(await everythingStored()).toBe(before);
  });

  it('opens the report that was chosen, in a worker that has suggested nothing', async () => {
    await typeInAddressBar('shoe');
    const { content } = await untilSuggested('shoes');
    await enterInAddressBar(content);
    const tab = await untilPopupTab();
    expect(tab.url()).not.toContain('shop');
    const opened = service.reports().find(({ url }) => url.includes('shoes'));
    await tab.locator(byRole('heading', opened?.url)).wait();
    await until('it is read', () =>
      service.requests.some(({ path }) => path.endsWith(`/reports/${opened?.id}`)),
    );
  });

  it('searches the list in a tab for other words', async () => {
    await enterInAddressBar('hats');
    const tab = await untilPopupTab();
    await untilRows(tab, (rows) => rows.length === 1 && /hats/.test(rows[0] ?? ''));
    expect(await fieldText(tab, 'Search', 'searchbox')).toBe('hats');
  });

  it('searches all reports, whatever the list was last filtered by', async () => {
    const popup = await openPopup();
    await expand(popup, 'Filters');
    await select(popup, 'Result', 'Bad');
    await untilRows(popup, (rows) => rows.length === 1 && /shoes/.test(rows[0] ?? ''));
    await enterInAddressBar('hats');
    const tab = await untilPopupTab();
    await untilRows(tab, (rows) => rows.length === 1 && /hats/.test(rows[0] ?? ''));
    await tab.close();
    // That search is not remembered.
    await untilRows(await openPopup(), (rows) => rows.length === 1 && /shoes/.test(rows[0] ?? ''));
  });

  it('opens a tab behind the one in front where a person wants that', async () => {
    const page = await stage.browser.newPage();
    await page.goto(service.samplePages.good);
    await enterInAddressBar('hats', 'newBackgroundTab');
    await until('the tab opens', () =>
      stage.browser.targets().some((one) => one.url().includes('/popup.html#')),
    );
    expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
  });

  it('leads to the options where no service is connected', async () => {
    await disconnect(stage);
    await enterInAddressBar('hats');
    await until('the options open', () =>
      stage.browser.targets().some((one) => one.url().endsWith('/options.html')),
    );
  });

  it('shows nothing of the service as markup, and nothing that turns or hides it', async () => {
    service.add({ url: 'https://evil.example/?x="><dim>&amp;\'</url>\u202e\u0007\u2066' });
    await connectAtOnce(stage, service);
    await typeInAddressBar('evil');
    const { content, description } = await untilSuggested('evil');
    expect(description).toMatch(/^[A-Z]\w+ · <url>[^<>]*<\/url>$/);
    expect(content + description).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    // The browser's own parser refuses what is no markup.
    const line = JSON.stringify({ description });
    await inWorker(`chrome.omnibox.setDefaultSuggestion(${line})`);
  });
});
