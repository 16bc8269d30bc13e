import { expect, it } from 'vitest';
import type { Screen } from '../browser/screen';
import { app, byRole, until, useService } from './app';
import { failedChecksOf } from './check-names';
import { openReports, pastResults } from './reports-screen';

useService({ reports: [{ url: 'https://trails.example/huts/lakeside', score: 74 }] });

const failedNow = () => app.service.reports().flatMap(failedChecksOf);

async function openReport(): Promise<Screen> {
  const page = await openReports(1);
  await page.locator(byRole('combobox', 'Since')).fill('before');
  await page.locator('.table-row .row').click();
  await page.isRead();
  return page;
}

/** The names that stand under each of the words of what has changed, in alphabetical order. */
async function shownChanges(page: Screen): Promise<Record<string, string[]>> {
  const parts = await page.$$eval(`${byRole('region', 'What changed')} dl > div`, (all) =>
    all.map((part) => [...part.children].map(({ textContent }) => textContent)),
  );
  return Object.fromEntries(
    parts.map(([word = '', names = '']) => [word, names.split(', ').sort()]),
  );
}

/** What an update has changed, by the words that name it. What still fails stands below. */
function changesBetween(before: readonly string[], now: readonly string[]) {
  return {
    Fixed: before.filter((name) => !now.includes(name)),
    New: now.filter((name) => !before.includes(name)),
  };
}

it('a report updated twice says what was fixed and is new, also once it is opened anew', async () => {
  let page = await openReport();
  let changes = changesBetween([], []);

  async function saysChanges(results: number): Promise<void> {
    await pastResults(page, results);
    // The checks are those of the report, which is read anew after its past results are stored.
    const marked = () => page.texts('.check:has(.tag) .check-name');
    await expect.poll(marked).toHaveLength(changes.New.length);
    const parts = Object.entries(changes).filter(([, names]) => names.length > 0);
    await expect.poll(() => shownChanges(page)).toEqual(Object.fromEntries(parts));
  }

  for (const results of [2, 3]) {
    const before = failedNow();
    await page.press('Update results');
    await until('it is updated', () => app.requests('PUT')[results - 2]?.status === 200);
    await page.says('Results updated');
    expect(failedNow()).not.toEqual(before);
    changes = changesBetween(before, failedNow());
    await saysChanges(results);
  }
  page = await openReport();
  await saysChanges(3);
  await page.locator('.past-results button').click();
  await page.says('Failed on ');
  await page.press('Compare with before');
  await page.says('Only its failed checks are kept here.');
  await page.says('did not fail');
  const then = await page.texts('.comparison td:nth-child(2)');
  expect(new Set(then)).toEqual(new Set(['failed', 'did not fail']));
  expect(await page.texts('.comparison .large-result b')).toHaveLength(2);
  expect(await page.texts('.comparison .side-address')).toEqual([]);
  await page.says('trails.example/huts/lakeside');
});
