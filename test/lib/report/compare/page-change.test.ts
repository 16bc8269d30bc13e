import { describe, expect, it } from 'vitest';
import {
  baseOf,
  baseOfReport,
  failingSince,
  type PageSince,
  pageChange,
  pageSince,
  trendOf,
} from '@/lib/report/compare/page-change';
import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import { ratingOf } from '@/lib/report/rating';
import { sampleReport } from '@/test/support/sample-report';

/** Thursday afternoon, in local time. */
const NOW = new Date(2026, 10, 26, 15, 30);

const IMPORTANCES = { N: 'high', T: 'high', L: 'medium', S: 'low' } as const;

/** Returns failed checks by letter: N and T are of high importance, L of medium, S of low. */
const checks = (letters: string): FailedCheck[] =>
  [...letters].map((name) => ({ name, importance: IMPORTANCES[name as 'N'] }));

const at = (month: number, day: number, hour = 9) =>
  new Date(2026, month - 1, day, hour).toISOString();

type Row = [month: number, day: number, score: number | null, failed: string | null, hour?: number];

/** Returns the results of a page, oldest first, and the newest report. */
function historyOf(rows: readonly Row[]) {
  const results = rows.map(
    ([month, day, score, failed, hour], id): PastResult => ({
      reportId: String(id),
      result: ratingOf(score ?? 60),
      score,
      generatedAt: at(month, day, hour),
      failedChecks: failed === null ? null : checks(failed),
    }),
  );
  const { reportId, ...newest } = results.at(-1) as PastResult;
  return { results, report: sampleReport(reportId, newest) };
}

/** The results of a page, and the expected changes: since the previous result, 7 days ago and 30 days ago. */
const HISTORIES: [name: string, rows: Row[], before: string, week: string, month: string][] = [
  ['one result, today', [[11, 26, 60, 'N']], 'first', 'first', 'first'],
  ['one result, long ago', [[9, 1, 60, 'N']], 'first', 'notChecked Sep 1', 'notChecked Sep 1'],
  [
    'a problem that appeared within the week, before two further results',
    [
      [11, 16, 78, 'T'],
      [11, 23, 68, 'N'],
      [11, 26, 68, 'N', 8],
      [11, 26, 68, 'N', 11],
    ],
    'same 0 + - Nov 26',
    'worse -10 +N -T Nov 16',
    'worse -10 +N -T Nov 16',
  ],
  [
    'a problem that appeared and was fixed within the week',
    [
      [11, 16, 68, 'S'],
      [11, 23, 60, 'NS'],
      [11, 26, 68, 'S'],
    ],
    'better 8 + -N Nov 23',
    'same 0 + - Nov 16',
    'same 0 + - Nov 16',
  ],
  [
    'several reports',
    [
      [10, 20, 70, 'TS'],
      [11, 12, 64, 'TL'],
      [11, 19, 59, 'TL'],
      [11, 26, 44, 'NTL'],
    ],
    'worse -15 +N - Nov 19',
    'worse -15 +N - Nov 19',
    'worse -26 +NL -S Oct 20',
  ],
  [
    'a result on the very day of the base, late in the evening',
    [
      [11, 18, 50, ''],
      [11, 19, 60, 'S', 23],
      [11, 26, 60, 'S'],
    ],
    'same 0 + - Nov 19',
    'same 0 + - Nov 19',
    'better 10 +S - Nov 18',
  ],
  [
    'a result in the first hour of the day after the base',
    [
      [11, 18, 50, ''],
      [11, 20, 90, 'S', 0],
      [11, 26, 60, 'S'],
    ],
    'worse -30 + - Nov 20',
    'better 10 +S - Nov 18',
    'better 10 +S - Nov 18',
  ],
  [
    'no result later than the base of a week',
    [
      [10, 10, 40, 'NT'],
      [11, 17, 55, 'N'],
    ],
    'better 15 + -T Oct 10',
    'notChecked Nov 17',
    'better 15 + -T Oct 10',
  ],
  [
    'a higher score with a new check of high importance',
    [
      [11, 19, 50, 'LS'],
      [11, 26, 66, 'N'],
    ],
    'worse 16 +N -LS Nov 19',
    'worse 16 +N -LS Nov 19',
    'worse 16 +N -LS Nov 19',
  ],
  [
    'the same score with new checks of less importance',
    [
      [11, 19, 60, ''],
      [11, 26, 60, 'LS'],
    ],
    'same 0 +LS - Nov 19',
    'same 0 +LS - Nov 19',
    'same 0 +LS - Nov 19',
  ],
  [
    'a base whose failed checks are unknown',
    [
      [11, 19, 50, null],
      [11, 26, 66, 'N'],
    ],
    'better 16 ? Nov 19',
    'better 16 ? Nov 19',
    'better 16 ? Nov 19',
  ],
  [
    'a rating without a score',
    [
      [11, 19, 85, ''],
      [11, 26, null, ''],
    ],
    'worse null + - Nov 19',
    'worse null + - Nov 19',
    'worse null + - Nov 19',
  ],
  [
    'two results of one day',
    [
      [11, 26, 70, 'S', 8],
      [11, 26, 60, 'S', 11],
    ],
    'worse -10 + - Nov 26',
    'worse -10 + - Nov 26',
    'worse -10 + - Nov 26',
  ],
];

describe('pageChange', () => {
  const letters = (all: readonly FailedCheck[]) => all.map(({ name }) => name).join('');
  const day = (iso: string) =>
    new Date(iso).toLocaleDateString('en', { month: 'short', day: 'numeric' });

  function changeText(rows: Row[], since: PageSince): string {
    const { report, results } = historyOf(rows);
    const change = pageChange(report, trendOf(report, results, since, NOW));
    if (change.kind === 'notChecked') return `notChecked ${day(change.base.generatedAt)}`;
    if (!('checks' in change)) return change.kind;
    const { kind, difference, checks: changed, base } = change;
    const checksText = changed ? `+${letters(changed.appeared)} -${letters(changed.fixed)}` : '?';
    return `${kind} ${difference} ${checksText} ${day(base.generatedAt)}`;
  }

  it.each(HISTORIES)(
    'compares with the last result, a week and a month: %s',
    (_, rows, before, week, month) => {
      expect([
        changeText(rows, 'before'),
        changeText(rows, 'week'),
        changeText(rows, 'month'),
      ]).toEqual([before, week, month]);
    },
  );

  it.each<[PageSince, string]>([
    ['2026-11-25', 'worse -4 +S - Nov 23'],
    ['2026-11-23', 'worse -4 +S - Nov 23'],
    ['2026-11-22', 'worse -14 +S - Nov 12'],
    ['2026-11-12', 'worse -14 +S - Nov 12'],
    // The first result is later.
    ['2026-11-11', 'worse -14 +S - Nov 12'],
    ['2025-11-12', 'worse -14 +S - Nov 12'],
    ['2026-11-26', 'notChecked Nov 26'],
    ['noSummary', 'noSummary'],
  ])('compares with the last result up to the end of the day of a summary: %s', (since, change) => {
    const rows: Row[] = [
      [11, 12, 70, ''],
      // The last minutes of the day count.
      [11, 23, 60, '', 23],
      [11, 26, 56, 'S'],
    ];
    expect(changeText(rows, since)).toBe(change);
  });

  it('is unrated for a report without a result', () => {
    const { results } = historyOf([[11, 1, 50, '']]);
    const awaited = sampleReport('9', { result: null, generatedAt: null });
    expect(baseOf(awaited, results, 'week', NOW)).toBeNull();
    expect(pageChange(awaited, trendOf(awaited, results, 'before', NOW))).toEqual({
      kind: 'unrated',
    });
  });
});

describe('trendOf', () => {
  it.each<[PageSince, 'earlierResult' | 'summary' | undefined]>([
    ['week', undefined],
    ['2026-11-16', undefined],
    ['2026-11-15', 'earlierResult'],
    ['month', 'earlierResult'],
    ['before', undefined],
    ['noSummary', 'summary'],
  ])('names the missing base since %s: %s', (since, missing) => {
    const { report, results } = historyOf([
      [11, 16, 70, ''],
      [11, 26, 60, ''],
    ]);
    expect(trendOf(report, results, since, NOW).missing).toBe(missing);
  });

  it('does not call the base of a first result missing', () => {
    const { report, results } = historyOf([[11, 26, 60, '']]);
    expect(trendOf(report, results, 'week', NOW)).toMatchObject({ base: null, missing: undefined });
  });
});

it('pageSince is the day of the last summary, if the summary is the base', () => {
  expect(pageSince('summary', '2026-11-03')).toBe('2026-11-03');
  expect(pageSince('summary', null)).toBe('noSummary');
  expect(pageSince('week', '2026-11-03')).toBe('week');
});

describe('baseOfReport', () => {
  it.each<[name: string, rows: Row[], base: string | null]>([
    [
      'is the base of the page',
      [
        [11, 16, 78, ''],
        [11, 23, 68, ''],
        [11, 26, 68, ''],
      ],
      at(11, 16),
    ],
    [
      'is the previous result if the page has no result up to the base day',
      [
        [11, 23, 68, ''],
        [11, 26, 68, ''],
      ],
      at(11, 23),
    ],
    [
      'is the previous result if no result is newer than the base',
      [
        [11, 2, 68, ''],
        [11, 9, 68, ''],
      ],
      at(11, 2),
    ],
    ['is null without an earlier result', [[11, 9, 68, '']], null],
  ])('%s', (_, rows, base) => {
    const { report, results } = historyOf(rows);
    expect(baseOfReport(report, results, 'week', NOW)?.generatedAt ?? null).toBe(base);
  });

  it('is the previous result if the client has no summary', () => {
    const { report, results } = historyOf([
      [11, 16, 78, ''],
      [11, 23, 68, ''],
      [11, 26, 68, ''],
    ]);
    expect(baseOfReport(report, results, 'noSummary', NOW)?.generatedAt).toBe(at(11, 23));
    expect(baseOfReport(report, results, '2026-11-20', NOW)?.generatedAt).toBe(at(11, 16));
  });
});

describe('failingSince', () => {
  type Dates = [passedAt: string | null, at: string, isAgain: boolean];
  it.each<[name: string, failed: (string | null)[], dates: Dates | null]>([
    ['begins with the newest result', ['S', '', 'N'], [at(11, 2), at(11, 3), false]],
    [
      'begins with the earlier of two failing results',
      ['', 'N', 'N'],
      [at(11, 1), at(11, 2), false],
    ],
    ['has no earlier pass if all results fail', ['N', 'NS', 'N'], [null, at(11, 1), false]],
    ['begins again after a pass', ['N', '', 'N'], [at(11, 2), at(11, 3), true]],
    [
      'ignores a result without checks after a pass',
      ['', null, 'N'],
      [at(11, 1), at(11, 3), false],
    ],
    [
      'ignores a result without checks between failures',
      ['N', null, 'N'],
      [null, at(11, 1), false],
    ],
    [
      'begins again after a pass and a result without checks',
      ['N', '', null, 'N'],
      [at(11, 2), at(11, 4), true],
    ],
    ['is null if the check passes', ['N', 'N', ''], null],
  ])('%s', (_, failed, dates) => {
    const { results } = historyOf(
      failed.map((letters, index): Row => [11, index + 1, 50, letters]),
    );
    const [passedAt, since, isAgain] = dates ?? [];
    expect(failingSince(results, 'N')).toEqual(dates && { passedAt, at: since, isAgain });
  });
});

describe('trendOf', () => {
  it('dates the failures of an older report up to its own result', () => {
    const rows = ['', 'N', ''].map((letters, index): Row => [11, index + 19, 50, letters]);
    const { results } = historyOf(rows);
    const older = { generatedAt: at(11, 20) };
    expect(trendOf(older, results, 'week', NOW).failingSince).toEqual([
      { name: 'N', at: at(11, 20), passedAt: at(11, 19), isAgain: false },
    ]);
  });

  it.each<[name: string, day: number, failing: string[]]>([
    // The result of November 22 has no rating, and is not stored.
    ['ignores a result without checks before a result that is not stored', 22, ['N']],
    ['is empty for a result without checks', 21, []],
  ])('%s', (_, day, failing) => {
    const rows = ['', 'N', null].map((letters, index): Row => [11, index + 19, 50, letters]);
    const { results } = historyOf(rows);
    const { failingSince: found } = trendOf({ generatedAt: at(11, day) }, results, 'week', NOW);
    expect(found).toEqual(
      failing.map((name) => ({ name, at: at(11, 20), passedAt: at(11, 19), isAgain: false })),
    );
  });
});

describe('fixedBetween', () => {
  type Found = [check: string, foundAt: string, fixedAt: string];
  // The base is the result of the first day.
  it.each<[name: string, failed: (string | null)[], found: Found[]]>([
    ['a check that was found and fixed', ['', 'N', 'N', ''], [['N', at(11, 20), at(11, 22)]]],
    [
      'a check that was found and fixed twice',
      ['', 'N', '', 'N', ''],
      [['N', at(11, 22), at(11, 23)]],
    ],
    ['a check that failed in the base', ['N', '', 'N', ''], []],
    ['a check that fails now', ['', 'N', '', 'N'], []],
    [
      'a check with an unknown result between',
      ['', 'N', null, ''],
      [['N', at(11, 20), at(11, 22)]],
    ],
    ['an unknown base', [null, 'N', ''], []],
    [
      'two checks',
      ['', 'NT', 'T', ''],
      [
        ['N', at(11, 20), at(11, 21)],
        ['T', at(11, 20), at(11, 22)],
      ],
    ],
  ])(
    'contains only checks that passed in the base, failed later and pass now: %s',
    (_, failed, found) => {
      const { results, report } = historyOf(
        failed.map((letters, index): Row => [11, index + 19, 50, letters]),
      );
      const { fixedBetween } = trendOf(report, results, 'week', NOW);
      expect(fixedBetween.map((one) => [one.name, one.foundAt, one.fixedAt])).toEqual(found);
    },
  );

  it('is empty if the base is the previous result', () => {
    const rows = ['', 'N', ''].map((letters, index): Row => [11, index + 19, 50, letters]);
    const { results, report } = historyOf(rows);
    expect(trendOf(report, results, 'before', NOW).fixedBetween).toEqual([]);
  });
});

describe('fixedSinceBase', () => {
  type Found = [check: string, foundAt: string, mayBeOlder: boolean, fixedAt: string];
  // The base is the result of November 19.
  it.each<[name: string, first: number, failed: (string | null)[], found: Found[]]>([
    [
      'fails from the first result to the base',
      18,
      ['N', 'N', ''],
      [['N', at(11, 18), true, at(11, 20)]],
    ],
    ['passed before', 17, ['', 'N', 'N', 'N', ''], [['N', at(11, 18), false, at(11, 21)]]],
    ['fails again after the base', 19, ['N', '', 'N', ''], [['N', at(11, 21), false, at(11, 22)]]],
    ['is unknown once', 17, [null, 'N', 'N', null, ''], [['N', at(11, 18), true, at(11, 21)]]],
    ['passes in the base', 18, ['N', '', 'N', ''], []],
    ['fails now', 18, ['', 'N', 'N'], []],
  ])('has the dates of a check that %s', (_, first, failed, found) => {
    const { results, report } = historyOf(
      failed.map((letters, index): Row => [11, index + first, 50, letters]),
    );
    const { fixedSinceBase = [] } = trendOf(report, results, 'week', NOW);
    expect(
      fixedSinceBase.map((one) => [one.name, one.foundAt, one.mayBeOlder, one.fixedAt]),
    ).toEqual(found);
  });
});
