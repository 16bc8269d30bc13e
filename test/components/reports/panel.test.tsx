import { beforeEach, expect, it, vi } from 'vitest';
import type { FakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleReport } from '../../support/sample-report';
import { all, one, press, pressKey, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const PANEL = { isPanel: true, isNarrow: true };
const reports = Array.from({ length: 120 }, (_, index) => sampleReport(String(120 - index)));

function pageSizes({ listReports }: FakeBackground): number[] {
  return vi.mocked(listReports).mock.calls.map(([, { perPage }]) => perPage);
}

it('a narrow panel shows the form and the list of the popup', async () => {
  await drawReports(PANEL);
  await one('textbox', 'URL');
  const list = await one('list', 'Recent reports');
  expect(all('listitem', undefined, list)).toHaveLength(2);
  expect(all('table', 'Reports')).toEqual([]);
  await one('button', 'Filters');
});

it.each([
  ['a narrow tab', { isNarrow: true }],
  ['a wide panel', { isPanel: true }],
])('%s shows the table', async (_, opening) => {
  await drawReports(opening);
  await one('table', 'Reports');
  expect(all('list', 'Recent reports')).toEqual([]);
});

it('a narrow panel requests ten reports, but neither the history nor past results', async () => {
  const { background } = await drawReports({ ...PANEL, reports });
  await waitUntil(() => expect(background.listReports).toHaveBeenCalled());
  await one('list', 'Recent reports');
  expect(pageSizes(background)).toEqual([10]);
  expect(background.listHistory).not.toHaveBeenCalled();
  expect(background.getTrends).not.toHaveBeenCalled();
});

it('a panel shows the table when it becomes wide, and the list when it becomes narrow', async () => {
  const { background, isNarrow } = await drawReports(PANEL);
  await one('list', 'Recent reports');
  isNarrow.value = false;
  await one('table', 'Reports');
  await waitUntil(() => expect(background.listHistory).toHaveBeenCalled());
  await waitUntil(() => expect(background.getTrends).toHaveBeenCalled());
  expect(pageSizes(background).at(-1)).toBe(100);
  isNarrow.value = true;
  await one('list', 'Recent reports');
  expect(pageSizes(background).at(-1)).toBe(10);
});

it('a panel reads all reports for the preview of many pages', async () => {
  const { background } = await drawReports(PANEL);
  await one('list', 'Recent reports');
  await press('Report many pages');
  await waitUntil(() => expect(background.listHistory).toHaveBeenCalled());
  expect(pageSizes(background).at(-1)).toBe(100);
});

it('Back from a report of a narrow panel focuses the row of the report', async () => {
  await drawReports(PANEL);
  const list = await one('list', 'Recent reports');
  const [, second] = all('listitem', undefined, list);
  all('button', undefined, second)[0]?.click();
  await one('heading', 'https://host.example/1');
  await press('Back');
  await waitUntil(() =>
    expect(document.activeElement?.textContent).toMatch(/^https:\/\/host.example\/1/),
  );
  pressKey('ArrowUp');
  expect(document.activeElement?.textContent).toContain('host.example/2');
});

it('a panel without access to tabs offers Allow access until the person grants it', async () => {
  const { requestTabs } = await drawReports({ ...PANEL, hasTabs: false });
  await press('Allow access');
  expect(requestTabs).toHaveBeenCalledOnce();
  await waitUntil(() => expect(all('button', 'Allow access')).toEqual([]));
});

it('a panel with access to tabs does not offer Allow access', async () => {
  await drawReports(PANEL);
  await one('textbox', 'URL');
  expect(all('button', 'Allow access')).toEqual([]);
});
