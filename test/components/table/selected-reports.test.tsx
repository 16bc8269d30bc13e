import { beforeEach, describe, expect, it } from 'vitest';
import { openAtService } from '../../support/at-service';
import {
  choose,
  expectFocus,
  one,
  press,
  pressKey,
  says,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const CLIENT = 'trails.example';
const DAY = 24 * 60 * 60_000;

beforeEach(useEnglish);

const isoDaysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** Waits until the table has a number of rows, drawn or not. */
const expectRows = (count: number) =>
  waitUntil(() => {
    const table = document.querySelector('.reports-table, table[aria-rowcount]');
    expect(table?.closest('[aria-rowcount]')?.getAttribute('aria-rowcount')).toBe(`${count + 1}`);
  });

const rowTexts = () =>
  [...document.querySelectorAll('.table-row')].map(({ textContent }) => textContent);

async function tick(position: number): Promise<void> {
  await waitUntil(() => {
    const box = document.querySelector<HTMLElement>(`.table-row:nth-child(${position}) input`);
    expect(box).not.toBeNull();
    box?.click();
  });
}

const shopReports = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://www.shop.example/products/${index}`,
    score: (index * 37) % 101,
  }));

describe('the selected reports', () => {
  it('are counted for screen readers, and so are the rows that filters show', async () => {
    const extension = await openAtService(shopReports(6));
    await extension.openReports();
    await expectRows(6);
    const spoken = () => document.querySelector('.reports > [aria-live]')?.textContent;
    expect(spoken()).toBe('');
    await press('Select all', 'checkbox');
    await waitUntil(() => expect(spoken()).toBe('6 selected'));
    await press('Clear selection');
    await waitUntil(() => expect(spoken()).toBe(''));
    await type('Search', 'products/3', 'searchbox');
    await waitUntil(() => expect(spoken()).toBe('1 of 6 pages'));
  });

  it('get another privacy by one request each, after a confirmation', async () => {
    const extension = await openAtService(shopReports(6));
    await extension.openReports();
    await expectRows(6);
    await press('Select all', 'checkbox');
    await says('6 selected');
    await press('Change privacy');
    await says('Change the privacy of 6 reports?');
    await press('Public', 'radio');
    await says('Make 6 reports public?');
    await says('Everyone with the link can see them.');
    await press('Make 6 public');
    await says('6 reports changed');
    expect(extension.service.reports().every(({ privacy }) => privacy === 0)).toBe(true);
    expect(extension.requests('PUT')).toHaveLength(6);
    await waitUntil(() => expect(rowTexts().every((text) => text.includes('Public'))).toBe(true));
  });

  it('are deleted, and restored by Undo without a request', async () => {
    const extension = await openAtService(shopReports(6));
    await extension.openReports();
    await expectRows(6);
    await tick(2);
    document.querySelector<HTMLElement>('.table-row:nth-child(2) .row')?.focus();
    for (const count of [2, 3, 4]) {
      pressKey('ArrowDown', { shiftKey: true });
      await says(`${count} selected`);
    }
    await press('Delete');
    await says('Delete 4 reports?');
    await says('You can undo this for a few seconds.');
    await press('Delete 4');
    await expectFocus('Undo');
    await says('Deleting reports: 0 of 4');
    await press('Undo');
    await says('4 reports kept');
    await expectRows(6);
    const { batches } = await extension.queue();
    expect(batches.map(({ counts }) => counts.queued)).toEqual([0]);
    expect(extension.requests('DELETE')).toEqual([]);
  });
});

describe('an update of several reports', () => {
  const generated_at = isoDaysAgo(7);
  const pages = Array.from({ length: 6 }, (_, index) => `https://${CLIENT}/huts/${index + 1}`);
  const [fixedPages, withoutTitle] = [pages.slice(0, 2), pages.slice(0, 3)];
  const failingOn = (pagesWithoutTitle: readonly string[], url: string) =>
    pagesWithoutTitle.includes(url) ? ['title', 'sitemap'] : ['sitemap'];
  const scores: Record<number, number> = { 3: 60, 4: 99, 5: 100 };

  /** Shows a client of the service. An update finds that two of its pages have a title now. */
  async function openClient() {
    const extension = await openAtService([
      { url: 'https://museum.example/', failing: ['title'], score: 60, generated_at },
      ...pages.map((url, index) => ({
        url,
        generated_at,
        score: scores[index] ?? 6,
        failing: failingOn(withoutTitle, url),
      })),
    ]);
    await extension.openReports();
    await choose('Since', '7 days');
    await one('rowgroup', 'Not comparable');
    await press(CLIENT);
    await expectRows(6);
    const stillWithoutTitle = withoutTitle.filter((url) => !fixedPages.includes(url));
    for (const url of pages) extension.service.setFailing(url, failingOn(stillWithoutTitle, url));
    return extension;
  }

  const problemButton = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('.findings li button')].find(({ textContent }) =>
      textContent?.startsWith(name),
    );

  it('states on how many pages the open problem is fixed, and leaves all rows visible', async () => {
    const extension = await openClient();
    await waitUntil(() => expect(problemButton('Title')).toBeDefined());
    problemButton('Title')?.click();
    await expectRows(3);
    await press('Select all', 'checkbox');
    await press('Update results');
    await press('Update 3');
    await says('Title: fixed on 2, still failing on 1');
    await expectRows(3);
    const countRowsWith = (text: string) => rowTexts().filter((row) => row.includes(text)).length;
    await waitUntil(() =>
      expect([countRowsWith('Passed'), countRowsWith('Too long')]).toEqual([2, 1]),
    );
    await waitUntil(() => expect(countRowsWith('Title fixed')).toBe(2));
    // The answers contain the findings.
    expect(extension.requests('PUT')).toHaveLength(3);
    expect(extension.requests('GET').filter(({ path }) => /\/reports\/\d/.test(path))).toEqual([]);
    await press('Back');
    await expectRows(6);
  });

  it('states how the scores have changed if no problem is open', async () => {
    await openClient();
    // The newest report is first. A title weighs 3 of 73 points, and a sitemap 1 point.
    for (const position of [1, 2, 3, 4]) await tick(position);
    await press('Update results');
    await press('Update 4');
    await says('Results updated: 2 up, 1 down, 1 the same');
  });
});
