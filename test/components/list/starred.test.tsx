import { beforeEach, describe, expect, it } from 'vitest';
import { NO_MARKS } from '@/lib/history/marks';
import { fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { sampleReport } from '../../support/sample-report';
import { all, choose, itemsOf, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Newest first: a, c, b. */
const REPORTS = ['b', 'c', 'a'].map((name, index) =>
  sampleReport(String(index + 1), { url: `https://${name}.example/` }),
);

/** Presses *Starred* in the popup with three reports. */
async function showStarred(starred: string[]) {
  let marks = { ...NO_MARKS, starred };
  const background = fakeBackground(
    {
      getMarks: async () => ({ value: marks }),
      async changeMarks(_, change) {
        if (change.kind === 'unstar') {
          marks = { ...marks, starred: marks.starred.filter((page) => page !== change.page) };
        }
        return { value: { marks, changes: [] } };
      },
    },
    REPORTS.toReversed(),
  );
  const drawn = await drawPopup({ background, reports: REPORTS.toReversed() });
  await press('Filters');
  await press('Starred');
  return drawn;
}

async function expectRows(...names: string[]): Promise<void> {
  const expected = names.map((name) => expect.stringContaining(`${name}.example`));
  await waitUntil(() => expect(itemsOf('Recent reports')).toEqual(expected));
}

async function expectAnnouncement(text: string): Promise<void> {
  await waitUntil(() =>
    expect(all('status').map(({ textContent }) => textContent)).toContain(text),
  );
}

describe('Starred', () => {
  it('shows its rows in the chosen order, and names the order above the rows', async () => {
    await showStarred(['a.example', 'b.example', 'c.example']);
    await expectRows('a', 'c', 'b');
    await choose('Sort by', 'URL');
    await choose('Order', 'Ascending');
    await says('Sort by: URL · Ascending');
    await expectRows('a', 'b', 'c');
  });

  it('announces the number of starred rows', async () => {
    const { page } = await showStarred(['b.example']);
    await expectAnnouncement('1 match');
    await type('Search', 'example', 'searchbox');
    await waitUntil(() => expect(page.list.isKnown.value).toBe(true));
    await expectAnnouncement('1 match');
    await press('Starred');
    await expectAnnouncement('3 matches');
    await press('Starred');
    await expectAnnouncement('1 match');
    expect(document.querySelector('.count')?.textContent).toBe('1');
  });

  it('has no page size, because it shows all its rows', async () => {
    await showStarred(['b.example']);
    await waitUntil(() => expect(all('combobox', 'Per page')).toEqual([]));
    await press('Starred');
    await one('combobox', 'Per page');
  });

  it('says why it is empty, and what to press', async () => {
    const { page } = await showStarred(['other.example']);
    const noReport = 'This browser has no report of a starred page. Clear the filters';
    await says(noReport);
    await expectAnnouncement(`${noReport} to see all reports.`);
    await page.toggleStar('other.example');
    await expectAnnouncement('No page has a star. Clear the filters to see all reports.');
    await press('Clear filters');
    await expectRows('a', 'c', 'b');
  });

  it('offers to clear a search that no starred page matches', async () => {
    await showStarred(['b.example']);
    await type('Search', 'a.example', 'searchbox');
    await expectAnnouncement('No matching reports');
    await press('Clear search');
    await expectRows('b');
  });
});
