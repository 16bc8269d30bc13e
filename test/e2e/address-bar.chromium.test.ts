import { describe, expect, it } from 'vitest';
import { app, until, useService } from './app';
import { enterInAddressBar, inWorker, typeInAddressBar, untilSuggested } from './browser-ui/events';
import { untilPopupTab } from './browser-ui/tabs';

useService({
  reports: [
    { url: 'https://shop.example/shoes?a=1&b=<2>', result: 'bad' },
    { url: 'https://shop.example/hats', result: 'good' },
    { url: 'https://evil.example/?x="><dim>&amp;\'</url>\u202e\u0007\u2066' },
  ],
});

async function readStorage(): Promise<string> {
  const [local, session] = [await app.worker.stored(), await app.worker.stored('session')];
  return JSON.stringify([local, session]);
}

describe('the keyword in the address bar', () => {
  it('suggests stored reports without a request or a write, and opens the chosen report', async () => {
    const before = await readStorage();
    const requests = app.service.requests.length;
    await typeInAddressBar('shoe');
    const { description } = await untilSuggested('shoes');
    expect(description).toMatch(/^Bad( \d+)? · (https:\/\/)?shop\.example\/shoes\?a=1&#38;b=/);
    await typeInAddressBar('evil', false);
    const evil = await untilSuggested('evil');
    expect(evil.description).toMatch(/^[A-Z]\w+( \d+)? · [^<>]*$/);
    expect(evil.content + evil.description).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    // The browser's parser rejects invalid markup.
    const line = JSON.stringify({ description: evil.description });
    await inWorker(`chrome.omnibox.setDefaultSuggestion(${line})`);
    expect(app.service.requests.length).toBe(requests);
    expect(await readStorage()).toBe(before);

    await app.worker.stop();
    await typeInAddressBar('hat');
    const { content } = await untilSuggested('hats');
    await enterInAddressBar(content);
    const tab = await untilPopupTab();
    expect(tab.url()).not.toContain('shop');
    await tab.shows('heading', 'shop.example/hats');
    await tab.press('Back');
    await tab.expectFocus('shop.example/hats');
  });

  it('opens a search for any other text in a background tab', async () => {
    const page = await app.testBrowser.browser.newPage();
    await page.goto(app.service.samplePages.good);
    await enterInAddressBar('hats', 'newBackgroundTab');
    await until('the tab opens', () =>
      app.testBrowser.browser.targets().some((one) => one.url().includes('/popup.html#')),
    );
    expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
    const tab = await untilPopupTab();
    await tab.untilRows((rows) => rows.length === 1 && /hats/.test(rows[0] ?? ''));
  });
});
