import { describe, expect, it } from 'vitest';
import { checkChanges, resultBefore, scoreDifference } from '@/lib/report/compare/changes';
import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';

const failed = (...names: string[]): FailedCheck[] =>
  names.map((name) => ({ name, importance: 'high' }));
const names = (checks: readonly FailedCheck[]) => checks.map(({ name }) => name);

function past(day: number, score: number | null, reportId = '1'): PastResult {
  const generatedAt = `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
  return { reportId, result: 'good', score, generatedAt, failedChecks: [] };
}

describe('checkChanges', () => {
  it('compares the failed checks of two dates', () => {
    const before = failed('title', 'robots', 'social');
    const changes = checkChanges(before, failed('sitemap', 'social', 'title'));
    expect(names(changes.fixed)).toEqual(['robots']);
    expect(names(changes.appeared)).toEqual(['sitemap']);
    expect(names(changes.remaining)).toEqual(['social', 'title']);
  });

  it('keeps the current importance of a check that still fails', () => {
    const { remaining } = checkChanges(failed('title'), [{ name: 'title', importance: 'low' }]);
    expect(remaining).toEqual([{ name: 'title', importance: 'low' }]);
  });
});

describe('resultBefore', () => {
  const all = [past(1, 40), past(5, 50, '2'), past(9, 62), past(20, 74)];
  const at = (generatedAt: string | null, result: 'good' | null = 'good') =>
    resultBefore({ result, generatedAt }, all);

  it.each([
    ['is the newest earlier one', at('2026-11-20T08:00:00.000Z'), all[2]],
    ['may come from another report of the page', at('2026-11-09T08:00:00.000Z'), all[1]],
    ['does not exist for the first result', at('2026-11-01T08:00:00.000Z'), null],
    ['does not exist for a report without a date', at(null), null],
    ['does not exist for a report without a result', at('2026-11-20T08:00:00.000Z', null), null],
  ])('%s', (_, before, expected) => expect(before).toEqual(expected));
});

it.each([
  ['a rise', 74, past(1, 62), 12],
  ['a fall', 58, past(1, 62), -4],
  ['no score now', null, past(1, 62), null],
  ['no score then', 74, past(1, null), null],
  ['nothing before', 74, null, null],
])('scoreDifference is correct for %s', (_, score, before, difference) =>
  expect(scoreDifference({ score }, before)).toBe(difference),
);
