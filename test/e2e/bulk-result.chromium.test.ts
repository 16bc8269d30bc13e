import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { textsOf } from '../support/locale-texts';
import { sampleReport } from '../support/sample-report';
import { app, creation, failures, type Screen, until, useService } from './app';
import { prefer } from './browser-ui';
import { openUnknown } from './bulk-states';

const on = { method: 'POST' };
const URLS = Array.from({ length: 12 }, (_, page) => `https://shop.example/${page}`);

const ALONE = 'https://shop.example/alone';

useService({ keepAlive: false });

async function openBatch(urls = URLS, fields: object = {}): Promise<Screen> {
  await app.worker.ask('addBatch', {
    id: 'b',
    kind: 'create',
    privacy: 1,
    leftOut: {},
    urls,
    ...fields,
  });
  return app.bulk('#batch=b');
}

const cutOff = (parts: Element[]) =>
  parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent);

const made = () => app.service.reports().map(({ url }) => url);

describe('a batch on its page and in the popup', () => {
  it('pauses, resumes, and shows the ratings at its end', async () => {
    const gate = createGate();
    app.service.behave([
      { on, times: 4 },
      { on, gate },
    ]);
    const page = await openBatch();
    await page.says('4 of 12');
    await until('two are held', () => app.requests('POST').length === 6);
    await page.press('Pause');
    await page.says('What has been sent is finished first.');
    gate.open();
    await page.says('6 of 12');
    await page.says('Paused');
    expect(made()).toHaveLength(6);
    await page.press('Resume');
    await page.says('All done');
    expect(made().sort()).toEqual([...URLS].sort());
    await until(
      'all are rated',
      async () =>
        (await page.texts('.result-table .rating')).filter((one) => one?.startsWith('Good'))
          .length >= 12,
    );
  });

  it('keeps refused rows until they are sent again, and copies their addresses', async () => {
    app.service.behave({ on, times: 1, fail: failures.invalid });
    const page = await openBatch(URLS.slice(0, 3));
    await page.says('3 of 3');
    await page.says('1 failed');
    await page.press('Failed 1');
    expect((await page.texts('.bulk-row')).join()).toContain("didn't accept this");
    const isSeen = await page.$eval('.entry-report bdi', (words) => {
      const [line] = words.getClientRects();
      const cell = words.closest('.entry-report')?.getBoundingClientRect();
      return line && cell && line.right <= cell.right && line.bottom <= cell.bottom;
    });
    expect(isSeen).toBe(true);
    await page.press('Copy failed');
    await page.says('Copied');
    await page.press('Retry failed');
    await page.says('All done');
    expect(made()).toHaveLength(3);
    // What was sent again is no longer among the failed ones.
    expect(await page.texts('.bulk-row')).toHaveLength(3);
  });

  it('leaves every address whole beside a failure, whose reason alone wraps', async () => {
    app.service.behave({ on, times: 1, fail: failures.invalid });
    const long = URLS.slice(0, 3).map((url) => `${url}/products/garden/chairs/folding/oak-chair`);
    const page = await openBatch(long);
    await page.setViewport({ width: 1000, height: 700 });
    await page.says('1 failed');
    await until('addresses are whole', async () =>
      (await page.texts('.bulk-row .row-address')).every((address) => !address.includes('…')),
    );
    expect(await page.$$eval('.bulk-row .row-address', cutOff)).toEqual([]);
  });

  it('has columns wide enough for states and results in every language', async () => {
    const page = await openBatch(URLS.slice(0, 1));
    await page.setViewport({ width: 1000, height: 700 });
    await page.says('All done');
    for (const file of readdirSync('components/text/locales')) {
      const texts = await textsOf(file.replace('.yml', ''));
      const words = (prefix: string) =>
        [...texts].flatMap(([key, text]) =>
          key.startsWith(prefix) ? [[key.slice(prefix.length), text] as const] : [],
        );
      const ratings = words('rating.').map(([, text]) => text);
      const tooLong = await page.evaluate(
        (states, results) => {
          const [, state, result] = document.querySelectorAll('.bulk-row > *');
          const label = result?.querySelector('.rating')?.lastChild;
          if (!state || !result || !label) return ['no cells'];
          const isTooLong = (cell: Element) =>
            cell.scrollWidth > cell.clientWidth || cell.clientHeight > 24;
          return [
            ...states.filter(([name, text]) => {
              state.className = `is-${name}`;
              state.textContent = text;
              return isTooLong(state);
            }),
            ...results.filter((text) => {
              label.textContent = text;
              return isTooLong(result);
            }),
          ];
        },
        words('batch.state.'),
        [...ratings, ...ratings.slice(0, 3).map((rating) => `${rating} 100`)],
      );
      expect([file, tooLong]).toEqual([file, []]);
    }
  });

  it('drops the unsent rows only after a person confirms', async () => {
    const gate = createGate();
    app.service.behave([
      { on, times: 2 },
      { on, gate },
    ]);
    const page = await openBatch();
    await page.says('2 of 12');
    await until('two are held', () => app.requests('POST').length === 4);
    await page.press('Cancel');
    await page.press('Keep the rest');
    await page.press('Cancel');
    await page.press('Drop the rest');
    await page.says('8 cancelled');
    expect(app.requests('POST').length).toBeLessThanOrEqual(4);
    gate.open();
    await page.says('12 of 12');
    expect(await page.mainText()).not.toContain('All done');
    await page.press('Report more pages');
    await page.says('4 reports created');
    expect((await page.texts('.batches .note')).join()).toMatch(/8 cancelled$/);
    await page.press('4 reports created');
    await page.press('Cancelled 8');
    const rows = await page.texts('.bulk-row');
    expect(rows).toHaveLength(8);
    expect(rows.every((row) => row.includes('Cancelled'))).toBe(true);
  });

  it('counts reports still looked for after the rest is dropped, without useless buttons', async () => {
    const page = await openUnknown();
    await page.press('Cancel');
    await page.press('Drop the rest');
    await page.says('2 were already sent. Checking whether they were created.');
    const buttons = await page.names('button');
    expect(buttons).toEqual(expect.arrayContaining(['Copy done', 'Download CSV']));
    for (const gone of ['Pause', 'Resume', 'Cancel', 'Retry now'])
      expect(buttons).not.toContain(gone);
  });

  it('copies and downloads what became of each address', async () => {
    app.service.behave({ on, times: 1, fail: failures.invalid });
    const page = await openBatch(URLS.slice(0, 2));
    await page.says('1 failed');
    await page.says('2 of 2');
    // Headless browsers keep clipboard and downloads to themselves.
    const taken = await page.evaluateHandle(() => {
      const texts: (string | Promise<string>)[] = [];
      navigator.clipboard.writeText = async (text) => void texts.push(text);
      URL.createObjectURL = (file) => {
        if (file instanceof Blob) texts.push(file.text());
        return 'blob:';
      };
      return texts;
    });
    await page.press('Copy done');
    await page.says('Copied');
    await page.press('Download CSV');
    await until('both are there', async () => (await taken.evaluate((all) => all.length)) === 2);
    const [copied = '', file = ''] = await taken.evaluate((all) => Promise.all(all));
    expect(copied).toMatch(/^https:\/\/shop\.example\/\d\t\d+\t(http\S*)?$/);
    const [head, ...rows] = file.trim().split('\r\n');
    expect(head).toBe(
      'Address,State,Result,Score,Issues,Privacy,Report,Date generated,Link,Reason',
    );
    expect(rows.toSorted()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/,Done,\w+,\d+,\d+,Private,\d+,\d{4}-\d\d-\d\d \d\d:\d\d,.*,$/),
        expect.stringMatching(/,Failed,,,,Private,,,,.+Its host does not exist/),
      ]),
    );
  });

  it('waits each time that the service announces no requests left', async () => {
    const last = (id: number, left = '0') => {
      const headers = {
        'content-type': 'application/json',
        'x-ratelimit-remaining': left,
        'x-ratelimit-reset': '1800',
      };
      const body = JSON.stringify({ id, url: URLS[id], privacy: 1, result: 'good' });
      return { on, times: 1, fail: { kind: 'answer' as const, status: 201, headers, body } };
    };
    app.service.behave([last(0)]);
    const page = await openBatch();
    await page.says('Retrying at');
    await app.untilAtGate();
    const before = app.requests('POST').length;
    // The one beside it may have been out already.
    expect(before).toBeLessThanOrEqual(2);
    app.service.behave([last(5)]);
    await page.press('Retry now');
    await until('one more is sent', () => app.requests('POST').length > before);
    await page.says('Retrying at');
    await app.untilAtGate();
    expect(app.requests('POST')).toHaveLength(before + 1);
    app.service.behave([last(6, '59')]);
    await page.press('Retry now');
    await page.says('All done');
  });

  it('goes at the speed in the settings as soon as it is changed', async () => {
    const [first, rest] = [createGate(), createGate()];
    app.service.behave([
      { on, times: 2, gate: first },
      { on, gate: rest },
    ]);
    const page = await openBatch();
    await until('two are held', () => app.requests('POST').length === 2);
    await prefer({ creationPause: 60 });
    first.open();
    await page.says('2 of 12');
    const report = sampleReport(String(app.service.reports()[0]?.id));
    const change = async (privacy: number) => {
      const before = app.requests('PUT').length;
      await app.worker.add({ kind: 'change', report, change: { privacy } });
      await until('it is changed', () => app.requests('PUT').length > before);
    };
    await change(0);
    rest.open();
    // Changes have no pause: whatever could go out beside them has gone by then.
    await change(1);
    await change(0);
    expect(app.requests('POST').length).toBeLessThanOrEqual(4);
  });

  it('links each report as the settings say, and tells pages apart in a small window', async () => {
    const options = await app.options();
    await options.fill('Report link', `${app.service.baseUrl}/reports/{id}`);
    await options.keyboard.press('Tab');
    await options.says('Saved');
    const long =
      'https://www.wine-trade.example/assortment/red-wine/pinot-noir-of-the-year-2024?from=a';
    const page = await openBatch([long]);
    await page.setViewport({ width: 900, height: 700 });
    await page.says('All done');
    await page.locator('.entry-report a').wait();
    const link = await page.$eval('.entry-report a', (one) => (one as HTMLAnchorElement).href);
    expect(link).toBe(`${app.service.baseUrl}/reports/${app.service.reports()[0]?.id}`);
    // The window's new size reaches the rows a moment later.
    await until('the name is whole, and the row cuts nothing off', async () => {
      const [shown = ''] = await page.texts('.bulk-row .row-address');
      const isWhole = shown.includes('…') && shown.includes('of-the-year-2024');
      return isWhole && (await page.$$eval('.row-address > *', cutOff)).length === 0;
    });
  });

  it('is told apart from other batches by its first address', async () => {
    await app.worker.ask('addBatch', {
      id: 'a',
      kind: 'create',
      privacy: 1,
      leftOut: {},
      urls: [ALONE],
    });
    const page = await openBatch();
    await page.says('All done');
    await page.press('Report more pages');
    await until(
      'both are named',
      async () =>
        (await page.texts('.batches li bdi')).join() === 'shop.example/0 …,shop.example/alone',
    );
  });

  it('says that an earlier batch goes first', async () => {
    app.service.behave({ on, gate: createGate() });
    await openBatch();
    await app.worker.ask('addBatch', {
      id: 'c',
      kind: 'create',
      privacy: 1,
      leftOut: {},
      urls: ['https://a.example/'],
    });
    const later = await app.bulk('#batch=c');
    await later.says('Another batch goes first.');
  });

  it('says that the key is refused, and is counted in the question of Disconnect', async () => {
    app.service.behave({ fail: failures.keyRefused });
    const page = await openBatch();
    await page.says('The service refused the API key');
    const options = await app.options();
    await options.press('Disconnect');
    await options.says('12 waiting reports');
  });

  it('has a line in the popup that tells until when the batch waits', async () => {
    app.service.behave({ on, fail: failures.unavailable });
    await openBatch();
    const popup = await app.popup();
    await popup.says('Many pages: 0 of 12');
    await popup.says('Retrying at ');
    await app.worker.add(creation('https://single.example/'));
    await popup.says('1 report waiting');
    expect((await popup.mainText()).split('Retrying at ')).toHaveLength(2);
  });

  it('has a line in the popup, where a single report goes before the rest of the batch', async () => {
    const gate = createGate();
    app.service.behave([
      { on, times: 2 },
      { on, times: 2, gate },
    ]);
    await openBatch();
    await until('two are made', () => made().length === 2);
    const popup = await app.popup();
    await popup.says('Many pages: 2 of 12');
    const page = app.service.samplePages.good;
    // Two of the batch are out, and it waits for neither.
    await until('two are held', () => app.requests('POST').length === 4);
    expect(await popup.create()).toMatch(/^Report created/);
    gate.open();
    await until('all are made', () => made().length === 13);
    const sent = app.requests('POST').map(({ body }) => new URLSearchParams(body).get('url'));
    expect(sent.indexOf(page)).toBeLessThan(6);
  });
});
