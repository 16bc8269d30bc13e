import { describe, expect, it } from 'vitest';
import { type DrawnRow, nextChunkSize, nextDrawnRows } from '@/components/ui/table/drawn-rows';

interface Sample {
  key: string;
}

const samples = (keys: readonly string[]): Sample[] => keys.map((key) => ({ key }));
const rowsUpTo = (count: number) =>
  samples(Array.from({ length: count }, (_, index) => `row ${index}`));

/** Returns drawn rows by key. */
const drawnOf = (rows: readonly DrawnRow<Sample>[]) =>
  new Map(rows.map((row) => [row.item.key, row]));
const drawnInOrder = (items: readonly Sample[]) =>
  drawnOf(items.map((item, index) => ({ item, index })));

function next(
  items: readonly Sample[],
  drawn: ReadonlyMap<string, DrawnRow<Sample>> = new Map(),
  limit = 2_000,
  focused: string | null = null,
  most = 60,
) {
  return nextDrawnRows(items, { keyOf: ({ key }) => key, drawn, limit, most, focused });
}

const keysOf = (rows: readonly DrawnRow<Sample>[]) => rows.map(({ item }) => item.key);

describe('nextDrawnRows', () => {
  it('draws the top forty rows and the given number of rows below, and the rest afterwards', () => {
    const items = rowsUpTo(110);
    const first = next(items);
    expect([first.rows.length, first.isComplete]).toEqual([100, false]);
    const last = next(items, drawnOf(first.rows));
    expect(last.rows.map(({ index }) => index)).toEqual(Array.from({ length: 110 }, (_, at) => at));
    expect(last.isComplete).toBe(true);
    expect(last.rows.slice(0, 100)).toEqual(first.rows);
    expect(last.rows.every((row, at) => at >= 100 || row === first.rows[at])).toBe(true);
  });

  it('keeps drawn rows, and adds at most the top rows and the given number between them', () => {
    const old = samples(['old 1', 'old 2', 'old 3']);
    const items = [...rowsUpTo(110), ...old];
    const { rows, isComplete } = next(items, drawnInOrder(old));
    expect(rows).toHaveLength(103);
    expect(keysOf(rows).slice(-3)).toEqual(keysOf([...drawnInOrder(old).values()]));
    expect(isComplete).toBe(false);
  });

  it('changes at most the top rows and the given number below, and does not change the others', () => {
    const before = rowsUpTo(110);
    const after = rowsUpTo(110);
    const { rows, isComplete } = next(after, drawnInOrder(before));
    expect(rows.slice(0, 100).every(({ item }, at) => item === after[at])).toBe(true);
    expect(rows.slice(100).every(({ item }, at) => item === before[at + 100])).toBe(true);
    expect(isComplete).toBe(false);
    expect(next(after, drawnOf(rows)).isComplete).toBe(true);
  });

  it('adds missing rows before it changes rows below the first forty', () => {
    const before = rowsUpTo(150);
    const after = rowsUpTo(210);
    const { rows, isComplete } = next(after, drawnInOrder(before));
    expect(rows.filter(({ item, index }) => item === after[index])).toHaveLength(100);
    expect(rows[39]?.item).toBe(after[39]);
    expect(rows.slice(40, 150).every(({ item }, at) => item === before[at + 40])).toBe(true);
    expect([rows.length, isComplete]).toEqual([210, false]);
    const changed = next(after, drawnOf(rows)).rows;
    expect(changed[99]?.item).toBe(after[99]);
  });

  it('draws only the first forty rows in a task that draws other parts of the page', () => {
    const before = rowsUpTo(150);
    const after = rowsUpTo(210);
    const first = next(after, new Map(), 2_000, null, 0);
    expect([first.rows.length, first.isComplete]).toEqual([40, false]);
    const { rows, isComplete } = next(after, drawnInOrder(before), 2_000, null, 0);
    expect(rows.map(({ item }) => item)).toEqual([...after.slice(0, 40), ...before.slice(40)]);
    expect(isComplete).toBe(false);
  });

  it('puts all drawn rows in their new order at once', () => {
    const items = rowsUpTo(220);
    const { rows, isComplete } = next(items.toReversed(), drawnInOrder(items));
    expect(rows.map(({ item }) => item)).toEqual(items.toReversed());
    expect(isComplete).toBe(false);
  });

  it('draws no row beyond the limit except the focused one', () => {
    const { rows, isComplete } = next(rowsUpTo(90), new Map(), 20, 'row 70');
    expect(rows.map(({ index }) => index)).toEqual([
      ...Array.from({ length: 20 }, (_, at) => at),
      70,
    ]);
    expect(isComplete).toBe(true);
  });

  it('draws the focused row at once, also if it changes', () => {
    expect(keysOf(next(rowsUpTo(500), new Map(), 2_000, 'row 499').rows)).toContain('row 499');
    const after = rowsUpTo(500);
    const { rows } = next(after, drawnInOrder(rowsUpTo(500)), 2_000, 'row 499');
    expect(rows.at(-1)?.item).toBe(after[499]);
  });
});

describe('nextChunkSize', () => {
  it.each([
    { duration: 44, size: 50, reason: 'halves the chunk after twice the time' },
    { duration: 20, size: 110, reason: 'enlarges the chunk after a short time' },
    { duration: 1_000, size: 50, reason: 'never returns fewer than 50 rows' },
    { duration: 0, size: 200, reason: 'never returns more than 200 rows' },
  ])('$reason', ({ duration, size }) => {
    expect(nextChunkSize(100, duration)).toBe(size);
  });
});
