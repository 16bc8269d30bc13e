import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SERVICE_HOST } from '../browser/test-browser';
import { app, byRole, type Screen, until, useService } from './app';
import { answerDialog } from './browser-ui/permissions';
import { untilTab } from './browser-ui/tabs';
import { MIXED, openSource, switchRow } from './states/batch-states';

interface Tabs {
  query(query: object): Promise<{ index: number; active: boolean }[]>;
  highlight(selection: object): Promise<unknown>;
}

const [FIRST = '', SECOND = '', , , SECRET = '', LAST = ''] = MIXED;

useService();

async function openPreview(addresses: readonly string[]): Promise<Screen> {
  const page = await app.batches();
  await openSource(page, 'List');
  await page.locator(byRole('textbox', 'Addresses')).fill(addresses.join('\n'));
  await page.press('Preview');
  await page.shows('table', 'Preview');
  return page;
}

async function untilCreated(count: number): Promise<string[]> {
  await until('the reports are created', () => app.service.reports().length === count);
  return app.service
    .reports()
    .map(({ url }) => url ?? '')
    .sort();
}

describe('a list of addresses in the form for many pages', () => {
  it('has a preview with a reason for each doubtful address, and publishes only chosen rows', async () => {
    app.service.add({ url: SECOND });
    const page = await openPreview(MIXED);
    await page.shows('button', 'Already reported 1');
    expect(await page.texts('.chips button')).toEqual([
      'All 6',
      'Not a web address 1',
      'Duplicate 1',
      'Already reported 1',
      'May expose a secret 1',
    ]);
    await page.shows('button', 'Create 3 reports');
    await page.choose('Public');
    await page.shows('button', 'Publish 2 reports');
    await switchRow(page, FIRST);
    await switchRow(page, SECRET);
    expect(await page.untilAlert()).toContain(SECRET);
    await page.press('Already reported 1');
    await page.locator(byRole('checkbox', 'Select all shown')).click();
    await page.press('Publish 3 reports');
    await page.shows('progressbar', 'Progress');
    expect(await untilCreated(4)).toEqual([LAST, SECOND, SECOND, SECRET].sort());
  });

  it('is sent without tracking parameters, and with one password for all reports', async () => {
    const page = await openPreview([`${FIRST}?gclid=x`, `${SECOND}?a=1&utm_source=mail&b=2`]);
    expect(await page.texts('.preview-table del')).toEqual(['?gclid=x', '&utm_source=mail']);
    const trackingSwitch = page.locator(byRole('switch', 'Without tracking parameters (2)'));
    await trackingSwitch.click();
    await until('the addresses are as pasted', async () => !(await page.$('.preview-table del')));
    await trackingSwitch.click();
    await page.choose('Password');
    await page.press('Create 2 reports');
    await page.says('Enter a password');
    await page.fill('Report password', 'one for all');
    await page.press('Create 2 reports');
    expect(await untilCreated(2)).toEqual([FIRST, `${SECOND}?a=1&b=2`].sort());
    const passwords = app
      .requests('POST')
      .map(({ body }) => new URLSearchParams(body).get('password'));
    expect(passwords).toEqual(['one for all', 'one for all']);
    await page.press('Report many pages');
    await page.expectFocus('Addresses');
    expect(await page.value('Addresses')).toBe('');
    await page.press('Remove');
    await page.saysNoMore('2 reports created');
  });

  it('keeps the focus on one of 1,000 rows that is scrolled out of sight', async () => {
    const page = await openPreview(
      Array.from({ length: 1000 }, (_, at) => `https://a.example/${at}`),
    );
    const first = await page.find(byRole('checkbox', 'https://a.example/0'));
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.expectFocus('https://a.example/1');
    await page.evaluate(() => scrollTo(0, 1e6));
    await page.shows('checkbox', 'https://a.example/999');
    await page.expectFocus('https://a.example/1');
    await page.keyboard.press('End');
    await page.expectFocus('https://a.example/999');
    await page.keyboard.press('Space');
    await page.shows('button', 'Create 999 reports');
  });
});

async function chooseFiles(page: Screen, files: Record<string, string | Buffer>): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }));
  await page.$eval(
    'input[type="file"]',
    (element, given) => {
      const data = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      const input = element as HTMLInputElement;
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    given,
  );
}

describe('files in the form for many pages', () => {
  it('are read together, with the name of each incomplete file', async () => {
    const page = await app.batches();
    await openSource(page, 'List');
    // whatwg/compression#42: Chromium rejects data after the first member.
    const members = Buffer.concat([gzipSync(`${FIRST}\n`), gzipSync(`${LAST}\n`)]);
    await chooseFiles(page, {
      'a.json': `{"url":"${SECOND}"}`,
      'b.gz': members,
      'c.xlsx': 'PK\x03\x04',
    });
    await page.shows('button', 'Create 2 reports');
    await page.says("2 files couldn't be read");
    // The empty input lets a person choose a corrected file again.
    const chosen = (input: Element) => (input as HTMLInputElement).value;
    expect(await page.$eval('input[type="file"]', chosen)).toBe('');
    await page.says('b.gz The file is incomplete or broken.');
    expect(await page.names('checkbox')).toEqual(expect.arrayContaining([FIRST, SECOND]));
  });
});

describe('the open tabs as a source', () => {
  it('show a message instead of addresses if the browser refuses access', async () => {
    await app.testBrowser.openPopupOn(app.service.samplePages.good);
    const page = await app.batches();
    await openSource(page, 'Open tabs');
    await answerDialog(page, false);
    await page.press('This window');
    expect(await page.untilAlert()).toContain("didn't allow access to tabs");
    await answerDialog(page, true);
    await page.press('This window');
    // The extension sees the page of a host that it may access.
    await page.shows('checkbox', app.service.samplePages.good);
  });
});

describe('the popup over selected tabs', () => {
  it('passes all selected tabs to the form for many pages', async () => {
    const popup = await app.popupWithRows(0);
    await popup.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: { tabs: Tabs } };
      const tabs = await chrome.tabs.query({ currentWindow: true });
      // The first tab becomes the active one. Another active tab would close the popup.
      tabs.sort((one, other) => Number(other.active) - Number(one.active));
      await chrome.tabs.highlight({ tabs: tabs.map(({ index }) => index) });
    });
    await popup.reload();
    // The press closes the popup.
    await popup.press('Report 2 selected tabs').catch(() => {});
    const page = await untilTab('/reports.html#many');
    await page.shows('button', '2 selected tabs');
  });
});

describe('a sitemap', () => {
  let server: Server;
  afterEach(() => server.close());

  it('is read from another origin after Allow access, without keeping the permission', async () => {
    const page = await app.batches();
    const port = await serve();
    await openSource(page, 'Sitemap');
    await page.fill('Sitemap address', `127.0.0.1:${port}`);
    await page.press('Preview');
    await page.says(`http://localhost:${port} · 1 file not read`);
    await page.shows('button', 'Create 1 report');
    await app.testBrowser.approveHost('http://localhost/*');
    await page.press('Allow access');
    await page.shows('button', 'Create 2 reports');
    await page.saysNoMore('not read');
    expect(await app.worker.hasHost('http://localhost/*')).toBe(false);
    // The permission for the service stays.
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
  });

  it('that redirects to the host with www. is read after one press of Allow access', async () => {
    const page = await app.batches();
    const port = await serve();
    await openSource(page, 'Sitemap');
    await page.fill('Sitemap address', `localhost:${port}/to-www.xml`);
    await app.testBrowser.approveHost('http://localhost/*');
    await page.press('Preview');
    await page.says(`The site may redirect to http://www.localhost:${port}`);
    await page.says('The site redirects to another one.');
    await app.testBrowser.approveHost('http://www.localhost/*');
    await page.press('Allow access');
    await page.shows('button', 'Create 1 report');
    await page.saysNoMore('redirect');
    expect(await app.worker.hasHost('http://www.localhost/*')).toBe(false);
  });

  async function serve(): Promise<number> {
    server = createServer(({ url, headers }, response) => {
      const { port } = server.address() as AddressInfo;
      if (url === '/to-www.xml' && headers.host === `localhost:${port}`) {
        response.writeHead(301, { location: `http://www.localhost:${port}${url}` }).end();
        return;
      }
      const other = `<sitemap><loc>http://localhost:${port}/other.xml</loc></sitemap>`;
      const own = '<sitemap><loc>/own.xml</loc></sitemap>';
      const page = `<urlset><url><loc>https://shop.example${url}</loc></url></urlset>`;
      if (url === '/robots.txt') response.end('User-agent: *\nSitemap: /index.xml');
      else
        response.end(url === '/index.xml' ? `<sitemapindex>${own}${other}</sitemapindex>` : page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
});
