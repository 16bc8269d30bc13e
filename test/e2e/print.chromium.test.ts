import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import type { ReportSeed } from '../service/report-store';
import { app, type Screen, useService } from './app';
import { checksOf } from './check-names';
import {
  openClient,
  openReports,
  printPage,
  selectRows,
  untilNumbers,
  untilRowsAge,
} from './reports-screen';

const DAY_MS = 24 * 60 * 60_000;
/** Two letters each, so that no path ends with a digit. */
const PATHS = Array.from({ length: 60 }, (_, at) =>
  String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26)),
);

const scoreOf = (at: number) => 20 + ((at * 37) % 60);

function reports(count: number): ReportSeed[] {
  const guides = [7, 0].flatMap((days) =>
    PATHS.slice(0, count).map((path, at) => ({
      url: `https://trails.example/guides/${path}`,
      score: scoreOf(at) + days,
      generated_at: new Date(Date.now() - days * DAY_MS).toISOString(),
    })),
  );
  return [...guides, { url: 'https://museum.example/visit', score: 91 }];
}

/** Prints by Ctrl+P and by a press, and expects the same pages. */
async function printBothWays(page: Screen, press: () => Promise<void>): Promise<string[]> {
  const printedByKeys = await printPage(page);
  expect(await printPage(page, press)).toEqual(printedByKeys);
  return printedByKeys;
}

const withoutBlanks = (text: string) => text.replace(/\s/g, '');

function newest(path: string) {
  const report = app.service.reports().find(({ url }) => url.endsWith(path));
  if (report === undefined) throw new Error(`No report of ${path}.`);
  return report;
}

async function pressExport(page: Screen): Promise<void> {
  await page.press('Export');
  await page.pressMenuItem('Print');
}

describe('a print of reports from one list', () => {
  // More reports would need a second list, which follows after five seconds.
  const COUNT = 49;

  /** The rows are ordered at the end of the reading. */
  async function openReadReports(): Promise<Screen> {
    const page = await openReports(COUNT + 1);
    await untilNumbers(page);
    return page;
  }
  useService({ reports: reports(COUNT) });

  it('has all pages of a client, the worst first', async () => {
    const page = await openReadReports();
    await openClient(page, 'trails.example', COUNT);
    const pages = await printBothWays(page, () => page.press('Print'));
    expect(pages.length).toBeGreaterThan(1);
    const sheet = pages.join('');
    expect(sheet).not.toContain('museum');
    const [, table = ''] = sheet.split(`All${COUNT}pages,theworstfirst`);
    const rows = [
      ...table.matchAll(
        /guides\/([a-z]{2})(?:Good|Decent|Bad)\d+(?:Good|Decent|Bad)(\d\d)(?=[A-Z])/g,
      ),
    ];
    const worstFirst = PATHS.slice(0, COUNT)
      .map((path, at) => [path, `${scoreOf(at)}`])
      .sort(([, one], [, other]) => Number(one) - Number(other));
    expect(rows.map(([, path, score]) => [path, score])).toEqual(worstFirst);
    // The screen shows the same view as before.
    expect(await page.$$('.print-sheet')).toEqual([]);
  });

  it('has a sheet for each client of the selected reports, by default for all clients', async () => {
    const page = await openReadReports();
    const pages = await printBothWays(page, () => pressExport(page));
    // The page number is first.
    const clients = pages.flatMap((text) => /^\d+\/\d+SEOreport(.{6})/.exec(text)?.[1] ?? []);
    expect(clients).toEqual(['museum', 'trails']);
    await selectRows(page, 1);
    // The page with the largest fall is first.
    const selected = (await printPage(page)).join('');
    expect([selected.includes('museum'), selected.includes('trails')]).toEqual([false, true]);
  });

  it('has all checks of a report, and its date', async () => {
    const page = await openReadReports();
    await page.locator('.table-row:nth-child(2) .row').click();
    await page.untilReportIsRead();
    const pages = await printBothWays(page, () => page.pressInMenu('Print'));
    const sheet = pages.join('');
    expect(sheet).toContain('trails.example/guides/bw');
    const checks = [...checksOf(newest('/bw')).keys()];
    expect(checks).toHaveLength(36);
    expect(checks.filter((name) => !sheet.includes(withoutBlanks(name)))).toEqual([]);
    const date = newest('/bw').generated_at ?? '';
    const day = new Date(date).toLocaleDateString('en', { dateStyle: 'medium' });
    expect(sheet).toContain(withoutBlanks(day));
  });

  it('has all checks of a comparison', async () => {
    const page = await openReadReports();
    await selectRows(page, 2, 3);
    await page.press('Compare');
    await page.shows('table', 'Comparison');
    await page.says('Passed on both');
    const checks = [...checksOf(newest('/bw')).keys()];
    const missing = (pages: string[]) =>
      checks.filter((name) => !pages.join('').includes(withoutBlanks(name)));
    const pages = await printBothWays(page, () => page.press('Print'));
    expect([checks.length, missing(pages)]).toEqual([36, []]);
    await page.press('Passed on both');
    const unfolded = await printPage(page);
    expect([unfolded.length > 1, missing(unfolded)]).toEqual([true, []]);
  });
});

describe('a print of reports from two lists', () => {
  useService({ reports: reports(60) });

  it('states that not all reports are read yet', async () => {
    const page = await openReports(61);
    const gate = createGate();
    app.service.behave({ on: { path: '/api/v1/reports' }, gate });
    await page.reload();
    await untilRowsAge(page, /reports were read/);
    const note = withoutBlanks('Not all reports were read when this was printed.');
    expect((await printPage(page))[0]).toContain(note);
    gate.open();
    await page.says('60 worse');
    expect((await printPage(page))[0]).not.toContain(note);
  });
});
