import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { storage } from 'wxt/utils/storage';
import { batchName } from '@/components/batch/batch-name';
import type { BackgroundApi } from '@/lib/background/background-api';
import { routeTo } from '@/lib/browser-ui/reports-request';
import type { Failure } from '@/lib/failure';
import { NO_COUNTS } from '@/lib/jobs/job';
import { chunkKeys } from '@/lib/jobs/job-items';
import { createdReportOf } from '@/lib/jobs/operation';
import type { Operation, Status } from '@/lib/jobs/types';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { readingItem } from '@/lib/shared-state/shared-items';
import { brokenDownloads } from '../../support/broken-downloads';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { creation, sampleLine } from '../../support/sample-job';
import { replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { all, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);
beforeEach(() => {
  // happy-dom has no popovers.
  HTMLElement.prototype.showPopover ??= () => {};
});

const failure: Failure = { code: 'invalid', message: 'No.', fields: [] };
const REPORT = sampleReport('7', { url: 'https://shop.example/0', score: 87 });

const operation = (index: number, status: Status = { name: 'queued' }): Operation =>
  creation({ url: `https://shop.example/${index}` }, { status });

const FOUR = [
  operation(0, { name: 'done', report: createdReportOf(REPORT) }),
  operation(1, { name: 'needsAttention', reason: 'refused', failure }),
  operation(2),
  operation(3, { name: 'sending' }),
];

const [CHUNK = 'local:'] = chunkKeys('a', { id: 'b', isPrivate: false, size: 1 });

async function drawBatch(operations: readonly Operation[] = FOUR) {
  const counts = { ...NO_COUNTS };
  for (const { status } of operations) counts[status.name] += 1;
  const [first = operation(0)] = operations;
  const facts = { isBatch: true, size: operations.length, counts };
  const line = sampleLine('b', first, { ...facts, site: { host: 'shop.example', others: 0 } });
  await storage.setItem(CHUNK, operations);
  await publishQueue({ batches: [line] });
  const updateJob = vi.fn(async () => ({ value: true }));
  const getReportsById = vi.fn(async (_: string, ids: readonly string[]) => ({
    value: ids.map((id) => (id === '7' ? REPORT : null)),
  }));
  const page = await drawReports({
    background: fakeBackground({ updateJob, getReportsById }),
    route: routeTo({ name: 'batch', id: 'b' }),
  });
  return { ...page, updateJob };
}

async function readRowTexts(): Promise<string[]> {
  const table = await one('table', 'Reports');
  return all('row', undefined, table)
    .slice(1)
    .map(({ textContent }) => textContent);
}

it('a batch shows its name, and one table with the state of each address', async () => {
  await drawBatch();
  await one('heading', 'shop.example, 4 reports');
  await says('2 of 4 · 1 failed');
  await waitUntil(async () => expect(await readRowTexts()).toHaveLength(4));
  expect(all('table')).toHaveLength(1);
  const rows = await readRowTexts();
  expect(rows[0]).toMatch(/shop\.example\/1Failed.*accept this/);
  expect(rows[1]).toContain('shop.example/3Creating');
  expect(rows[2]).toMatch(/shop\.example\/0.*Done.*87/);
  expect(rows[3]).toContain('shop.example/2Waiting');
  await one('columnheader', 'State');
});

it('a chip filters the rows by state, and All shows every row', async () => {
  await drawBatch();
  await press('Failed 1');
  await waitUntil(async () => expect(await readRowTexts()).toHaveLength(1));
  await press('All 4');
  await waitUntil(async () => expect(await readRowTexts()).toHaveLength(4));
});

it('a filter of ratings replaces a filter of states, and every chip leaves at least one row', async () => {
  await drawBatch(FOUR.slice(0, 2));
  await press('Failed 1');
  await waitUntil(async () =>
    expect(await readRowTexts()).toEqual([expect.stringContaining('/1')]),
  );
  await press('Good 1');
  await waitUntil(async () =>
    expect(await readRowTexts()).toEqual([expect.stringContaining('87')]),
  );
  await says('1 of 2 pages');
  const chips = [...document.querySelectorAll('.chip')].map(({ textContent }) => textContent);
  expect(chips).toEqual(['All 2', 'Failed 1', 'Good 1']);
  await press('Failed 1');
  await waitUntil(async () =>
    expect(await readRowTexts()).toEqual([expect.stringContaining('/1')]),
  );
  await press('All 2');
  await says('2 pages');
});

it('a batch says that filters hide all rows, and offers Clear filters', async () => {
  const { page } = await drawBatch();
  await waitUntil(async () => expect(await readRowTexts()).toHaveLength(4));
  page.table.value.overview.find('elsewhere');
  await says('No pages match these filters.');
  expect(await readRowTexts()).toEqual([]);
  await press('Clear filters');
  await waitUntil(async () => expect(await readRowTexts()).toHaveLength(4));
});

it('a batch has its failures first in the table, and no message above the table', async () => {
  await drawBatch();
  const bar = await one('progressbar', 'Progress');
  expect(bar.nextElementSibling).toBe(await one('table', 'Reports'));
  const first = await waitUntil(async () => (await readRowTexts())[0] ?? expect.fail('No rows.'));
  expect(first).toContain('Failed');
  expect(document.querySelector('.tray .queue')).not.toBeNull();
});

it('a batch shows a message if its operations cannot be read', async () => {
  const getItems = storage.getItems.bind(storage);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(storage, 'getItems').mockImplementation(async (keys) => {
    if (keys.some((key) => key === CHUNK)) throw new Error('The storage is damaged.');
    return getItems(keys);
  });
  await drawBatch();
  await says("The pages of this batch couldn't be read.");
});

it('a batch has the button Retry failed, and a menu with all exports', async () => {
  const { updateJob } = await drawBatch();
  await one('button', 'Pause');
  await one('button', 'Cancel');
  await press('Retry failed');
  expect(updateJob).toHaveBeenCalledWith('a', 'b', { kind: 'retry' });
  expect(all('button', 'Copy done')).toEqual([]);
  await press('More');
  const items = document.querySelectorAll('.menu > *');
  const labels = [...items].map(({ textContent }) => textContent);
  expect(labels).toEqual(['Copy done', 'Copy failed', 'Download CSV', 'Download XLSX']);
});

it.each(['Download CSV', 'Download XLSX'])(
  'a batch shows that its file could not be saved by %s',
  async (item) => {
    brokenDownloads();
    await drawBatch();
    await press('More');
    await press(item, 'menuitem');
    await says("The export failed. Try again. If that doesn't help, reload this page.");
  },
);

it('a finished batch shows how many reports it created', async () => {
  await drawBatch(FOUR.slice(0, 1));
  await says('All done · 1 report created');
  expect(all('button', 'Pause')).toEqual([]);
  expect(all('button', 'Retry failed')).toEqual([]);
});

it('a batch shows Loading… while its rows are read', async () => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const getItems = storage.getItems.bind(storage);
  vi.spyOn(storage, 'getItems').mockImplementation(async (keys) => {
    if (keys.some((key) => key === CHUNK)) await isAnswered;
    return getItems(keys);
  });
  await drawBatch(FOUR.slice(0, 1));
  await says('Loading…');
  expect(document.body.textContent).not.toContain('All done');
  answer();
  await says('All done · 1 report created');
  expect(document.body.textContent).not.toContain('Loading…');
});

it('a preview marks reported addresses again when all reports are read', async () => {
  const url = 'https://host.example/1';
  const getReportDates = vi.fn<BackgroundApi['getReportDates']>(async () => ({ value: {} }));
  const reading: ReadingProgress = { ...NO_READING, status: 'reading', read: 1, changedAt: 1 };
  await drawReports({
    background: fakeBackground({
      listReports: async () => ({ value: { ...replyOf('2'), total: 2, next: 2 } }),
      readAllReports: async () => ({ value: reading }),
      getReportDates,
    }),
  });
  await press('Report many pages');
  await type('Addresses', url);
  await press('Preview');
  await one('button', 'Create 1 report');
  expect(getReportDates).toHaveBeenCalledOnce();
  getReportDates.mockResolvedValue({ value: { 'host.example/1': null } });
  await readingItem('a').write({ ...reading, status: 'none', read: 2, changedAt: 2 });
  await one('button', 'Already reported 1');
  expect(getReportDates).toHaveBeenCalledTimes(2);
});

it('a preview shows how many reports of the plan it uses, if the account has a plan', async () => {
  const plan = { name: 'features', value: { fields: [{ name: 'reports', value: 500 }] } };
  const fields = [{ name: 'plan', value: { fields: [plan] } }];
  const getAccount = vi.fn(async () => ({ value: { fields, isCut: false } }));
  await drawReports({ background: fakeBackground({ getAccount }) });
  await press('Report many pages');
  await type('Addresses', 'https://shop.example/1\nhttps://shop.example/2');
  await press('Preview');
  await says("Uses 2 of your plan's 500 reports a month");
  expect(getAccount).toHaveBeenCalledOnce();
});

it('a preview does not mention the plan if the account has none', async () => {
  await drawReports();
  await press('Report many pages');
  await type('Addresses', 'https://shop.example/1');
  await press('Preview');
  await one('button', 'Create 1 report');
  expect(document.body.textContent).not.toContain('a month');
});

it.each([
  [{ host: 'shop.example', others: 0 }, 'shop.example, 120 reports'],
  [{ host: 'shop.example', others: 1 }, 'shop.example and 1 more site, 120 reports'],
  [{ host: 'shop.example', others: 3 }, 'shop.example and 3 more sites, 120 reports'],
  [undefined, '120 reports'],
])('batchName for the site %j returns %j', (site, name) => {
  expect(batchName({ site, size: 120 })).toBe(name);
});
