import { expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { failuresIn } from './check-names';
import { hasNumbers, hasRows, openProblem, openReports, rowsOf } from './reports-screen';

const COUNT = 24;

useService({
  reports: Array.from({ length: COUNT }, (_, at) => ({
    url: `https://trails.example/${at % 3 === 0 ? 'huts' : 'booking'}/${at}`,
    score: 30 + ((at * 17) % 65),
  })),
});

it('what is wrong is said of all pages, and each problem is a view of its pages', async () => {
  const page = await openReports(COUNT);
  await hasNumbers(page);
  const all = app.service.reports();
  const counts = failuresIn(all);
  await page.press(`All ${counts.size}`);
  const shown = (await page.texts('.wrong-columns button')).map((text) => {
    const [, name = '', count] = /^(.+?) · in (\d+) pages?/.exec(text) ?? [];
    return [name, Number(count)] as const;
  });
  expect(new Map(shown)).toEqual(counts);
  const scores = all.map(({ score }) => Math.round(score ?? 0));
  const average = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  expect(await page.texts('.clients .unchanged')).toEqual([
    `1 client unchanged trails.example ${average}`,
  ]);
  await page.press(`All ${counts.size}`);
  // The first one, and the rarest.
  const [name, failing] = shown[0] ?? ['', 0];
  for (const [problem, pages] of [[name, failing] as const, shown.at(-1) ?? (['', 0] as const)]) {
    await openProblem(page, problem, pages);
    await page.says(`${pages} of ${COUNT} pages`);
    await page.shows('columnheader', 'Found');
    await page.press('Back');
    await hasRows(page, COUNT);
  }
  await page.press(`All ${counts.size}`);
  await page.fill('Find a check', name, 'searchbox');
  expect(await page.texts('.wrong-columns button')).toEqual([expect.stringContaining(name)]);
  const bad = all.filter(({ result }) => result === 'bad').length;
  await page.locator(byRole('button', `Bad ${bad}`)).click();
  await hasRows(page, bad);
  expect((await rowsOf(page)).every((row) => row.includes('Bad'))).toBe(true);
});

it('a page has one row, and its older reports open from there', async () => {
  for (const score of [40, 62]) app.service.add({ url: 'https://trails.example/huts/0', score });
  const page = await openReports(COUNT);
  await page.says(`${COUNT} pages`);
  expect((await rowsOf(page))[0]).toContain('Decent 62');
  await page.press('3 reports');
  const items = await page.names('menuitem');
  expect(items).toHaveLength(3);
  await page.pressItem(items[1] ?? '');
  await page.isRead();
  await page.says('Bad 40');
  await page.press('Back');
  await page.shows('button', '3 reports');
});

it('what pages are compared with is remembered', async () => {
  const since = byRole('combobox', 'Since');
  const chosen = (page: Screen) =>
    page.$eval(since, (box) => (box as HTMLSelectElement).selectedOptions[0]?.text);
  const page = await openReports(COUNT);
  const options = await page.$eval(since, (box) =>
    [...(box as HTMLSelectElement).options].map(({ text }) => text),
  );
  expect(options).toEqual(['7 days', '30 days', 'Result before']);
  expect(await chosen(page)).toBe('7 days');
  await page.locator(since).fill('month');
  await until('it is stored', async () => {
    const { preferences } = await app.worker.stored();
    return Object(preferences).comparedSince === 'month';
  });
  expect(await chosen(await openReports(COUNT))).toBe('30 days');
});
