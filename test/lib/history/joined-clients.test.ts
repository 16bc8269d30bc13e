import { describe, expect, it } from 'vitest';
import { MAX_JOINED } from '@/lib/history/joined-clients';
import {
  changedMarks,
  lastSummaryDays,
  type MarkRecord,
  type MarksChange,
  shownMarks,
  withJoinedSummaries,
} from '@/lib/history/marks';
import { mergedMarks } from '@/lib/history/merge';
import type { Day } from '@/lib/report/compare/local-day';
import { joinedOn, muteOn, muteOnHost, summaryOn, ticketOn } from '../../support/sample-backup';

/** Returns midday of a day in November 2026, local time. */
const on = (day: number) => new Date(2026, 10, day, 12).toISOString();
const join = (name: string, ...clients: string[]) =>
  ({ kind: 'joinClients', name, clients }) as const;
const takeApart = (name: string) => ({ kind: 'takeApart', name }) as const;
const copySummary = (...clients: string[]) => ({ kind: 'addSummaries', clients }) as const;

/** Applies changes of different days to the marks. */
function marksAfter(
  records: readonly MarkRecord[],
  ...changes: readonly [day: number, change: MarksChange][]
): MarkRecord[] {
  return changes.reduce(
    (before, [day, change]) => {
      const changed = changedMarks(before, change, on(day));
      if ('most' in changed) throw new Error(`The limit is ${changed.most}.`);
      return replaced(before, changed);
    },
    [...records],
  );
}

function replaced(records: readonly MarkRecord[], changed: readonly MarkRecord[]): MarkRecord[] {
  return [...new Map([...records, ...changed].map((mark) => [mark.key, mark])).values()];
}

/** Formats each open joined client, for example "Mill: a, b". */
const joinedIn = (records: readonly MarkRecord[]) =>
  shownMarks(records).joined.map(({ name, clients }) => `${name}: ${clients.join(', ')}`);

const apartIn = (records: readonly MarkRecord[]) =>
  shownMarks(records).apart.map(({ name, clients }) => `${name}: ${clients.join(', ')}`);

describe('changedMarks of joined clients', () => {
  it.each<[string, [number, MarksChange][], string[], string[]]>([
    ['puts clients together', [[1, join('Mill', 'a', 'b')]], ['Mill: a, b'], []],
    [
      'takes a joined client apart, and keeps its name and clients',
      [
        [1, join('Mill', 'a', 'b')],
        [2, takeApart('Mill')],
      ],
      [],
      ['Mill: a, b'],
    ],
    [
      'puts the same clients together again',
      [
        [1, join('Mill', 'a', 'b')],
        [2, takeApart('Mill')],
        [3, join('Mill', 'a', 'b')],
      ],
      ['Mill: a, b'],
      [],
    ],
    [
      'adds a client to a joined client',
      [
        [1, join('Mill', 'a', 'b')],
        [2, join('Mill', 'a', 'b', 'c')],
      ],
      ['Mill: a, b, c'],
      [],
    ],
    [
      'ends a joined client if another joined client gets all its clients',
      [
        [1, join('Mill', 'a', 'b')],
        [2, join('Bakery', 'a', 'b', 'c')],
      ],
      ['Bakery: a, b, c'],
      ['Mill: a, b'],
    ],
    [
      'removes a client from its former joined client',
      [
        [1, join('Mill', 'a', 'b', 'c')],
        [2, join('Shop', 'c', 'd')],
      ],
      ['Mill: a, b', 'Shop: c, d'],
      [],
    ],
    [
      'ends a joined client if only one single client is left',
      [
        [1, join('Mill', 'a', 'b')],
        [1, join('Shop', 'b', 'c')],
      ],
      ['Shop: b, c'],
      ['Mill: a, b'],
    ],
    ['ignores an unknown name', [[1, takeApart('Mill')]], [], []],
  ])('%s', (_, changes, joined, apart) => {
    const records = marksAfter([], ...changes);
    expect(joinedIn(records)).toEqual(joined);
    expect(apartIn(records)).toEqual(apart);
  });

  it('changes nothing for the same press in two windows', () => {
    const records = marksAfter([], [1, join('Mill', 'a', 'b')]);
    expect(changedMarks(records, join('Mill', 'a', 'b'), on(2))).toEqual([]);
    const apart = marksAfter(records, [3, takeApart('Mill')]);
    expect(changedMarks(apart, takeApart('Mill'), on(4))).toEqual([]);
  });

  it('refuses more than 20 clients', () => {
    const clients = Array.from({ length: MAX_JOINED + 1 }, (_, at) => `${at}.example`);
    expect(changedMarks([], join('Mill', ...clients), on(1))).toEqual({
      mark: 'clientToJoin',
      most: 20,
    });
    expect(joinedIn(marksAfter([], [1, join('Mill', ...clients.slice(1))]))).toHaveLength(1);
  });

  it('changes no ticket and no mute', () => {
    const others = [
      ticketOn('t', 'a/1', 2),
      muteOn('m', ['a/1', 'b/1'], 2),
      muteOnHost('h', 'a', 2),
    ];
    const records = marksAfter(others, [3, join('Mill', 'a', 'b')], [4, takeApart('Mill')]);
    expect(records.slice(0, 3)).toEqual(others);
  });
});

describe('the last summary of a joined client', () => {
  /** Returns the day in November of the last summary of each client. */
  function lastDays(records: readonly MarkRecord[], day: number): Record<string, number> {
    const today = `2026-11-${`${day}`.padStart(2, '0')}` as Day;
    const days = lastSummaryDays(withJoinedSummaries(shownMarks(records), today), today);
    return Object.fromEntries([...days].map(([client, last]) => [client, Number(last.slice(-2))]));
  }

  const SUMMARIES = [summaryOn('a', 10), summaryOn('b', 5), summaryOn('c', 3)];
  const JOINED = marksAfter(SUMMARIES, [12, join('Mill', 'a', 'b')]);

  it.each<[string, MarkRecord[], number, Record<string, number>]>([
    ['is the earliest of its single clients', JOINED, 20, { Mill: 5, a: 5, b: 5, c: 3 }],
    [
      'is the earliest of its single clients, even if it has the name of one of them',
      marksAfter(SUMMARIES, [12, join('a', 'a', 'b')]),
      20,
      { a: 5, b: 5, c: 3 },
    ],
    [
      'is the earliest of its single clients on the day of its first own summary',
      marksAfter(JOINED, [20, copySummary('Mill')]),
      20,
      { Mill: 5, a: 5, b: 5, c: 3 },
    ],
    [
      'is its own summary from the next day on',
      marksAfter(JOINED, [20, copySummary('Mill')]),
      21,
      { Mill: 20, a: 20, b: 20, c: 3 },
    ],
    [
      'is its own summary, even if it has the name of a single client',
      marksAfter(SUMMARIES, [12, join('a', 'a', 'b')], [20, copySummary('a', 'c')]),
      21,
      { a: 20, b: 20, c: 20 },
    ],
    [
      'is absent if no summary of its single clients was copied',
      marksAfter([], [12, join('Mill', 'a', 'b')]),
      20,
      {},
    ],
    [
      'is its own summary after it was taken apart and put together again',
      marksAfter(
        JOINED,
        [20, copySummary('Mill')],
        [22, takeApart('Mill')],
        [22, join('Mill', 'a', 'b')],
      ),
      24,
      { Mill: 20, a: 20, b: 20, c: 3 },
    ],
    [
      'is replaced by the last summary of each single client after it was taken apart',
      marksAfter(JOINED, [20, copySummary('Mill')], [22, takeApart('Mill')]),
      24,
      { a: 10, b: 5, c: 3 },
    ],
  ])('%s', (_, records, day, expected) => {
    expect(lastDays(records, day)).toEqual(expected);
  });
});

describe('mergedMarks of joined clients', () => {
  const MILL = joinedOn('Mill', ['a', 'b'], 5);

  it.each<[string, MarkRecord[], MarkRecord[], string[]]>([
    ['restores a joined client', [], [MILL], ['Mill: a, b']],
    [
      'ends a joined client that was taken apart later in this browser',
      [joinedOn('Mill', ['a', 'b'], 9, 'ended')],
      [MILL],
      [],
    ],
    [
      'ends a joined client that was taken apart later in the backup',
      [MILL],
      [joinedOn('Mill', ['a', 'b'], 9, 'ended')],
      [],
    ],
    [
      'keeps the clients of the later change',
      [joinedOn('Mill', ['a', 'b', 'c'], 9)],
      [MILL],
      ['Mill: a, b, c'],
    ],
    [
      'leaves a client in the joined client with the later change, here in the backup',
      [joinedOn('Mill', ['a', 'b', 'c'], 5)],
      [joinedOn('Shop', ['c', 'd'], 9)],
      ['Mill: a, b', 'Shop: c, d'],
    ],
    [
      'leaves a client in the joined client with the later change, here in this browser',
      [joinedOn('Mill', ['a', 'b', 'c'], 9)],
      [joinedOn('Shop', ['c', 'd', 'e'], 5)],
      ['Mill: a, b, c', 'Shop: d, e'],
    ],
    [
      'ends a joined client with one client left',
      [MILL],
      [joinedOn('Shop', ['b', 'c'], 9)],
      ['Shop: b, c'],
    ],
  ])('%s', (_, local, backup, expected) => {
    const merge = (records: readonly MarkRecord[]) =>
      replaced(records, mergedMarks(records, backup).changed);
    const once = merge(local);
    expect(joinedIn(once)).toEqual(expected);
    expect(merge(once)).toEqual(once);
  });

  it('gives the same joined clients in either order', () => {
    const marks = [
      joinedOn('Mill', ['a', 'b', 'c'], 5),
      joinedOn('Shop', ['c', 'd', 'e'], 9),
      joinedOn('Bakery', ['e', 'f', 'g'], 7),
    ];
    const merged = (records: readonly MarkRecord[]) =>
      joinedIn(
        records.reduce<MarkRecord[]>(
          (before, mark) => replaced(before, mergedMarks(before, [mark]).changed),
          [],
        ),
      ).sort();
    expect(merged(marks)).toEqual(['Bakery: f, g', 'Mill: a, b', 'Shop: c, d, e']);
    expect(merged(marks.toReversed())).toEqual(merged(marks));
  });
});
