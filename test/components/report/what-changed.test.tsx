import { beforeEach, expect, it } from 'vitest';
import { failedChecksOf } from '../../e2e/check-names';
import { openAtService } from '../../support/at-service';
import { all, choose, itemsOf, one, openReport, press, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const PAGE = 'https://trails.example/huts/lakeside';

beforeEach(useEnglish);

function shownChanges(): Record<string, string[]> {
  const pairs = [...document.querySelectorAll('.changed-checks > div')].map((part) => {
    const [word = '', names = ''] = [...part.children].map(({ textContent }) => textContent ?? '');
    return [word, names.split(', ').sort()];
  });
  return Object.fromEntries(pairs);
}

const markedNew = () =>
  [...document.querySelectorAll('.check')]
    .filter((check) => check.querySelector('.tag'))
    .map((check) => check.querySelector('.check-name')?.textContent);

it('a report shows new and fixed checks after two updates, and when opened again', async () => {
  const extension = await openAtService([{ url: PAGE, score: 74 }]);
  const failedNames = () => extension.service.reports().flatMap(failedChecksOf);
  let changes: Record<string, string[]> = {};

  async function openInTable(): Promise<void> {
    await extension.openReports();
    await choose('Since', 'Previous result');
    await waitUntil(() => {
      const row = document.querySelector<HTMLElement>('.table-row .row');
      expect(row).not.toBeNull();
      row?.click();
    });
    await one('button', 'Update results');
  }
  async function expectChanges(results: number): Promise<void> {
    await waitUntil(() => expect(itemsOf('Past results')).toHaveLength(results));
    await waitUntil(() => expect(shownChanges()).toEqual(changes));
    await waitUntil(() => expect(markedNew()).toHaveLength(changes.New?.length ?? 0));
  }

  await openInTable();
  for (const results of [2, 3]) {
    const before = failedNames();
    await press('Update results');
    await waitUntil(() => expect(extension.requests('PUT')[results - 2]?.status).toBe(200));
    await says('Results updated');
    const now = failedNames();
    expect(now).not.toEqual(before);
    const lists = {
      New: now.filter((name) => !before.includes(name)),
      Fixed: before.filter((name) => !now.includes(name)),
    };
    changes = Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));
    await expectChanges(results);
  }
  await openInTable();
  await expectChanges(3);

  const [oldest] = all('button', undefined, await one('list', 'Past results'));
  await waitUntil(() => {
    // The page ignores a press until the effects of the last update have run.
    if (oldest?.getAttribute('aria-pressed') !== 'true') oldest?.click();
    expect(document.querySelector('.failed-then')?.textContent).toContain('Failed on ');
  });
  await press('Compare with previous result');
  await says('Only its failed checks are kept here.');
  await says('did not fail');
  const earlierCells = [...document.querySelectorAll('.comparison td:nth-child(2)')];
  expect(new Set(earlierCells.map(({ textContent }) => textContent.trim()))).toEqual(
    new Set(['failed', 'did not fail']),
  );
  expect(document.querySelectorAll('.comparison .large-result b')).toHaveLength(2);
  // Both results belong to one page, so the comparison shows the address once.
  expect(document.querySelectorAll('.comparison .side-address')).toHaveLength(0);
});

it('a report shows the change of its page, even if another report has the previous result', async () => {
  const extension = await openAtService([
    { url: PAGE, generated_at: '2026-09-13T08:00:00Z', result: 'decent' },
    { url: PAGE, generated_at: '2026-10-05T08:00:00Z', result: 'good' },
  ]);
  await extension.openPopup();
  await openReport('Good');
  await one('region', 'What changed');
  await says(/Since Sep 13(, 2026)?: \d+ → \d+.*(New|Fixed)/);
  await press('Back');
  await openReport('Decent');
  await says('failed: ');
  expect(all('region', 'What changed')).toEqual([]);
});

it('a report shows the newest six results of its page', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const extension = await openAtService(
    days.map((day) => ({
      url: PAGE,
      score: 60 + day,
      generated_at: `2026-10-0${day}T08:00:00Z`,
    })),
  );
  await extension.openPopup();
  await openReport('67');
  await waitUntil(() => {
    const shown = itemsOf('Past results').map((text) => Number(/Oct (\d)/.exec(text)?.[1]));
    expect(shown).toEqual(days.slice(1));
  });
});

it('the curve of a report is scaled to the range of its results', async () => {
  const extension = await openAtService(
    [72, 84, 78].map((score, at) => ({
      url: PAGE,
      score,
      generated_at: `2026-10-0${at + 1}T08:00:00Z`,
    })),
  );
  await extension.openPopup();
  await openReport('78');
  await waitUntil(() => expect(itemsOf('Past results')).toHaveLength(3));
  const points = document.querySelector('.past-line polyline')?.getAttribute('points')?.split(' ');
  expect(points?.map((point) => Number(point.split(',')[1]))).toEqual([32, 8, 20]);
});

it('a report shows times if all results are of one day', async () => {
  const hours = [8, 9, 16];
  const extension = await openAtService(
    hours.map((hour, at) => ({
      url: PAGE,
      score: 70 + at,
      failing: ['title'],
      generated_at: new Date(2026, 9, 1, hour, 5).toISOString(),
    })),
  );
  await extension.openPopup();
  await openReport('72');
  await waitUntil(() => expect(itemsOf('Past results')).toHaveLength(3));
  const times = ['8:05 AM', '9:05 AM', '4:05 PM'];
  const shown = itemsOf('Past results').map((text) => /\d+:\d\d\s[AP]M$/.exec(text)?.[0]);
  expect(shown.map((time) => time?.replace(/\s/, ' '))).toEqual(times);
  const [oldest] = all('button', undefined, await one('list', 'Past results'));
  await waitUntil(() => {
    // The page ignores a press until the effects of the last update have run.
    if (oldest?.getAttribute('aria-pressed') !== 'true') oldest?.click();
    const text = document.querySelector('.failed-then')?.textContent;
    expect(text).toMatch(/^Failed on Oct 1, 2026, 8:05\sAM: .*Title/);
  });
});
