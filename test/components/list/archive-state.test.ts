import { effect, signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { createArchiveState } from '@/components/list/archive-state';
import { createArchive } from '@/lib/archive/archive';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { valueNameOf } from '@/lib/archive/archive-value';
import type { StoredList } from '@/lib/archive/stored-list';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { pageKey } from '@/lib/url/page-key';
import { emptyBrowser } from '../../support/empty-browser';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { asStored, storeReports } from '../../support/stored-archive';

const searched = { ...RECENT_REPORTS_QUERY, search: 'host' };
const recent = asStored(storedList('3', '2', '1'));
const other = asStored({ ...storedList('9'), query: searched });

/** The archive of a page, whose stored values are known by what was asked for. */
function openArchive(...stored: StoredList[]) {
  const lists = signal<readonly StoredList[]>(stored);
  const values = archiveItems.values('a');
  const readValues = vi.fn(values.read);
  const archive = createArchiveState({
    ...{ lists, readValues },
    watchValues: (onChange) => watchStored(archivePrefix('a'), onChange),
  });
  const shown = () =>
    archive.lists.value.map(({ reports, isWhole }) => [reports.map(({ id }) => id), isWhole]);
  return { archive, lists, readValues, shown };
}

/** The values that hold a report, of which no page is told. */
async function archiveOf(report: Report): Promise<Map<string, unknown>> {
  await storeReports('untold', report);
  return archiveItems.values('untold').read([valueNameOf(referTo(report).page)]);
}

beforeEach(emptyBrowser);

it('the rows of a list are read at once, and rows of other lists when they are looked at', async () => {
  await storeReports('a', ...['1', '2', '3', '9'].map((id) => sampleReport(id)));
  const { archive, readValues, shown } = openArchive(recent, other);
  await archive.readFor(RECENT_REPORTS_QUERY, 'elsewhere.example');
  expect(readValues).toHaveBeenCalledOnce();
  expect(readValues.mock.calls[0]?.[0].length).toBeLessThanOrEqual(4);
  expect(shown()).toEqual([
    [['3', '2', '1'], true],
    [[], false],
  ]);
  await vi.waitFor(() => expect(shown()[1]).toEqual([['9'], true]));
  expect(archive.listed.value.map(({ id }) => id)).toEqual(['3', '2', '1', '9']);
});

it('a query without a stored list reads the rows of all stored lists', async () => {
  await storeReports('a', ...['1', '2', '3', '9'].map((id) => sampleReport(id)));
  const { archive, shown } = openArchive(recent, other);
  await archive.readFor({ ...searched, search: 'new' }, '');
  expect(shown().map(([, isWhole]) => isWhole)).toEqual([true, true]);
});

it('a changed report changes in its list and history, and a forgotten report leaves both', async () => {
  const report = sampleReport('2');
  await storeReports('a', ...['1', '2', '3'].map((id) => sampleReport(id)));
  const { archive, shown } = openArchive(recent);
  await archive.readFor(RECENT_REPORTS_QUERY, pageKey('https://host.example/2'));
  const seen: unknown[] = [];
  effect(() => {
    seen.push(archive.reportAt(referTo(report))?.privacy);
  });
  await storeReports('a', { ...report, privacy: 0 });
  expect(seen).toEqual([1, 0]);
  expect(archive.historyOf('host.example/2')).toMatchObject({ reports: [{ privacy: 0 }] });
  expect(archive.lists.value[0]?.reports[1]?.privacy).toBe(0);
  const { signal: never } = new AbortController();
  await createArchive('a', never, Date.now, () => {}).forget(referTo(report));
  expect(shown()).toEqual([[['3', '1'], false]]);
  expect(archive.historyOf('host.example/2')).toBeUndefined();
});

it('reports that are stored at once change at once', async () => {
  const reports = ['1', '2', '3'].map((id) => sampleReport(id));
  await storeReports('a', ...reports);
  const { archive } = openArchive(recent);
  await archive.readFor(RECENT_REPORTS_QUERY, '');
  const seen: unknown[] = [];
  effect(() => {
    seen.push(reports.map((report) => archive.reportAt(referTo(report))?.privacy));
  });
  await storeReports('a', ...reports.map((report) => ({ ...report, privacy: 0 as const })));
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([0, 0, 0]));
  expect(seen).toHaveLength(2);
});

it('a list whose rows cannot be read is empty until they are stored again', async () => {
  const { archive, readValues, shown } = openArchive(recent);
  readValues.mockRejectedValueOnce(new Error('I/O error'));
  await archive.readFor(RECENT_REPORTS_QUERY, '');
  expect(shown()).toEqual([[[], false]]);
  await storeReports('a', ...['1', '2', '3'].map((id) => sampleReport(id)));
  expect(shown()).toEqual([[['3', '2', '1'], true]]);
});

it('reading a report anew finds a missed change, and does not undo a later change', async () => {
  const report = sampleReport('2');
  const { archive, readValues } = openArchive(recent);
  await archive.readFor(RECENT_REPORTS_QUERY, '');
  const untold = await archiveOf(report);
  readValues.mockResolvedValueOnce(untold);
  await archive.readAnew([referTo(report)]);
  expect(archive.reportAt(referTo(report))?.privacy).toBe(1);
  readValues.mockImplementationOnce(async () => {
    await storeReports('a', { ...report, privacy: 0 });
    return untold;
  });
  await archive.readAnew([referTo(report)]);
  expect(archive.reportAt(referTo(report))?.privacy).toBe(0);
  readValues.mockRejectedValueOnce(new Error('I/O error'));
  await archive.readAnew([referTo(report)]);
  expect(archive.reportAt(referTo(report))?.privacy).toBe(0);
});
