import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../service/served-answer';
import { usualChecks } from '../service/served-checks';
import { app, type Screen, useService } from './app';
import { cutOff } from './looks/cut-off';
import { setDirection } from './looks/looks';
import { openReports, recordCopies, selectRows } from './reports-screen';

/** Returns name and count of each group of a comparison, with the cells of its rows. */
function groupsOn(page: Screen): Promise<string[][]> {
  return page.$$eval('.comparison tbody', (groups) =>
    groups.map((group) =>
      [...group.rows].map((row) =>
        [...row.cells]
          .map((cell) => cell.innerText.replaceAll(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' '))
          .join(' | ')
          .trim(),
      ),
    ),
  );
}

describe('a comparison of two pages', () => {
  const date = '2026-11-20T10:11:12.000Z';
  useService({
    reports: [
      { url: 'https://wohnwelt24.example/', score: 81, generated_at: date },
      { url: 'https://www.nordlicht-moebel.example/sofas', score: 72, generated_at: date },
    ],
  });

  function answerWithFailing(
    ...failing: [id: number, url: string, score: number, checks: string[]][]
  ): void {
    app.service.behave(
      failing.map(([id, url, result, checks]) => {
        const results = usualChecks({ failing: checks });
        const data = { id, url, result, results, privacy: 1, generated_at: date };
        const fail = { kind: 'answer', ...jsonAnswer(200, { data }) } as const;
        return { on: { method: 'GET', path: `/api/v1/reports/${id}` }, fail };
      }),
    );
  }

  it('shows the failed checks of each page with their importance, on screen and in the copy', async () => {
    const page = await openReports(2);
    answerWithFailing(
      [1, 'wohnwelt24.example', 81, ['meta_description', 'load_time', 'sitemap']],
      [2, 'nordlicht-moebel.example/sofas', 72, ['noindex', 'load_time', 'doctype', 'htst']],
    );
    await selectRows(page, 1, 2);
    await page.press('Compare');
    await page.says('Both fail');
    const groups = await groupsOn(page);
    expect(groups.slice(0, 3)).toEqual([
      [
        'Only nordlicht-moebel.example fails 3',
        'Noindex high | Failed Asks search engines not to list it · noindex, nofollow | Passed',
        'Doctype medium | Failed Missing | Passed html',
        'HSTS low | Failed Missing | Passed max-age=31536000',
      ],
      [
        'Only wohnwelt24.example fails 2',
        'Meta description high | Passed Hours, tickets and how to get there. | Failed Missing',
        'Sitemap low | Passed 1 | Failed Not named in robots.txt',
      ],
      [
        'Both fail 1',
        'Load time medium | Failed Too slow: 3.4 sec, at most 2 sec | Failed the same',
      ],
    ]);
    expect(groups[3]?.[0]).toMatch(/^Passed on both 30 · Title, Headings, /);
    const copiedTexts = await recordCopies(page);
    await page.press('Copy as text');
    const [text = ''] = await copiedTexts(1);
    expect(text.split('\n').slice(0, 15)).toEqual([
      'First: https://nordlicht-moebel.example/sofas · Decent 72 · Nov 20, 2026, 10:11 AM',
      'Second: https://wohnwelt24.example/ · Good 81 · Nov 20, 2026, 10:11 AM',
      '',
      'Only nordlicht-moebel.example fails: 3',
      '- Noindex (high): Asks search engines not to list it · noindex, nofollow | Passed',
      '- Doctype (medium): Missing | html',
      '- HSTS (low): Missing | max-age=31536000',
      '',
      'Only wohnwelt24.example fails: 2',
      '- Meta description (high): Hours, tickets and how to get there. | Missing',
      '- Sitemap (low): 1 | Not named in robots.txt',
      '',
      'Both fail: 1',
      '- Load time (medium): Too slow: 3.4 sec, at most 2 sec | the same',
      '',
    ]);
    for (const word of ['New', 'Fixed', 'Still failing']) expect(text).not.toContain(word);
  });
});

describe('a comparison in a right-to-left language', () => {
  useService({
    reports: ['https://wohnwelt24.example/', 'https://www.nordlicht-moebel.example/sofas'].map(
      (url) => ({ url }),
    ),
  });

  const distancesFromRight = (page: Screen, blocks: string) =>
    page.$$eval(blocks, (all) =>
      all.map((block) => {
        const { paddingRight } = getComputedStyle(block);
        const address = document.createRange();
        address.selectNodeContents(block);
        const inner = block.getBoundingClientRect().right - Number.parseFloat(paddingRight);
        return Math.round(inner - address.getBoundingClientRect().right);
      }),
    );

  it('shows its addresses at the right, on screen and on paper', async () => {
    const page = await openReports(2);
    await setDirection(page, 'rtl');
    await page.emulateMediaType('print');
    await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      // A sheet has the direction of its client's language.
      for (const sheet of document.querySelectorAll('article')) sheet.dir = 'rtl';
    });
    const onPaper = await distancesFromRight(page, '.print-sheet :is(h1, .print-pages th[title])');
    expect([...new Set(onPaper)]).toEqual([0]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMediaType('screen');
    await selectRows(page, 1, 2);
    await page.press('Compare');
    await page.says('Both fail');
    expect(await distancesFromRight(page, '.comparison .side-address')).toEqual([0, 0]);
  });
});

describe('a comparison of a report with an earlier report of its page', () => {
  const url = 'https://wohnwelt24.example/wohnen/polstermoebel/sofas-und-sessel';
  useService({
    reports: [
      { url, score: 60, generated_at: '2025-10-26T09:00:00Z' },
      { url, score: 81, generated_at: '2025-11-20T10:11:12Z' },
    ],
  });

  it('shows all checks of the earlier report', async () => {
    const page = await openReports(1);
    await page.locator('.table-row .row').click();
    await page.untilReportIsRead();
    await page.press('Compare with previous result');
    await page.says('Still failing');
    await page.press('Passed on both');
    const earlier = await page.texts('.comparison td:nth-child(2)');
    expect(earlier.filter((text) => /^(failed|did not fail)$/.test(text))).toEqual([]);
    expect(await page.mainText()).not.toContain('Only its failed checks');
    const [left, right] = await page.texts('.comparison .large-result b');
    expect([left, right]).toEqual(['60', '81']);
  });

  it.each([1366, 900, 380])('uses the whole width of a window of %i pixels', async (width) => {
    const page = await openReports(1);
    await page.locator('.table-row .row').click();
    await page.untilReportIsRead();
    await page.press('Compare with previous result');
    await page.says('Still failing');
    await page.setViewport({ width, height: 625 });
    await page.nextFrames();
    const sizeOf = (selector: string) =>
      page.$eval(selector, (one) => [one.clientWidth, one.scrollWidth, one.clientHeight] as const);
    const [tableWidth] = await sizeOf('.comparison');
    const [clientWidth, scrollWidth] = await sizeOf('.comparison-scroll');
    expect([tableWidth, scrollWidth, clientWidth]).toEqual([clientWidth, clientWidth, width]);
    const [, , headerHeight] = await sizeOf('.view-header');
    expect(headerHeight).toBeLessThanOrEqual(width < 600 ? 120 : 44);
    // Each side has at least a third of the width.
    for (const cell of await page.$$eval('.comparison td', (cells) =>
      cells.map(({ offsetWidth }) => offsetWidth),
    )) {
      expect(cell).toBeGreaterThanOrEqual(width / 3);
    }
    expect(await cutOff(page, 0)).toEqual([]);
  });
});
