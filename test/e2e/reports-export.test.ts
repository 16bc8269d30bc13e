import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { servedChecks } from '../service/served-checks';
import { app, useService } from './app';
import { failedChecksOf } from './check-names';
import { openReports, takenFiles } from './reports-screen';

const COUNT = 300;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    // What a spreadsheet would calculate, and what separates its cells.
    url: `https://www.shop.example/products/${at}${at % 7 === 0 ? '?q="a,b;c"' : ''}`,
    score: (at * 37) % 101,
    privacy: (at % 3) as 0 | 1 | 2,
  })),
});

it('300 reports in a file are just those that the service holds, with their failed checks', async () => {
  const page = await openReports(COUNT);
  const files = await takenFiles(page);
  await page.press('Export');
  await page.pressItem('Export CSV');
  const [csv = ''] = await files(1);
  const held = app.service.reports();

  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(
    data.map((row) => ({ ...row, Failed: row.Failed?.split(' · ').filter(Boolean).sort() })),
  ).toEqual(
    held.map((report) => {
      const { id, url, score, result, privacy, project, generated_at } = report;
      const importances = failedImportances(report);
      const count = (wanted: string) => String(importances.filter((one) => one === wanted).length);
      return {
        ...{ Address: new URL(url).href, Score: String(score), Report: String(id) },
        Result: { good: 'Good', decent: 'Decent', bad: 'Bad' }[result ?? 'bad'],
        ...{ High: count('high'), Medium: count('medium'), Low: count('low') },
        Privacy: ['Public', 'Private', 'Password'][privacy],
        ...{ Project: project, Link: `${app.service.baseUrl}/reports/${id}` },
        'Date generated': generated_at?.slice(0, 16).replace('T', ' '),
        // No page has an earlier result.
        ...{ 'Compared with': '', Change: '', New: '', Fixed: '' },
        Failed: failedChecksOf(report),
      };
    }),
  );
});

function failedImportances({ endedAt, score }: { endedAt: string; score: number | null }) {
  return Object.values(servedChecks(endedAt, score ?? 0)).flatMap(({ passed, importance }) =>
    passed ? [] : importance,
  );
}
