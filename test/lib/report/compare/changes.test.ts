import { describe, expect, it } from 'vitest';
import { checkChanges, resultBefore, scoreDifference } from '@/lib/report/compare/changes';
import type { FailedCheck } from '@/lib/report/importance';
import { NO_MUTES } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import { verdictOf } from '@/lib/report/verdict';

const failedChecks = (...names: string[]): FailedCheck[] =>
  names.map((name) => ({ name, importance: 'high' }));
const names = (checks: readonly FailedCheck[] = []) => checks.map(({ name }) => name);
const changesOf = (before: FailedCheck[] | null, now: FailedCheck[] | null) =>
  checkChanges(
    verdictOf({ failedChecks: before }, NO_MUTES),
    verdictOf({ failedChecks: now }, NO_MUTES),
  );

function pastResultOf(day: number, score: number | null, reportId = '1'): PastResult {
  const generatedAt = `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
  return { reportId, result: 'good', score, generatedAt, failedChecks: [] };
}

describe('checkChanges', () => {
  it('compares the failed checks of two dates', () => {
    const before = failedChecks('title', 'robots', 'social');
    const changes = changesOf(before, failedChecks('sitemap', 'social', 'title'));
    expect(names(changes?.fixed)).toEqual(['robots']);
    expect(names(changes?.appeared)).toEqual(['sitemap']);
    expect(names(changes?.remaining)).toEqual(['social', 'title']);
  });

  it('keeps the current importance of a check that still fails', () => {
    const changes = changesOf(failedChecks('title'), [{ name: 'title', importance: 'low' }]);
    expect(changes?.remaining).toEqual([{ name: 'title', importance: 'low' }]);
  });

  it('is null if the failed checks of either date are unknown', () => {
    expect([changesOf(null, []), changesOf([], null)]).toEqual([null, null]);
  });
});

describe('resultBefore', () => {
  const all = [
    pastResultOf(1, 40),
    pastResultOf(5, 50, '2'),
    pastResultOf(9, 62),
    pastResultOf(20, 74),
  ];
  const resultBeforeDate = (generatedAt: string | null, result: 'good' | null = 'good') =>
    resultBefore({ result, generatedAt }, all);

  it.each([
    ['is the newest earlier result', resultBeforeDate('2026-11-20T08:00:00.000Z'), all[2]],
    [
      'may come from another report of the page',
      resultBeforeDate('2026-11-09T08:00:00.000Z'),
      all[1],
    ],
    ['does not exist for the first result', resultBeforeDate('2026-11-01T08:00:00.000Z'), null],
    ['does not exist for a report without a date', resultBeforeDate(null), null],
    [
      'does not exist for a report without a result',
      resultBeforeDate('2026-11-20T08:00:00.000Z', null),
      null,
    ],
  ])('%s', (_, before, expected) => expect(before).toEqual(expected));
});

it.each([
  ['is positive after a rise', 74, pastResultOf(1, 62), 12],
  ['is negative after a fall', 58, pastResultOf(1, 62), -4],
  ['is null without a current score', null, pastResultOf(1, 62), null],
  ['is null if the earlier result has no score', 74, pastResultOf(1, null), null],
  ['is null without an earlier result', 74, null, null],
])('scoreDifference %s', (_, score, before, difference) =>
  expect(scoreDifference({ score }, before)).toBe(difference),
);
