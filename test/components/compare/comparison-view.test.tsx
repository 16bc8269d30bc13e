import { beforeEach, expect, it } from 'vitest';
import { createGate } from '../../service/gate';
import { brokenDownloads } from '../../support/broken-downloads';
import { useMessages } from '../../support/messages';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { all, one, press, pressKey, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const REPORT = sampleReport('2');

const resultOn = (day: string) => ({
  reportId: '2',
  result: 'bad' as const,
  score: null,
  failedChecks: [],
  generatedAt: `2026-10-${day}T10:00:00.000Z`,
});

beforeEach(useEnglish);

it('an open comparison offers past results as soon as the history is read', async () => {
  const gate = createGate();
  const results = [resultOn('01'), resultOn('08')];
  const getPages = async (_: string, pages: readonly string[]) => {
    await gate.opened;
    return { value: pages.map(() => ({ reports: [REPORT], results })) };
  };
  const { page } = await drawReports({ background: fakeBackground({ getPages }) });
  page.onCompare(REPORT, resultOn('08'));
  const left = await one('combobox', 'First: Result of https://host.example/2');
  expect(all('option', undefined, left)).toHaveLength(1);
  gate.open();
  await waitUntil(() => expect(all('option', undefined, left)).toHaveLength(3));
});

it('the columns of an Arabic comparison are named first and second, not left and right', async () => {
  await useMessages('ar');
  const { page } = await drawReports();
  page.onCompare(REPORT, resultOn('08'));
  const table = await one('table', 'المقارنة');
  const labels = all('combobox', undefined, table).map((field) => field.getAttribute('aria-label'));
  expect(labels.map((label) => label?.split(':')[0])).toEqual(['الأول', 'الثاني']);
});

it('Escape closes the comparison, but not the report behind it', async () => {
  const { page } = await drawReports();
  page.show(REPORT);
  // The heading of the report gets the focus only while no dialog is open.
  await waitUntil(() => {
    expect(document.activeElement).toBe(all('heading', 'https://host.example/2')[0]);
  });
  page.onCompare(REPORT, resultOn('08'));
  const dialog = await one('dialog', 'Comparison');
  await waitUntil(() => expect(dialog.contains(document.activeElement)).toBe(true));
  pressKey('Escape');
  await waitUntil(() => expect(all('dialog')).toEqual([]));
  await one('button', 'Update results');
});

it.each([
  ['shows a sentence if no check failed', [], 1],
  ['lists the failed checks', ['title'], 0],
])('a comparison %s', async (_, names, sentences) => {
  const checks = names.map((name) => ({
    name,
    isPassed: false,
    importance: 'high',
    value: null,
    reasons: [],
    details: [],
  }));
  const getReport = async (_: string, { id }: { id: string }) => ({
    value: { ...sampleDetails(id), checks },
  });
  const { page } = await drawReports({ background: fakeBackground({ getReport }) });
  page.onCompare(REPORT, resultOn('08'));
  const table = await one('table', 'Comparison');
  await waitUntil(() => expect(all('rowgroup', undefined, table)).toHaveLength(2));
  expect(all('cell', 'No check failed on either side.', table)).toHaveLength(sentences);
  expect(table.textContent?.includes('Title')).toBe(names.length > 0);
});

it('a comparison shows that its file could not be saved', async () => {
  brokenDownloads();
  const { page } = await drawReports();
  page.onCompare(REPORT, resultOn('08'));
  await press('Download CSV');
  await says("The export failed. Try again. If that doesn't help, reload this page.");
});
