import { describe, expect, it } from 'vitest';
import { ReportExport } from '@/lib/source/report-json';
import { app, byRole, type Screen, until, useService } from './app';
import { accessibilityProblems } from './axe';
import { untilTab } from './browser-ui';
import { checksOf } from './check-names';
import { setDirection, setMedia, takePicture } from './looks';
import { openReports, rowsOf, selectRows, takenFiles } from './reports-screen';

const PATHS = ['', 'huts/lakeside', 'huts/summit', 'huts/larch-valley', 'booking', 'alps/path'];
const pageOf = (at: number) => `https://trails.example/${PATHS[at] ?? `page-${at}`}`;

useService({
  reports: Array.from({ length: 24 }, (_, at) => ({
    url: pageOf(at),
    score: 30 + ((at * 17) % 65),
    privacy: (at % 3) as 0 | 1 | 2,
  })),
});

async function looksRight(page: Screen, name: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewport({ width, height: 800 });
    await page.nextFrames();
    for (const scheme of ['light', 'dark']) {
      await setMedia(page, { 'prefers-color-scheme': scheme });
      expect(await accessibilityProblems(page)).toEqual([]);
      await takePicture(page, `${name} ${width} ${scheme}`);
    }
    await setMedia(page, { 'prefers-color-scheme': 'light' });
    await setDirection(page, 'rtl');
    await page.nextFrames();
    expect(await accessibilityProblems(page)).toEqual([]);
    await takePicture(page, `${name} ${width} rtl`);
    await setDirection(page, 'ltr');
  }
  await page.setViewport({ width: 1280, height: 800 });
}

describe('the page of all reports', () => {
  it('is accessible in its states, light, dark and right to left, narrow and wide', async () => {
    app.service.add({ url: pageOf(1), score: 74, generated_at: '2026-11-20T10:00:00Z' });
    const page = await openReports(25);
    await looksRight(page, 'reports', [1600, 360]);
    await page.locator('.bulk-row .row').click();
    await page.isRead();
    await looksRight(page, 'open report', [1280, 360]);
    await page.press('Back');
    await page.hasFocus('huts/lakeside');
    await selectRows(page, 1, 2);
    await page.press('Export');
    await looksRight(page, 'selected reports', [1280, 360]);
    await page.press('Compare');
    await page.says('Failed on both');
    await looksRight(page, 'comparison', [1280, 360]);
  });

  it('selects by pressing, with Shift and Ctrl, by keys and all', async () => {
    const page = await openReports(24);
    const count = () => page.$$eval('.is-selected', ({ length }) => length);
    const rows = await page.$$('.bulk-row .row');
    await selectRows(page, 1);
    await page.keyboard.down('Shift');
    await rows[4]?.click();
    await page.keyboard.up('Shift');
    await page.shows('toolbar', 'Selected');
    expect(await count()).toBe(5);
    await page.keyboard.down('Control');
    await rows[2]?.click();
    await page.keyboard.up('Control');
    expect(await count()).toBe(4);
    expect(await page.$(byRole('button', 'Compare'))).toBeNull();
    await page.press('Clear selection');
    await rows[0]?.focus();
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await until('three rows', async () => (await count()) === 3);
    await page.locator(byRole('checkbox', 'Select all')).click();
    await page.says('24 selected');
    // What the filter leaves out is not acted upon.
    await page.locator('.rating-filters button').click();
    await until('the good ones', async () => (await rowsOf(page)).every((row) => /Good/.test(row)));
    expect((await page.mainText()).includes('24 selected')).toBe(false);
  });

  it('compares two reports in every cell, as text and CSV too', async () => {
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
    const files = await takenFiles(page);
    await page.press('Export CSV');
    await page.press('Copy as text');
    const [csv = '', text = ''] = await files(2);
    expect(csv.trim().split('\r\n')).toHaveLength(37);
    expect(text).toContain('Failed on both');
    await page.keyboard.press('Escape');
    await page.shows('table', 'Reports');
  });

  it('takes along what is shown and what is selected', async () => {
    const page = await openReports(24);
    const files = await takenFiles(page);
    await page.press('Export');
    await page.press('Export JSON');
    await page.press('Export CSV');
    await selectRows(page, 1, 2);
    await page.press('Export');
    await page.press('Copy for a ticket');
    const [json = '', csv = '', ticket = ''] = await files(3);
    const { reports, service } = ReportExport.parse(JSON.parse(json));
    expect(service).toBe(app.service.baseUrl);
    expect(reports.map(({ id, url, score, privacy }) => ({ id, url, score, privacy }))).toEqual(
      app.service
        .reports()
        .map(({ id, url, score, privacy }) => ({ id: String(id), url, score, privacy })),
    );
    expect(csv.trim().split('\r\n')).toHaveLength(25);
    expect(ticket.match(/^## <https:\/\/trails\.example\//gm)).toHaveLength(2);
    expect(ticket).toMatch(/^- \[ \] \*\*.+\*\*/m);
    await page.says('Copied');
  });

  it('prints a report without buttons and list, and light in a dark browser', async () => {
    const page = await openReports(24);
    await page.locator('.bulk-row .row').click();
    await page.isRead();
    const session = await page.createCDPSession();
    const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
    await session.send('Emulation.setEmulatedMedia', { media: 'print', features });
    const printed = await page.evaluate(() => ({
      visible: [...document.querySelectorAll('button, input, select')].filter((element) =>
        element.checkVisibility(),
      ).length,
      rows: [...document.querySelectorAll('.bulk-row')].filter((row) => row.checkVisibility())
        .length,
      ground: getComputedStyle(document.documentElement).backgroundColor,
    }));
    expect(printed).toEqual({ visible: 0, rows: 0, ground: 'rgb(255, 255, 255)' });
    await session.detach();
  });

  it('hands the addresses of the selected reports to the page for many, all of them on', async () => {
    const page = await openReports(24);
    await selectRows(page, 1, 2, 3);
    await page.press('Report again');
    const many = await untilTab('/bulk.html');
    await many.shows('button', 'Create 3 reports');
  });
});

it('opens beside the tabs', async () => {
  const page = await openReports(24);
  await page.press('Open side panel');
  const panel = await until('the panel is there', async () => {
    const pages = app.stage.browser
      .targets()
      .filter((target) => target.url().endsWith('/reports.html'));
    return pages.find((target) => target !== page.target());
  });
  const beside = await panel.asPage();
  await beside.locator(byRole('button', 'Open in a tab')).wait();
  await beside.evaluate(() => window.close());
});
