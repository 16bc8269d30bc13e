import { effect } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { createArchiveState } from '@/components/page/archive-state';
import { createArchive } from '@/lib/archive/archive';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { watchStored } from '@/lib/browser/browser-storage';
import { referTo } from '@/lib/report/report-reference';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { storeReports } from '../../support/stored-archive';

const report = sampleReport('2');
const PAGE = 'host.example/2';

/** The archive as a page follows it. */
function openArchive() {
  const readValues = vi.fn(archiveItems.values('a').read);
  const archive = createArchiveState({
    readValues,
    watchValues: (onChange) => watchStored(archivePrefix('a'), onChange),
  });
  return { archive, readValues };
}

beforeEach(emptyBrowser);

it('what is known of a page is read with a single value, and not before it is looked at', async () => {
  await storeReports('a', report, sampleReport('1'));
  const { archive, readValues } = openArchive();
  expect(readValues).not.toHaveBeenCalled();
  await archive.read(PAGE);
  expect(readValues.mock.calls).toEqual([[[expect.any(String)]]]);
  expect(archive.historyOf(PAGE)).toMatchObject({ reports: [report] });
});

it('rows that are looked at in one moment are read together', async () => {
  const reports = ['1', '2', '3'].map((id) => sampleReport(id));
  await storeReports('a', ...reports);
  const { archive, readValues } = openArchive();
  const seen: unknown[] = [];
  effect(() => {
    seen.push(reports.map((one) => archive.reportAt(referTo(one))));
  });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(reports));
  expect([readValues.mock.calls.length, seen]).toEqual([1, [[null, null, null], reports]]);
});

it('a read of what something else reads already ends when that is there', async () => {
  await storeReports('a', report);
  const { archive, readValues } = openArchive();
  let answer = () => {};
  readValues.mockImplementationOnce(async (names) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return archiveItems.values('a').read(names);
  });
  archive.reportAt(referTo(report));
  await vi.waitFor(() => expect(readValues).toHaveBeenCalled());
  const ended = vi.fn();
  const reading = archive.read(PAGE).then(ended);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).not.toHaveBeenCalled();
  answer();
  await reading;
  expect(archive.reportAt(referTo(report))).toEqual(report);
});

it('a changed report changes, and a forgotten report leaves', async () => {
  await storeReports('a', report);
  const { archive } = openArchive();
  await archive.read(PAGE);
  await storeReports('a', { ...report, privacy: 0 });
  expect(archive.historyOf(PAGE)).toMatchObject({ reports: [{ privacy: 0 }] });
  const { signal } = new AbortController();
  await createArchive('a', signal, Date.now, () => {}).forget(referTo(report));
  const known = [archive.historyOf(PAGE), archive.reportAt(referTo(report))];
  expect(known).toEqual([undefined, undefined]);
});

it('a value that is read late does not undo a change', async () => {
  const { archive, readValues } = openArchive();
  const read = readValues.getMockImplementation() ?? archiveItems.values('a').read;
  readValues.mockImplementationOnce(async (names) => {
    const stored = await read(names);
    await storeReports('a', report);
    return stored;
  });
  await archive.read(PAGE);
  expect(archive.reportAt(referTo(report))).toEqual(report);
});

it.each([
  ['half a value', { reports: 'all' }],
  ['a value of another form', [{ version: 1, page: PAGE, all: [] }]],
])('%s tells nothing, and rejects nothing', async (_, value) => {
  await storeReports('a', report);
  const { archive, readValues } = openArchive();
  readValues.mockImplementationOnce(async ([name = '']) => new Map([[name, value]]));
  await archive.read(PAGE);
  expect(archive.historyOf(PAGE)).toBeUndefined();
});

it('a page goes without a value that cannot be read, until it is stored again', async () => {
  const { archive, readValues } = openArchive();
  readValues.mockRejectedValueOnce(new Error('I/O error'));
  await archive.read(PAGE);
  expect(archive.historyOf(PAGE)).toBeUndefined();
  await storeReports('a', report);
  expect(archive.historyOf(PAGE)).toMatchObject({ reports: [report] });
});
