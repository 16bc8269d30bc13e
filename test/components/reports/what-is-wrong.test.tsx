import { beforeEach, expect, it } from 'vitest';
import { preferencesItem } from '@/lib/settings/preferences';
import { failuresIn } from '../../e2e/check-names';
import { openAtService } from '../../support/at-service';
import { all, choose, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const COUNT = 6;

beforeEach(useEnglish);

async function openReports() {
  const extension = await openAtService(
    Array.from({ length: COUNT }, (_, index) => ({
      url: `https://trails.example/huts/${index}`,
      score: 30 + ((index * 17) % 65),
    })),
  );
  await extension.openReports();
  await waitUntil(() => expect(rows()).toHaveLength(COUNT));
  return extension;
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.table-row')];
const problems = () => [...document.querySelectorAll<HTMLElement>('.wrong-columns button')];
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

it('the list of all checks counts the pages of each problem, and opens a problem', async () => {
  const extension = await openReports();
  const counts = failuresIn(extension.service.reports());
  await press(`All ${counts.size} checks`);
  const shown = textsOf(problems()).map((text) => {
    const [, name = '', count] = /^(.+?) · on (\d+) pages?/.exec(text) ?? [];
    return [name, Number(count)] as const;
  });
  expect(new Map(shown)).toEqual(counts);
  const scores = extension.service.reports().map(({ score }) => Math.round(score ?? 0));
  const average = Math.round(scores.reduce((sum, score) => sum + score, 0) / COUNT);
  const notComparable = await one('rowgroup', 'Not comparable');
  expect(notComparable.textContent).toMatch(
    new RegExp(
      `^Not comparable 1trails\\.example ${COUNT}${average}.*first results on [\\w ,]+ · `,
    ),
  );

  const [name, pages] = shown.at(-1) ?? ['', 0];
  await type('Find a check', name, 'searchbox');
  await waitUntil(() => expect(problems()).toHaveLength(1));
  problems()[0]?.click();
  await waitUntil(() => expect(rows()).toHaveLength(pages));
  await says(`${pages} of ${COUNT} pages`);
  await one('columnheader', 'Found');
  await press('Back');
  await waitUntil(() => expect(rows()).toHaveLength(COUNT));
});

it('the name of the region What is wrong omits the note beside its heading', async () => {
  await openReports();
  const region = await one('region', 'What is wrong');
  await one('heading', 'What is wrong', region);
  await one('list', 'What is wrong', region);
  expect(region.textContent).toMatch(/^What is wrong ?most important first/);
});

it('a rating chip shows only pages with this rating', async () => {
  const extension = await openReports();
  const bad = extension.service.reports().filter(({ result }) => result === 'bad').length;
  await press(`Bad ${bad}`);
  await waitUntil(() => expect(rows()).toHaveLength(bad));
  expect(textsOf(rows()).every((text) => text.includes('Bad'))).toBe(true);
});

it('a page has one row, with a menu of its reports', async () => {
  const url = 'https://trails.example/';
  const extension = await openAtService([30, 40, 62].map((score) => ({ url, score })));
  await extension.openReports();
  await says('1 page');
  await waitUntil(() => expect(textsOf(rows())).toEqual([expect.stringContaining('Decent 62')]));
  await press('3 reports');
  await one('menu');
  const items = all('menuitem');
  expect(items).toHaveLength(3);
  items[1]?.click();
  await waitUntil(() =>
    expect(document.querySelector('.report .facts')?.textContent).toMatch(/^40 ?Bad/),
  );
  await press('Back');
  await one('button', '3 reports');
});

it('the chosen base is stored, and used when the page opens again', async () => {
  const extension = await openReports();
  const since = (await one('combobox', 'Since')) as HTMLSelectElement;
  expect([...since.options].map(({ text }) => text)).toEqual([
    ...['7 days', '30 days', 'Last summary', 'Previous result'],
  ]);
  await choose('Since', '30 days');
  await waitUntil(async () => expect((await preferencesItem.read())?.comparedSince).toBe('month'));
  await extension.openReports();
  expect(await one('combobox', 'Since')).toHaveProperty('value', 'month');
});
