import { describe, expect, it } from 'vitest';
import { MAX_RECENT, type RecentOperation } from '@/lib/jobs/job';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import {
  type LoadedList,
  loadedList,
  loadedNewest,
  merged,
  mergedOnDisk,
  pagesToRepeat,
  placed,
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
import { EARLIER, newestReports, replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const newest = RECENT_REPORTS_QUERY;
const OLD = '2020-01-01T00:00:00.000Z';
const search = { ...newest, search: 'host' };
/** Returns an end in milliseconds after the request of the list. */
const later = (time: number) => ({ endedAt: Date.parse(EARLIER) + time });
const created = (id: string, time: number, facts: Partial<RecentOperation> = {}) =>
  finishedCreation(`job-${id}`, sampleReport(id), { ...later(time), ...facts });
const deleted = (id: string, time: number) =>
  finishedEdit(`job-${id}`, deletion(sampleReport(id)), null, later(time));
/** Returns the ids from a number down to another number. */
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => String(from - at));
const idsOf = ({ reports }: Pick<LoadedList, 'reports'>) => reports.map(({ id }) => id);
/** Returns a list with the first rows of nine. */
const part = (query: ReportQuery, ...ids: string[]) =>
  loadedList(query, { ...replyOf(...ids), total: 9, next: 2 });

describe('merged', () => {
  const published = sampleReport('2', { privacy: 0 });
  const publishing = update({ privacy: 0 }, sampleReport('2'));
  const gone = recentOperation('g', { ...publishing, status: { name: 'gone' } }, null, later(1));
  const urls: ReportQuery = { ...newest, sortBy: 'url' };
  const same = { reports: part(newest, '3', '2', '1').reports, isStale: false, total: 9 };
  const { reports: kept } = part(newest, '3', '1');
  it.each<[string, ReportQuery, RecentOperation, Partial<LoadedList>]>([
    [
      'adds a new report at the beginning',
      newest,
      created('4', 1),
      { ...same, reports: [sampleReport('4'), ...same.reports], total: 10 },
    ],
    [
      'adds a report that was found late at its place',
      newest,
      { ...created('1', 1), report: sampleReport('1', { generatedAt: OLD }) },
      {
        reports: [...part(newest, '3', '2').reports, sampleReport('1', { generatedAt: OLD })],
      },
    ],
    ['keeps a listed report once', newest, created('3', 1), same],
    [
      'is stale if a creation has no report',
      newest,
      finishedCreation('c', null, later(1)),
      { isStale: true },
    ],
    [
      'is stale after a creation if the list is filtered',
      search,
      created('4', 1),
      { ...same, isStale: true },
    ],
    [
      'is stale after a creation if the list is not newest first',
      urls,
      created('4', 1),
      { ...same, isStale: true },
    ],
    [
      'notes batches whose reports have no place',
      search,
      created('4', 1, { isBatch: true }),
      { ...same, unplacedBatches: ['job-4'] },
    ],
    [
      'replaces a report by the report of the answer',
      search,
      finishedEdit('u', publishing, { ...published, result: 'bad' }, later(1)),
      { ...same, reports: kept.toSpliced(1, 0, { ...published, result: 'bad' }) },
    ],
    [
      'sets the new privacy if the answer has no report',
      search,
      finishedEdit('u', publishing, null, later(1)),
      { ...same, reports: kept.toSpliced(1, 0, published) },
    ],
    ['removes a deleted report', search, deleted('2', 1), { reports: kept, total: 8, removed: 1 }],
    ['removes a report that was gone', search, gone, { reports: kept, total: 8, removed: 1 }],
    ['counts a deleted report that was not loaded', newest, deleted('7', 1), { ...same, total: 8 }],
    ['keeps the total if it is unknown whether the report matches', search, deleted('7', 1), same],
  ])('%s', (_, query, operation, expected) => {
    const ids = operation.report?.generatedAt === OLD ? ['3', '2'] : ['3', '2', '1'];
    expect(merged(part(query, ...ids), [operation])).toMatchObject(expected);
  });

  it('applies each later operation once, and each deletion of a report once', () => {
    const list = part(newest, '3', '2', '1');
    const recent = [created('5', 0), created('4', 1), deleted('2', 2), deleted('2', 3)];
    const once = merged(list, recent);
    expect([idsOf(once), once.total, once.removed]).toEqual([['4', '3', '1'], 9, 1]);
    expect(merged(once, recent)).toBe(once);
    expect(merged(merged(list, recent.slice(0, 2)), recent)).toEqual(once);
  });

  it.each([true, false])('is stale if operations may be missing (of batches: %s)', (isBatch) => {
    const operations = (first: number) =>
      Array.from({ length: MAX_RECENT }, (_, at) => created('3', first + at, { isBatch }));
    expect(merged(part(newest, '3'), operations(0)).isStale).toBe(false);
    expect(merged(part(newest, '3'), operations(1)).isStale).toBe(true);
  });

  it('has a next page if new reports push rows off its end', () => {
    const list = merged(loadedList(newest, replyOf(...down(10, 1))), [created('11', 1)]);
    expect([idsOf(list), list.next]).toEqual([down(11, 2), 2]);
  });

  it('is stale when a batch ends whose reports have no place', () => {
    const list = { ...part(search, '3'), unplacedBatches: ['b', 'c'] };
    const lines = ['b', 'c'].map((id) => sampleLine(id, creation()));
    expect(placed(list, lines)).toBe(list);
    expect(placed(list, lines.slice(1))).toMatchObject({ isStale: true, unplacedBatches: ['c'] });
  });
});

describe('the newest list on disk', () => {
  const stored = { ...newestReports('3', '2', '1'), total: 9, next: 2 };
  const PRIVATE = { isPrivate: true };
  const changed = (
    id: string,
    privacy: 0 | 1,
    time: number,
    facts: Partial<RecentOperation> = {},
  ) => {
    const edit = update({ privacy }, sampleReport(id));
    const report = sampleReport(id, { privacy });
    return { ...finishedEdit(`job-${id}`, edit, report, later(time)), ...facts };
  };
  const rowsOf = ({ reports }: Pick<LoadedList, 'reports'>) =>
    reports.map(({ id, privacy }) => `${id} ${privacy}`);
  const [first = '', second = '', third = ''] = rowsOf(stored);

  it.each<[string, RecentOperation[], string[], number, string[], number]>([
    [
      'omits a private creation, which pages add after a later deletion',
      [created('4', 1, PRIVATE), deleted('3', 2)],
      [second, third],
      8,
      ['4 1', second, third],
      9,
    ],
    [
      'does not count the deletion of a privately created report',
      [created('4', 1, PRIVATE), deleted('4', 2)],
      [first, second, third],
      9,
      [first, second, third],
      9,
    ],
    [
      'omits a privately created report that was deleted, and pages do the same',
      [created('4', 1, PRIVATE), { ...deleted('4', 2), ...PRIVATE }, deleted('3', 3)],
      [second, third],
      8,
      [second, third],
      8,
    ],
    [
      'omits a private change, which pages add after a later deletion',
      [changed('2', 0, 1, PRIVATE), deleted('3', 2)],
      [second, third],
      8,
      ['2 0', third],
      8,
    ],
    [
      'contains a change after a private one, and pages show the later change',
      [changed('2', 0, 1, PRIVATE), changed('2', 1, 2)],
      [first, '2 1', third],
      9,
      [first, '2 1', third],
      9,
    ],
    [
      'loses the row of a new report that was privately changed and deleted',
      [created('4', 1), changed('4', 0, 2, PRIVATE), deleted('4', 3)],
      [first, second, third],
      9,
      [first, second, third],
      9,
    ],
    [
      'loses the row of a private deletion',
      [{ ...deleted('3', 1), ...PRIVATE }],
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

  it('loses the row of a privately created report that a later list has shown', () => {
    const recent = [created('3', 1, PRIVATE), { ...deleted('3', 2), ...PRIVATE }];
    expect(mergedOnDisk(stored, recent)).toMatchObject({ total: 8 });
    expect(idsOf(mergedOnDisk(stored, recent))).toEqual(['2', '1']);
  });
});

describe('withNewest', () => {
  const fresh = { requestedAt: Date.parse(EARLIER) + 1, total: 30, next: 2 };
  const long = { ...loadedList(newest, { ...replyOf(...down(20, 1)), total: 30, next: 3 }) };
  it.each<[string, string[], LoadedList, Partial<LoadedList>, string[]]>([
    [
      'adds the newest reports at the beginning',
      down(22, 13),
      long,
      { next: 3, removed: 0 },
      down(22, 3),
    ],
    [
      'counts a missing row as removed',
      [...down(20, 18), ...down(16, 10)],
      long,
      { next: 3, removed: 1 },
      [...down(20, 18), ...down(16, 1)],
    ],
    ['is stale if the lists do not overlap', down(40, 31), long, { isStale: true }, down(20, 1)],
  ])('%s', (_, ids, list, facts, rows) => {
    const after = withNewest(list, { ...newestReports(...ids), ...fresh });
    expect(after).toMatchObject(facts);
    expect(idsOf(after)).toEqual(rows);
  });

  it('returns a complete newest list, ignores an older one, and keeps the rows of a search', () => {
    const all = { ...newestReports('3', '1'), ...fresh, total: 2, next: null };
    expect(withNewest(long, all)).toMatchObject({ reports: all.reports, next: null, total: 2 });
    expect(withNewest(long, { ...all, requestedAt: long.requestedAt - 1 })).toBe(long);
    const [row, ...rows] = part(search, '3', '2').reports;
    const changed = { ...all, reports: [sampleReport('4'), sampleReport('3', { privacy: 0 })] };
    const after = withNewest(part(search, '3', '2'), changed);
    expect(after.reports).toEqual([{ ...row, privacy: 0 }, ...rows]);
  });
});

describe('a list with further pages', () => {
  it('keeps all rows, and contains repeated rows once', () => {
    const list = { ...loadedList(newest, replyOf(...down(20, 11))), removed: 3 };
    const longer = withNextPage(list, { ...replyOf(...down(12, 3)), total: 20, next: 3 });
    expect(longer).toMatchObject({ total: 20, next: 3, removed: 0 });
    const after = merged(longer, [created('21', 1)]);
    expect([idsOf(after), after.next]).toEqual([down(21, 3), 3]);
  });

  it.each<[number, string[], number]>([
    [0, [], 0],
    [0, ['99'], 0],
    [10, [], 1],
    [10, ['3'], 2],
  ])(
    'repeats the right number of pages: %s removed rows, %s in deletion, %s pages',
    (removed, ids, pages) => {
      const list = part(newest, '3', '2');
      expect(pagesToRepeat(list, { ...list, removed }, ids)).toBe(pages);
    },
  );

  it('repeats a page if a newer list has lost a row meanwhile', () => {
    const list = part(newest, '3', '2');
    expect(pagesToRepeat(list, part(newest, '2', '1'), [])).toBe(1);
    expect(pagesToRepeat(list, part(newest, '4', '3', '2'), [])).toBe(0);
  });

  it('inserts a missing row of a repeated page after its predecessor', () => {
    const list = loadedList(newest, replyOf('9', '8', '5', '4'));
    const repeated = [replyOf('8', '7', '6', '5')];
    expect(idsOf(withNextPage(list, replyOf('4', '1'), repeated))).toEqual([
      ...['9', '8', '7', '6', '5', '4', '1'],
    ]);
  });

  it('inserts an unknown repeated page before the next page', () => {
    const list = loadedList(newest, replyOf('9', '8', '7'));
    const longer = withNextPage(list, replyOf('3', '2', '1'), [replyOf('6', '5', '4')]);
    expect(idsOf(longer)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  });
});
