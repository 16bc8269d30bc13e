import { describe, expect, it } from 'vitest';
import { nextDrawnRows } from '@/components/ui/table/drawn-rows';

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`);

const NONE: ReadonlySet<string> = new Set();

describe('nextDrawnRows', () => {
  it('draws the first fifty rows, then fifty more each time', () => {
    const rows = rowsUpTo(250);
    const first = nextDrawnRows(rows, NONE, 2_000, null);
    expect([first.indexes.length, first.indexes.at(-1), first.isComplete]).toEqual([50, 49, false]);
    const drawn = new Set(rows.slice(0, 200));
    const last = nextDrawnRows(rows, drawn, 2_000, null);
    expect([last.indexes.length, last.isComplete]).toEqual([250, true]);
  });

  it('keeps drawn rows, also below rows that are not drawn yet', () => {
    const old = rowsUpTo(50);
    const rows = [...rowsUpTo(150).map((row) => `new ${row}`), ...old];
    const { indexes, isComplete } = nextDrawnRows(rows, new Set(old), 2_000, null);
    expect(indexes).toEqual([...rowsUpTo(50).keys(), ...old.map((_, index) => 150 + index)]);
    expect(isComplete).toBe(false);
  });

  it('draws no row beyond the limit except the focused row', () => {
    const rows = rowsUpTo(90);
    const { indexes, isComplete } = nextDrawnRows(rows, NONE, 20, 'row 70');
    expect(indexes).toEqual([...rowsUpTo(20).keys(), 70]);
    expect(isComplete).toBe(true);
  });

  it('draws the focused row before its chunk', () => {
    const { indexes } = nextDrawnRows(rowsUpTo(500), NONE, 2_000, 'row 499');
    expect([indexes.length, indexes.at(-1)]).toEqual([51, 499]);
  });
});
