import { describe, expect, it } from 'vitest';
import { app, byRole, until, useService } from './app';
import { checksOf } from './check-names';
import { openReports, recordCopies, rowsOf, selectRows } from './reports-screen';

const PATHS = ['', 'huts/lakeside', 'huts/summit', 'huts/larch-valley/map', 'booking', 'alps/path'];
const pageOf = (at: number) => `https://trails.example/${PATHS[at] ?? `page-${at}`}`;

useService({
  reports: Array.from({ length: 24 }, (_, at) => ({
    url: pageOf(at),
    score: 30 + ((at * 17) % 65),
    privacy: (at % 3) as 0 | 1 | 2,
  })),
});

describe('All reports', () => {
  it('selects rows by click, with Shift, by keys and all at once', async () => {
    const page = await openReports(24);
    const count = () => page.$$eval('.is-selected', ({ length }) => length);
    const rows = await page.$$('.table-row .row');
    await selectRows(page, 1);
    await page.keyboard.down('Shift');
    await rows[4]?.click();
    await page.keyboard.up('Shift');
    await page.shows('toolbar', 'Selected');
    expect(await count()).toBe(5);
    await selectRows(page, 3);
    expect(await count()).toBe(4);
    expect(await page.$(byRole('button', 'Compare'))).toBeNull();
    await page.press('Clear selection');
    await rows[0]?.focus();
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await until('three rows are selected', async () => (await count()) === 3);
    await page.locator(byRole('checkbox', 'Select all')).click();
    await page.says('24 selected');
    // Actions do not affect hidden rows.
    await page.locator(byRole('searchbox', 'Search')).fill('huts');
    await until('only huts are shown', async () =>
      (await rowsOf(page)).every((row) => /huts/.test(row)),
    );
    expect((await page.mainText()).includes('24 selected')).toBe(false);
  });

  it('shows whole addresses in rows of two lines', async () => {
    const page = await openReports(24);
    await page.setViewport({ width: 360, height: 800 });
    await until('the rows are narrow', () =>
      page.$eval('.table-row', ({ clientWidth, clientHeight }) => {
        return clientWidth <= 360 && clientHeight > 40;
      }),
    );
    await page.nextFrames();
    const areCut = await page.$$eval('.table-row .address > *', (parts) =>
      parts.map((part) => part.scrollWidth > part.clientWidth),
    );
    expect(new Set(areCut)).toEqual(new Set([false]));
    // A narrow row shows one number of failed checks.
    expect(await page.$eval('.table-row .in-all', (one) => one.checkVisibility())).toBe(true);
  });

  it('compares two reports by check, and exports the comparison and the selected rows', async () => {
    const page = await openReports(24);
    await selectRows(page, 1, 2);
    await page.press('Compare');
    await page.shows('table', 'Comparison');
    await page.press('Passed on both');
    const cells = await page.$$eval('.comparison tbody tr:not(.comparison-group)', (rows) =>
      rows.map(({ children: [name, ...sides] }) => [
        name?.querySelector('bdi')?.textContent ?? '',
        ...sides.map(({ textContent }) => textContent.startsWith('Passed')),
      ]),
    );
    const [left, right] = app.service.reports().map(checksOf);
    const served = [...(left ?? [])].map(([name, passes]) => [name, passes, right?.get(name)]);
    expect(served).toHaveLength(36);
    expect(cells.sort()).toEqual(served.sort());
    // Returns the number of strokes of a mark. A cross has two, a tick has one.
    const strokes = (mark: string) =>
      page.$$eval(`.comparison .is-${mark} path`, (all) => [
        ...new Set(all.map((path) => path.getAttribute('d')?.match(/M/g)?.length)),
      ]);
    expect([await strokes('failed'), await strokes('passed')]).toEqual([[2], [1]]);
    const copiedTexts = await recordCopies(page);
    await page.press('Download CSV');
    await page.press('Copy as text');
    const [csv = '', text = ''] = await copiedTexts(2);
    expect(csv.trim().split('\r\n')).toHaveLength(37);
    expect(text).toContain('Both fail: ');
    await page.keyboard.press('Escape');
    await page.press('Export');
    await page.pressMenuItem('Download CSV');
    const [above, rows = ''] = (await copiedTexts(3))[2]?.trim().split('\r\n\r\n') ?? [];
    expect(above).toContain('2 of 24 pages, those selected');
    const selected = rows.split('\r\n').slice(1);
    const newest = app.service.reports().slice(0, 2);
    expect(selected.map((row) => row.split(',')[0])).toEqual(newest.map(({ url }) => url));
  });

  it('prints an open report without list and buttons, in light colors', async () => {
    const page = await openReports(24);
    await page.locator('.table-row .row').click();
    await page.untilReportIsRead();
    const session = await page.createCDPSession();
    const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
    await session.send('Emulation.setEmulatedMedia', { media: 'print', features });
    const printed = await page.evaluate(() => ({
      visible: [...document.querySelectorAll('button, input, select')].filter((element) =>
        element.checkVisibility(),
      ).length,
      rows: [...document.querySelectorAll('.table-row')].filter((row) => row.checkVisibility())
        .length,
      ground: getComputedStyle(document.documentElement).backgroundColor,
    }));
    expect(printed).toEqual({ visible: 0, rows: 0, ground: 'rgb(255, 255, 255)' });
    await session.detach();
  });
});
