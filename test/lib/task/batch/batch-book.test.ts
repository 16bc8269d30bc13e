import { beforeEach, expect, it, vi } from 'vitest';
import { storage } from 'wxt/utils/storage';
import type { Batch } from '@/lib/task/batch/batch';
import { createBatchBook } from '@/lib/task/batch/batch-book';
import { type BatchRow, madeReport, ROWS_IN_VALUE } from '@/lib/task/batch/batch-row';
import { DONE } from '@/lib/task/standing';
import { taskItems } from '@/lib/task/store/task-items';
import { emptyBrowser } from '../../../support/empty-browser';
import { FAILURES } from '../../../support/sample-failures';
import { sampleReport } from '../../../support/sample-report';

const { signal } = new AbortController();
const open = () => createBatchBook('c', signal);

/** Three values of rows, the last of them half full. */
const SIZE = 2.5 * ROWS_IN_VALUE;
/** In the second value. */
const FAILED = ROWS_IN_VALUE + 5;

/** A batch of so many, of which each row stands as it is told. */
async function storeBatch(id: string, rowAt: (at: number) => BatchRow): Promise<void> {
  const book = open();
  await book.load();
  const batch: Batch = {
    ...{ id, keeping: 'disk', kind: 'create', privacy: 1, size: SIZE, leftOut: {} },
    ...{ askedAt: '2026-11-25T10:00:00.000Z', isPaused: false, pausedBy: null },
    ...{ ended: null, isSeen: false },
  };
  const places = Array.from({ length: SIZE }, (_, row) => ({ id, row }));
  book.add(
    batch,
    places.map(({ row }) => rowAt(row)),
  );
  await storage.setItems(book.entries(places, true));
}

const urlOf = (at: number) => `https://shop.example/${at}`;
const made = (at: number): BatchRow => ({
  ...{ about: urlOf(at), standing: DONE, report: madeReport(sampleReport(String(at))) },
});

/** The names of the stored values of rows that a worker reads when it starts. */
async function readAtStart(): Promise<string[]> {
  const getItems = vi.spyOn(storage, 'getItems');
  await open().load();
  const keys = getItems.mock.calls.flatMap(([asked]) => asked.map(String));
  getItems.mockRestore();
  return keys.filter((key) => key.includes('batch-rows/')).map((key) => key.replace(/.*\//, ''));
}

beforeEach(() => emptyBrowser());

it('rows of an ended batch are counted without being read when the worker starts', async () => {
  await storeBatch('over', made);
  await storeBatch('open', (at) => (at < 10 ? made(at) : urlOf(at)));
  expect(await readAtStart()).toEqual(['open-0', 'open-1', 'open-2']);
  const book = open();
  await book.load();
  expect([...book.untouched('open')]).toHaveLength(SIZE - 10);
  expect([book.counts('over').done, book.counts('open').done]).toEqual([SIZE, 10]);
  expect(book.firstUrl('over')).toBe(urlOf(0));
});

it('of an ended batch with failures only values with a failed row are read at the start', async () => {
  const probe = open();
  await storeBatch('b', urlOf);
  await probe.load();
  const [task] = probe.untouched('b');
  if (task === undefined) throw new Error('nothing is left to do');
  const stuck = { ...task, id: `b-${FAILED}`, batch: { id: 'b', row: FAILED } };
  const standing = { name: 'stuck', reason: 'refused', failure: FAILURES['403'] } as const;
  await emptyBrowser();
  await storeBatch('b', (at) => (at === FAILED ? { ...stuck, standing } : made(at)));
  expect(await readAtStart()).toEqual(['b-1']);
  const book = open();
  expect(await book.load()).toMatchObject([{ id: `b-${FAILED}`, standing: { name: 'stuck' } }]);
  // It is sent again, and made.
  book.note({ id: 'b', row: FAILED }, urlOf(FAILED));
  expect(book.entries([{ id: 'b', row: FAILED }])).toMatchObject([
    { value: [{ id: 'b', ended: null }] },
    { key: expect.stringMatching(/b-1$/), value: { length: ROWS_IN_VALUE } },
  ]);
  book.note({ id: 'b', row: FAILED }, made(FAILED));
  expect(book.counts('b').done).toBe(SIZE);
});

it('an unreadable batch or row does not hide the rest, and is never overwritten', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await storeBatch('b', urlOf);
  const later = { version: 2, id: 'later' };
  const row = { work: { version: 2 }, standing: { name: 'held' } };
  const all = taskItems.batches('c', 'disk');
  await all.write([later, ...((await all.read()) ?? [])]);
  const rows = taskItems.batchRows('c', 'disk');
  const values = await rows.read(['b-0', 'b-2']);
  const [first = [], last = []] = [values.get('b-0'), values.get('b-2')];
  const strange = { 'b-0': first.with(3, row), 'b-2': last.with(-1, row) };
  await rows.write(new Map(Object.entries(strange)));
  const book = open();
  await book.load();
  expect([...book.untouched('b')]).toHaveLength(SIZE - 2);
  for (const at of [4, 2 * ROWS_IN_VALUE]) {
    book.note({ id: 'b', row: at }, made(at));
    await book.write([{ id: 'b', row: at }]);
  }
  await book.put({ ...(book.get('b') as Batch), isPaused: true });
  expect((await rows.read(['b-0'])).get('b-0')?.[3]).toEqual(row);
  const kept = (await rows.read(['b-2'])).get('b-2');
  expect([kept?.length, kept?.at(-1)]).toEqual([last.length, row]);
  expect(await all.read()).toMatchObject([{ id: 'b', isPaused: true }, later]);
  expect(console.warn).toHaveBeenCalledTimes(3);
});
