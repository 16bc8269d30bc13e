import { beforeEach, describe, expect, it } from 'vitest';
import { drawReports } from '../../support/reports-view';
import { reportOn } from '../../support/sample-report';
import { expectFocus, one, press, pressKey, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Draws *All reports* with both search fields. *Find a check* comes before *Search*. */
async function drawBothFields() {
  const reports = [
    reportOn(2, 'a.example/', 26, 40, 'noindex'),
    reportOn(1, 'b.example/', 26, 60, 'title'),
  ];
  await drawReports({ reports });
  await press('All 2 checks');
  const check = (await one('searchbox', 'Find a check')) as HTMLInputElement;
  const search = (await one('searchbox', 'Search')) as HTMLInputElement;
  return { check, search };
}

describe('All reports with two search fields', () => {
  it('focuses Search after the key /', async () => {
    await drawBothFields();
    pressKey('/');
    await expectFocus('Search');
  });

  it('clears only Search after Escape in Search', async () => {
    const { check, search } = await drawBothFields();
    await type('Find a check', 'Title', 'searchbox');
    await type('Search', 'b.example', 'searchbox');
    search.focus();
    pressKey('Escape');
    await waitUntil(() => expect([check.value, search.value]).toEqual(['Title', '']));
  });
});

it('the down arrow moves from Search to the first row of the table', async () => {
  await drawBothFields();
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(2));
  (await one('searchbox', 'Search')).focus();
  pressKey('ArrowDown');
  expect(document.activeElement).toBe(document.querySelector('.table-row .row'));
  pressKey('ArrowDown');
  await waitUntil(() =>
    expect(document.activeElement).toBe(document.querySelectorAll('.table-row .row')[1]),
  );
});
