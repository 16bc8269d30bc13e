import { describe, expect, it } from 'vitest';
import type { NewestReports } from '@/lib/front/front';
import {
  answers,
  caughtUp,
  caughtUpNewest,
  type HeldList,
  heldList,
  withFurtherPage,
  withNewest,
} from '@/lib/front/held-list';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { newestReports, replyOf } from '../../support/sample-list';
import {
  changedOutcome,
  deletedOutcome,
  madeOutcome,
  outcomesOf,
} from '../../support/sample-outcome';
import { sampleReport } from '../../support/sample-report';

function held(ids: readonly string[], fields: Partial<HeldList> = {}): HeldList {
  const { query = RECENT_REPORTS_QUERY, ...others } = fields;
  return { ...heldList(query, { ...replyOf(...ids), ...others }), ...others };
}

const ids = (list: HeldList | null) => list?.reports.map(({ id }) => id).join(' ') ?? null;

const bad: ReportQuery = { ...RECENT_REPORTS_QUERY, result: 'bad' };
const byUrl: ReportQuery = { ...RECENT_REPORTS_QUERY, sortBy: 'url' };
const ten = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];

describe('rows that a page holds, with what has ended since they were asked for', () => {
  it.each<[string, Partial<HeldList>, Omit<TaskOutcome, 'number'>[], string, number]>([
    ['a report that was made comes first', {}, [madeOutcome('4')], '4 3 2 1', 4],
    ['a report that is in the reply already counts once', {}, [madeOutcome('3')], '3 2 1', 3],
    ['a report that does not match stays out', { query: bad }, [madeOutcome('4')], '3 2 1', 3],
    [
      'a report that matches comes first',
      { query: bad },
      [madeOutcome('4', { result: 'bad' })],
      '4 3 2 1',
      4,
    ],
    ['in another order, the service places it', { query: byUrl }, [madeOutcome('4')], '3 2 1', 4],
    ['a deleted report leaves', {}, [deletedOutcome('2')], '3 1', 2],
    ['an undone deletion changes nothing', {}, [deletedOutcome('2', 'cancelled')], '3 2 1', 3],
    ['a deleted report that is not in the reply counts not', {}, [deletedOutcome('9')], '3 2 1', 3],
    [
      'a report that turned out to be gone leaves',
      {},
      [{ ...changedOutcome('2', null), standing: { name: 'gone' } }],
      '3 1',
      2,
    ],
    ['made and deleted since', {}, [madeOutcome('4'), deletedOutcome('4')], '3 2 1', 3],
    [
      'of two outcomes, only the one after the question is applied',
      { after: 1 },
      [deletedOutcome('2'), deletedOutcome('1')],
      '3 2',
      2,
    ],
    [
      'without a count there is none',
      { total: null as never },
      [madeOutcome('4')],
      '4 3 2 1',
      null as never,
    ],
  ])('%s', (_, fields, outcomes, shown, total) => {
    const list = caughtUp(held(['3', '2', '1'], fields), outcomesOf(...outcomes));
    expect([ids(list), list?.total]).toEqual([shown, total]);
  });

  it('a changed report is as it is since, and stays as it was where that is not known', () => {
    const outcomes = outcomesOf(changedOutcome('3', { privacy: 0 }), changedOutcome('2', null));
    const list = caughtUp(held(['3', '2', '1']), outcomes);
    expect(list?.reports.map(({ privacy }) => privacy)).toEqual([0, 1, 1]);
  });

  it('each is applied once: a list that has caught up is the same list', () => {
    const outcomes = outcomesOf(madeOutcome('4'));
    const list = caughtUp(held(['3']), outcomes);
    expect(list && caughtUp(list, outcomes)).toBe(list);
  });

  it('no more rows are kept than were asked for, and none that a result has come for is put first again', () => {
    const outcomes = outcomesOf(madeOutcome('11'), { ...madeOutcome('5'), isRenewed: true });
    expect(ids(caughtUp(held(ten), outcomes))).toBe('11 10 9 8 7 6 5 4 3 2');
    const renewed = outcomesOf({ ...madeOutcome('5'), isRenewed: true });
    expect(ids(caughtUp(held(['12']), renewed))).toBe('12');
  });

  it.each([
    ['of fifty-one single ones the first is missing', 51, false, null],
    ['of fifty single ones none is missing', 50, false, 53],
    ['of fifty-one rows of a batch the first is missing', 51, true, null],
  ])('%s', (_, count, isRow, length) => {
    const made = Array.from({ length: count }, (_, at) => ({ ...madeOutcome(`1${at}`), isRow }));
    const list = caughtUp(held(['3', '2', '1'], { most: 100 }), outcomesOf(...made));
    expect(list?.reports.length ?? null).toBe(length);
  });
});

describe('rows that a page holds, with the newest reports as they were read since', () => {
  it.each<[string, string[], Partial<HeldList>, string[], Partial<NewestReports>, string | null]>([
    ['begin with them', ['3', '2', '1'], {}, ['4', '3'], { next: 2 }, '4 3 2 1'],
    ['lose what others have deleted', ['3', '2', '1'], {}, ['3', '1'], {}, '3 1'],
    [
      'keep what follows the last of them',
      ['5', '4', '3', '2'],
      { most: 4 },
      ['6', '5', '4'],
      { next: 2 },
      '6 5 4 3',
    ],
    ['are all of them where these are all there are', ['9', '8'], {}, ['2', '1'], {}, '2 1'],
    [
      'have to be read anew where the two do not meet',
      ten,
      { most: 100 },
      ['99'],
      { next: 2 },
      null,
    ],
  ])('%s', (_, rows, fields, newest, list, shown) => {
    const read = { ...newestReports(...newest), ...list };
    expect(ids(withNewest(held(rows, fields), read))).toBe(shown);
  });

  it('are not lost where the newest were stored before the last outcomes', () => {
    const newest = caughtUpNewest(newestReports('2', '1'), outcomesOf(madeOutcome('3')));
    expect(newest?.reports.map(({ id }) => id)).toEqual(['3', '2', '1']);
  });

  it('of another query are replaced alone', () => {
    const list = withNewest(held(['3', '1'], { query: bad }), {
      ...newestReports('4', '3'),
      reports: [sampleReport('4'), sampleReport('3', { privacy: 0 })],
    });
    expect(list?.reports).toEqual([sampleReport('3', { privacy: 0 }), sampleReport('1')]);
  });
});

it('a further page is appended, and what it repeats shows once', () => {
  const page = { ...replyOf('2', '1'), unreadable: 1, total: 5, next: 3 };
  const list = withFurtherPage(held(['3', '2'], { next: 2 }), page);
  expect([ids(list), list.unreadable, list.total, list.next]).toEqual(['3 2 1', 1, 5, 3]);
});

it('rows of further pages stay where a report is made', () => {
  const list = withFurtherPage(held(ten, { next: 2 }), { ...replyOf('a', 'b'), next: null });
  expect(ids(caughtUp(list, outcomesOf(madeOutcome('11'))))).toBe('11 10 9 8 7 6 5 4 3 2 1 a b');
});

it.each<[string, Partial<HeldList>, ReportQuery, boolean]>([
  ['the same query', { query: bad }, bad, true],
  ['another one', { query: bad }, RECENT_REPORTS_QUERY, false],
  ['fewer of the newest', { query: NEWEST_QUERY }, RECENT_REPORTS_QUERY, true],
  ['more of the newest', { next: 2 }, NEWEST_QUERY, false],
  ['more of the newest than there are', {}, NEWEST_QUERY, true],
])('a list has what is asked for, or not: %s', (_, fields, query, has) => {
  expect(answers(held(ten, fields), query)).toBe(has);
});
