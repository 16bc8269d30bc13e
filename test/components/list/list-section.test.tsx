import { beforeEach, describe, expect, it } from 'vitest';
import { openAtService } from '../../support/at-service';
import {
  choose,
  expectFocus,
  one,
  openReport,
  press,
  pressKey,
  row,
  says,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

/** Every tenth report is of the host of the tab. */
const urlOf = (number: number) =>
  number % 10 === 0 ? `https://host.example/${number}` : `https://www.shop.example/${number}`;
const REPORTS = Array.from({ length: 130 }, (_, number) => ({
  url: urlOf(number),
  project: new URL(urlOf(number)).hostname.replace('www.', ''),
}));

beforeEach(useEnglish);

const rowTexts = () =>
  [...document.querySelectorAll('.rows .row')].map(({ textContent }) => textContent);

/** Finds *Show more* by class, because computing the roles of a hundred rows takes seconds. */
const showMore = () =>
  [...document.querySelectorAll<HTMLElement>('.list-end button')].find(
    ({ textContent }) => textContent === 'Show more',
  );

const expectCount = (text: string) =>
  waitUntil(() => expect(document.querySelector('.count')?.textContent).toBe(text));

describe('a list of 130 reports', () => {
  it('*Show more* adds rows, and focuses the last row that was already shown', async () => {
    const extension = await openAtService(REPORTS);
    await extension.openPopup();
    showMore()?.click();
    await expectCount('25 of 130');
    await press('Filters');
    await choose('Per page', '100');
    await expectCount('100 of 130');
    showMore()?.click();
    await expectCount('130');
    await waitUntil(() => expect(showMore()).toBeUndefined());
    // The hundredth row; the newest is 129.
    await expectFocus('host.example/30');
    await openReport('host.example/30');
    pressKey('Escape');
    await waitUntil(() => expect(rowTexts()).toHaveLength(130));
    await expectFocus('host.example/30');
    // A new popup shows only stored reports, at most a hundred.
    await extension.openPopup();
    expect(rowTexts().length).toBeLessThanOrEqual(100);
    expect(showMore()).toBeDefined();
  });

  it('*This site* shows only reports of the host of the tab', async () => {
    const extension = await openAtService(REPORTS);
    await extension.openPopup();
    await press('This site');
    await expectCount('10 of 13');
    expect(rowTexts()).toHaveLength(10);
    expect(rowTexts().every((text) => text.includes('host.example'))).toBe(true);
    expect((await one('button', 'This site')).getAttribute('aria-pressed')).toBe('true');
    await extension.openPopup();
    await waitUntil(() =>
      expect(rowTexts().some((text) => text.includes('shop.example'))).toBe(true),
    );
    expect((await one('button', 'This site')).getAttribute('aria-pressed')).toBe('false');
  });
});

it('a row and its open report show score, rating and numbers of failed checks', async () => {
  const extension = await openAtService([
    { url: 'http://www.shop.example/visit', score: 62 },
    { url: 'https://shop.example/visit', score: 30 },
  ]);
  await extension.openPopup();
  const [newer, older = ''] = await waitUntil(() => {
    expect(rowTexts()).toHaveLength(2);
    return rowTexts();
  });
  expect(newer).toContain('Bad 30');
  expect(older).toContain('Decent 62');
  expect(older).toMatch(/\d+ issues: \d+ high · \d+ medium · \d+ low/);
  const parts = document.querySelectorAll('.rows li:nth-child(2) .address :is(b, span)');
  expect([...parts].map(({ textContent }) => textContent)).toEqual(['shop.example', '/visit']);
  await row('Decent 62');
  await openReport('Decent 62');
  await says(/\d+ failed: \d+ high, \d+ medium, \d+ low · \d+ passed/);
  expect(document.querySelector('.facts')?.textContent).toMatch(/^62 ?Decent/);
});

it('*Update results* in *This page* updates the newest report without opening the report', async () => {
  const url = 'https://host.example/page';
  const extension = await openAtService(
    (['bad', 'decent', 'good'] as const).map((result, month) => ({
      url,
      result,
      generated_at: `2026-0${month + 7}-05T10:00:00Z`,
    })),
  );
  await extension.openPopup({ url });
  await one('region', 'This page');
  await press('Update results');
  await says('Results updated');
  expect(extension.requests('PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/api/v1/reports/3', 'results=1'],
  ]);
  await one('button', 'Create report');
});
