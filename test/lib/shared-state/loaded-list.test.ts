import { describe, expect, it } from 'vitest';
import { MAX_RECENT } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import {
  type LoadedList,
  loadedList,
  loadedNewest,
  mergedOnDisk,
  pagesToRepeat,
  withEndedBatches,
  withLaterOperations,
  withNewest,
  withNextPage,
} from '@/lib/shared-state/loaded-list';
import {
  creation,
  deletion,
  finishedCreation,
  finishedEdit,
  recentOperation,
  sampleLine,
  update,
} from '../../support/sample-job';
import { newestReports, READ_AT, replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const newest = RECENT_REPORTS_QUERY;
const OLD = '2020-01-01T00:00:00.000Z';
const search = { ...newest, search: 'host' };
/** Returns the end of an operation, given in milliseconds after the request of the list. */
const endedAfter = (time: number) => ({ endedAt: Date.parse(READ_AT) + time });
const creationOf = (id: string, time: number, facts: Partial<RecentOperation> = {}) =>
  finishedCreation(`job-${id}`, sampleReport(id), { ...endedAfter(time), ...facts });
const deletionOf = (id: string, time: number) =>
  finishedEdit(`job-${id}`, deletion(sampleReport(id)), null, endedAfter(time));
const idsDown = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => String(from - at));
const idsOf = ({ reports }: Pick<LoadedList, 'reports'>) => reports.map(({ id }) => id);
/** Returns a list of nine reports with only the given rows loaded. */
const firstRows = (query: ReportQuery, ...ids: string[]) =>
  loadedList(query, { ...replyOf(...ids), total: 9, next: 2 });

describe('withLaterOperations', () => {
  const published = sampleReport('2', { privacy: 0 });
  const publishing = update({ privacy: 0 }, sampleReport('2'));
  const gone = recentOperation(
    'g',
    { ...publishing, status: { name: 'gone' } },
    null,
    endedAfter(1),
  );
  const urls: ReportQuery = { ...newest, sortBy: 'url' };
  const unchanged = { reports: firstRows(newest, '3', '2', '1').reports, isStale: false, total: 9 };
  const { reports: kept } = firstRows(newest, '3', '1');
  it.each<[string, ReportQuery, RecentOperation, Partial<LoadedList>]>([
    [
      'adds a new report at the beginning',
      newest,
      creationOf('4', 1),
      { ...unchanged, reports: [sampleReport('4'), ...unchanged.reports], total: 10 },
    ],
    [
      'adds an older report at the place of its date',
      newest,
      { ...creationOf('1', 1), report: sampleReport('1', { generatedAt: OLD }) },
      {
        reports: [...firstRows(newest, '3', '2').reports, sampleReport('1', { generatedAt: OLD })],
      },
    ],
    ['adds no second row for a listed report', newest, creationOf('3', 1), unchanged],
    [
      'marks the list as stale if a creation has no report',
      newest,
      finishedCreation('c', null, endedAfter(1)),
      { isStale: true },
    ],
    [
      'marks the list as stale after a creation if the list is filtered',
      search,
      creationOf('4', 1),
      { ...unchanged, isStale: true },
    ],
    [
      'marks the list as stale after a creation if the list is not newest first',
      urls,
      creationOf('4', 1),
      { ...unchanged, isStale: true },
    ],
    [
      'adds the id of a batch that has created a report of unknown position',
      search,
      creationOf('4', 1, { isBatch: true }),
      { ...unchanged, unplacedBatches: ['job-4'] },
    ],
    [
      'replaces a report by the report of the answer',
      search,
      finishedEdit('u', publishing, { ...published, result: 'bad' }, endedAfter(1)),
      { ...unchanged, reports: kept.toSpliced(1, 0, { ...published, result: 'bad' }) },
    ],
    [
      'sets the new privacy if the answer has no report',
      search,
      finishedEdit('u', publishing, null, endedAfter(1)),
      { ...unchanged, reports: kept.toSpliced(1, 0, published) },
    ],
    [
      'removes a deleted report',
      search,
      deletionOf('2', 1),
      { reports: kept, total: 8, removed: 1 },
    ],
    ['removes a report that was gone', search, gone, { reports: kept, total: 8, removed: 1 }],
    [
      'subtracts a deleted report that was not loaded from the total',
      newest,
      deletionOf('7', 1),
      { ...unchanged, total: 8 },
    ],
    [
      'keeps the total if it is unknown whether the report matches',
      search,
      deletionOf('7', 1),
      unchanged,
    ],
  ])('%s', (_, query, operation, expected) => {
    const ids = operation.report?.generatedAt === OLD ? ['3', '2'] : ['3', '2', '1'];
    expect(withLaterOperations(firstRows(query, ...ids), [operation])).toMatchObject(expected);
  });

  it('applies each operation that ended after the request of the list exactly once', () => {
    const list = firstRows(newest, '3', '2', '1');
    const recent = [creationOf('5', 0), creationOf('4', 1), deletionOf('2', 2), deletionOf('2', 3)];
    const once = withLaterOperations(list, recent);
    expect([idsOf(once), once.total, once.removed]).toEqual([['4', '3', '1'], 9, 1]);
    expect(withLaterOperations(once, recent)).toBe(once);
    expect(withLaterOperations(withLaterOperations(list, recent.slice(0, 2)), recent)).toEqual(
      once,
    );
  });

  it.each([true, false])(
    'marks the list as stale if recent operations may be missing (in batches: %s)',
    (isBatch) => {
      const operations = (first: number) =>
        Array.from({ length: MAX_RECENT }, (_, at) => creationOf('3', first + at, { isBatch }));
      expect(withLaterOperations(firstRows(newest, '3'), operations(0)).isStale).toBe(false);
      expect(withLaterOperations(firstRows(newest, '3'), operations(1)).isStale).toBe(true);
    },
  );

  it('adds a next page if a new report pushes a row off the end', () => {
    const list = withLaterOperations(loadedList(newest, replyOf(...idsDown(10, 1))), [
      creationOf('11', 1),
    ]);
    expect([idsOf(list), list.next]).toEqual([idsDown(11, 2), 2]);
  });

  it('marks the list as stale at the end of a batch whose reports have unknown positions', () => {
    const list = { ...firstRows(search, '3'), unplacedBatches: ['b', 'c'] };
    const lines = ['b', 'c'].map((id) => sampleLine(id, creation()));
    expect(withEndedBatches(list, lines)).toBe(list);
    expect(withEndedBatches(list, lines.slice(1))).toMatchObject({
      isStale: true,
      unplacedBatches: ['c'],
    });
  });
});

describe('the newest list on disk', () => {
  const stored = { ...newestReports('3', '2', '1'), total: 9, next: 2 };
  const PRIVATE = { isPrivate: true };
  const changeOf = (
    id: string,
    privacy: 0 | 1,
    time: number,
    facts: Partial<RecentOperation> = {},
  ) => {
    const edit = update({ privacy }, sampleReport(id));
    const report = sampleReport(id, { privacy });
    return { ...finishedEdit(`job-${id}`, edit, report, endedAfter(time)), ...facts };
  };
  const rowsOf = ({ reports }: Pick<LoadedList, 'reports'>) =>
    reports.map(({ id, privacy }) => `${id} ${privacy}`);
  const [first = '', second = '', third = ''] = rowsOf(stored);

  it.each<[string, RecentOperation[], string[], number, string[], number]>([
    [
      'omits a privately created report, which extension pages show even after another report is deleted',
      [creationOf('4', 1, PRIVATE), deletionOf('3', 2)],
      [second, third],
      8,
      ['4 1', second, third],
      9,
    ],
    [
      'does not count the deletion of a privately created report',
      [creationOf('4', 1, PRIVATE), deletionOf('4', 2)],
      [first, second, third],
      9,
      [first, second, third],
      9,
    ],
    [
      'omits a report that was created and deleted privately, as extension pages do',
      [creationOf('4', 1, PRIVATE), { ...deletionOf('4', 2), ...PRIVATE }, deletionOf('3', 3)],
      [second, third],
      8,
      [second, third],
      8,
    ],
    [
      'omits a private change, which extension pages show even after another report is deleted',
      [changeOf('2', 0, 1, PRIVATE), deletionOf('3', 2)],
      [second, third],
      8,
      ['2 0', third],
      8,
    ],
    [
      'contains a change that follows a private change, like the extension pages',
      [changeOf('2', 0, 1, PRIVATE), changeOf('2', 1, 2)],
      [first, '2 1', third],
      9,
      [first, '2 1', third],
      9,
    ],
    [
      'removes the row of a new report that was changed privately, then deleted in a normal window',
      [creationOf('4', 1), changeOf('4', 0, 2, PRIVATE), deletionOf('4', 3)],
      [first, second, third],
      9,
      [first, second, third],
      9,
    ],
    [
      'removes the row of a privately deleted report',
      [{ ...deletionOf('3', 1), ...PRIVATE }],
      [second, third],
      8,
      [second, third],
      8,
    ],
  ])('%s', (_, recent, onDisk, totalOnDisk, shown, total) => {
    const disk = mergedOnDisk(stored, recent);
    expect([rowsOf(disk), disk.total]).toEqual([onDisk, totalOnDisk]);
    const list = loadedNewest(disk, recent);
    expect([rowsOf(list), list.total]).toEqual([shown, total]);
    expect(mergedOnDisk(disk, recent)).toBe(disk);
  });

  it('removes the row of a privately created report that a later list contains', () => {
    const recent = [creationOf('3', 1, PRIVATE), { ...deletionOf('3', 2), ...PRIVATE }];
    expect(mergedOnDisk(stored, recent)).toMatchObject({ total: 8 });
    expect(idsOf(mergedOnDisk(stored, recent))).toEqual(['2', '1']);
  });
});

describe('withNewest', () => {
  const fresh = { requestedAt: Date.parse(READ_AT) + 1, total: 30, next: 2 };
  const long = { ...loadedList(newest, { ...replyOf(...idsDown(20, 1)), total: 30, next: 3 }) };
  it.each<[string, string[], LoadedList, Partial<LoadedList>, string[]]>([
    [
      'adds the newest reports at the beginning',
      idsDown(22, 13),
      long,
      { next: 3, removed: 0 },
      idsDown(22, 3),
    ],
    [
      'counts a missing row as removed',
      [...idsDown(20, 18), ...idsDown(16, 10)],
      long,
      { next: 3, removed: 1 },
      [...idsDown(20, 18), ...idsDown(16, 1)],
    ],
    [
      'marks the list as stale if both lists have no common row',
      idsDown(40, 31),
      long,
      { isStale: true },
      idsDown(20, 1),
    ],
  ])('%s', (_, ids, list, facts, rows) => {
    const after = withNewest(list, { ...newestReports(...ids), ...fresh });
    expect(after).toMatchObject(facts);
    expect(idsOf(after)).toEqual(rows);
  });

  it('returns a complete newest list, ignores an older list, and keeps the rows of a search', () => {
    const all = { ...newestReports('3', '1'), ...fresh, total: 2, next: null };
    expect(withNewest(long, all)).toMatchObject({ reports: all.reports, next: null, total: 2 });
    expect(withNewest(long, { ...all, requestedAt: long.requestedAt - 1 })).toBe(long);
    const [row, ...rows] = firstRows(search, '3', '2').reports;
    const newestWithChange = {
      ...all,
      reports: [sampleReport('4'), sampleReport('3', { privacy: 0 })],
    };
    const after = withNewest(firstRows(search, '3', '2'), newestWithChange);
    expect(after.reports).toEqual([{ ...row, privacy: 0 }, ...rows]);
  });
});

describe('a list with further pages', () => {
  it('keeps all rows, and contains each repeated row once', () => {
    const list = { ...loadedList(newest, replyOf(...idsDown(20, 11))), removed: 3 };
    const longer = withNextPage(list, { ...replyOf(...idsDown(12, 3)), total: 20, next: 3 });
    expect(longer).toMatchObject({ total: 20, next: 3, removed: 0 });
    const after = withLaterOperations(longer, [creationOf('21', 1)]);
    expect([idsOf(after), after.next]).toEqual([idsDown(21, 3), 3]);
  });

  it.each<[number, string[], number]>([
    [0, [], 0],
    [0, ['99'], 0],
    [10, [], 1],
    [10, ['3'], 2],
  ])(
    'after %s removed rows, with deletions of %j in flight, repeats %s pages',
    (removed, ids, pages) => {
      const list = firstRows(newest, '3', '2');
      expect(pagesToRepeat(list, { ...list, removed }, ids)).toBe(pages);
    },
  );

  it('repeats a page if a row is missing from a newer list', () => {
    const list = firstRows(newest, '3', '2');
    expect(pagesToRepeat(list, firstRows(newest, '2', '1'), [])).toBe(1);
    expect(pagesToRepeat(list, firstRows(newest, '4', '3', '2'), [])).toBe(0);
  });

  it('inserts a missing row of a repeated page after its predecessor', () => {
    const list = loadedList(newest, replyOf('9', '8', '5', '4'));
    const repeated = [replyOf('8', '7', '6', '5')];
    expect(idsOf(withNextPage(list, replyOf('4', '1'), repeated))).toEqual([
      ...['9', '8', '7', '6', '5', '4', '1'],
    ]);
  });

  it('inserts a repeated page without known rows before the next page', () => {
    const list = loadedList(newest, replyOf('9', '8', '7'));
    const longer = withNextPage(list, replyOf('3', '2', '1'), [replyOf('6', '5', '4')]);
    expect(idsOf(longer)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  });
});
