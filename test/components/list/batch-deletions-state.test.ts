import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { followBatchDeletions } from '@/components/list/batch-deletions-state';
import { watchStored } from '@/lib/browser/storage-changes';
import { placeOf } from '@/lib/report/report-page';
import type { BatchLine } from '@/lib/task/batch/batch';
import { batchEntries } from '@/lib/task/batch/batch-entries';
import { type BatchRow, valueName } from '@/lib/task/batch/batch-row';
import { taskItems } from '@/lib/task/task-items';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const reports = ['1', '2', '3'].map((id) => ({ ...placeOf(sampleReport(id)), url: null }));
const going = { id: 'b', kind: 'delete', size: 3, waiting: 3, underWay: 0 } as BatchLine;

const store = (rows: readonly BatchRow[]) =>
  taskItems.batchRows('a').write(new Map([[valueName('b', 0), [...rows]]]));

const endedRow = (at: number, end: 'done' | 'cancelled'): BatchRow[] => {
  const report = reports[at];
  return report ? [{ state: 'ended', version: 1, end, report }] : [];
};

function follow(...batches: BatchLine[]) {
  const shown = signal<readonly BatchLine[]>(batches);
  const deletions = followBatchDeletions({
    batches: shown,
    entries: batchEntries('a'),
    watch: watchStored,
  });
  return { shown, deletions };
}

beforeEach(emptyBrowser);

it('reports that a batch deletes are hidden until they are taken back', async () => {
  await store(reports);
  const { deletions } = follow(going);
  await deletions.read();
  expect(deletions.ids.value).toEqual(['1', '2', '3']);
  await store([...endedRow(0, 'done'), ...endedRow(1, 'cancelled'), ...endedRow(2, 'cancelled')]);
  expect(deletions.ids.value).toEqual(['1']);
});

it('reports of a batch that begins later are hidden, and stay so when the batch is gone', async () => {
  const { shown, deletions } = follow();
  expect(await deletions.read()).toEqual([]);
  await store(reports);
  shown.value = [going];
  await deletions.read();
  shown.value = [];
  await taskItems.batchRows('a').write(new Map([[valueName('b', 0), undefined]]) as never);
  expect(deletions.ids.value).toEqual(['1', '2', '3']);
});

it('batches that have ended and batches of changes hide no reports', async () => {
  await store(reports);
  const { deletions } = follow({ ...going, waiting: 0 }, { ...going, kind: 'change' });
  expect(await deletions.read()).toEqual([]);
  expect(deletions.ids.value).toEqual([]);
});
