import { describe, expect, it } from 'vitest';
import { app, bareAddress, byRole, failures, until, useService } from './app';

useService({ connects: false });

/** Formats a day as the extension does, with the year if it differs from the current year. */
function dayOf(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

describe('the line of this page', () => {
  it('is shown from storage, despite other parameters and fragments in the address', async () => {
    const url = app.service.samplePages.good;
    const [january, march] = ['2026-01-05T10:00:00Z', '2026-03-05T10:00:00Z'];
    const before = { score: 30, failing: ['title', 'sitemap'], generated_at: january };
    app.service.add({ url: `${url}/?b=2&a=1`, ...before });
    const now = { score: 90, failing: ['title', 'noindex'], generated_at: march };
    app.service.add({ url: `${url}?a=1&b=2`, ...now });
    await app.connect();
    app.service.behave({ fail: failures.silence });
    const popup = await app.popup(`${url}?b=2&utm_source=mail&a=1&fbclid=x#section`);
    // The line shows the base after the history is read.
    const since = `compared with ${dayOf(january)}`;
    await popup.says(since);
    expect(await popup.mainText()).toMatch(
      new RegExp(`Good 90Measured.*▲60.*${since}New: Noindex.*1 still failing`),
    );
    expect((await popup.names('image')).join()).toMatch(
      /2 \w+, oldest first: Bad( \d+)? \(Jan 5, 2026\), Good( \d+)? \(Mar 5, 2026\)/,
    );
    await popup.locator(`${byRole('region', 'This page')} button`).click();
    await popup.shows('heading', bareAddress(`${url}?a=1&b=2`));
  });

  it('stays one line with many results, and its button finds only reports of this page', async () => {
    const page = app.service.samplePages.good;
    const url = `${page}?id=7`;
    for (let number = 0; number < 20; number += 1) app.service.add({ url: `${page}/${number}` });
    for (let days = 8; days > 0; days -= 1) {
      const generated_at = new Date(Date.now() - days * 86_400_000).toISOString();
      app.service.add({ url, result: days % 2 ? 'decent' : 'bad', privacy: 2, generated_at });
    }
    await app.connect();
    const popup = await app.popup(`${page}?utm_source=mail&id=7#part`);
    await popup.shows('region', 'This page');
    const middles = await popup.$$eval('.this-page button > :not(.page-brief)', (parts) =>
      parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return (top + bottom) / 2;
      }),
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
    const besideNewest = await popup.$eval('.rating-history', (line) => {
      const newest = line.querySelector('circle:last-of-type')?.getBoundingClientRect();
      return line.getBoundingClientRect().right - (newest?.right ?? 0);
    });
    expect(besideNewest).toBeLessThan(2);

    await popup.shows('button', 'Reports of this page');
    // The button stays inside the field even with large text.
    const ends = await popup.evaluate(() => {
      const { style } = document.documentElement;
      style.fontSize = '24px';
      const bottomOf = (found: string) =>
        document.querySelector(found)?.getBoundingClientRect().bottom;
      const bottoms = [bottomOf('.find-text button'), bottomOf('.find input')];
      style.fontSize = '';
      return bottoms;
    });
    expect(ends[0]).toBe(ends[1]);
    await popup.press('Reports of this page');
    await popup.untilRows(
      (rows) => rows.length === 8 && rows.every((row) => row.includes('?id=7')),
    );
    expect(bareAddress(await popup.value('Search', 'searchbox'))).toBe(bareAddress(page));
    await popup.expectFocus('Search');
    const offer = byRole('button', 'Reports of this page');
    expect(await popup.$(offer)).toBeNull();
    await popup.clear('Search', 'searchbox');
    await popup.shows('button', 'Reports of this page');
    await popup.fill('URL', 'https://elsewhere.example/');
    expect(await popup.$(offer)).toBeNull();
    expect(await popup.$(byRole('region', 'This page'))).toBeNull();
  });
});

it('the form offers other addresses of the page, with letters decoded only on screen', async () => {
  await app.connect();
  const url = app.service.samplePages.good;
  const popup = await app.popup(`${url}?utm_source=mail&a=gr%c3%b6%c3%9fe#part`);
  expect(await popup.$(byRole('region', 'This page'))).toBeNull();
  for (const [button, address] of [
    ['Without tracking', `${url}?a=größe#part`],
    ['Without #…', `${url}?a=größe`],
    ['Canonical URL', url],
    ['This page', `${url}?utm_source=mail&a=größe#part`],
    ['Without #…', `${url}?utm_source=mail&a=größe`],
  ] as const) {
    await popup.press('Other addresses');
    await popup.press(button);
    expect(await popup.value('URL')).toBe(address);
  }
  await popup.create();
  expect(app.service.reports()[0]?.url).toBe(`${url}?utm_source=mail&a=gr%c3%b6%c3%9fe`);
  await popup.shows('region', 'This page');
});

it('the form reports the page inside a wrapped link, and offers the link too', async () => {
  await app.connect();
  const url = app.service.samplePages.good;
  // idlewan/link_cleaner#35, with another page.
  const link = `https://slack-redir.net/link?url=${encodeURIComponent(url)}&v=3`;
  const page = await app.testBrowser.browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    void request.respond({ contentType: 'text/html', body: '<link rel="canonical" href="/">' });
  });
  await page.goto(link);
  const popup = await app.testBrowser.openPopup(page);
  expect(await popup.value('URL')).toBe(url);
  await popup.press('Other addresses');
  await popup.press('Address of this tab');
  expect(await popup.value('URL')).toBe(link);
  await popup.press('Other addresses');
  await popup.press('This page');
  expect(await popup.value('URL')).toBe(url);
  await popup.clear('URL');
  await popup.paste(link);
  await until('the field has the page', async () => (await popup.value('URL')) === url);
  await popup.create();
  await popup.shows('region', 'This page');
  expect(app.service.reports().map((report) => report.url)).toEqual([url]);
  expect(JSON.stringify(app.service.requests)).not.toContain('slack-redir');
});
