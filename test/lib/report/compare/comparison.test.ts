import { describe, expect, it } from 'vitest';
import { type ComparedCheck, compareResults } from '@/lib/report/compare/comparison';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';

const check = (name: string, isPassed: boolean, importance: string | null = 'low'): Check => ({
  name,
  isPassed,
  importance,
  value: null,
  reasons: [],
  details: [],
});
const resultWithChecks = (...checks: Check[]) => ({
  checks,
  failing: checks.flatMap(({ name, isPassed }): FailedCheck[] =>
    isPassed ? [] : [{ name, importance: 'low' }],
  ),
  muted: [],
});
const pastResultWith = (...names: string[]) => ({
  checks: null,
  failing: names.map((name): FailedCheck => ({ name, importance: 'high' })),
  muted: [],
});
const outcomes = (checks: readonly ComparedCheck[]) =>
  checks.map(({ name, left, right }) => `${name} ${left.outcome} ${right.outcome}`);

describe('a comparison of two reports', () => {
  it('compares check by check', () => {
    const left = resultWithChecks(
      ...[check('title', false), check('robots', false), check('social', true)],
      ...[check('sitemap', true), check('only_left', false)],
    );
    const right = resultWithChecks(
      ...[check('title', false), check('robots', true), check('social', false)],
      ...[check('sitemap', true), check('only_right', true)],
    );
    const comparison = compareResults(left, right);
    expect(outcomes(comparison.both)).toEqual(['title failed failed']);
    expect(outcomes(comparison.onlyLeft)).toEqual([
      'robots failed passed',
      'only_left failed unknown',
    ]);
    expect(outcomes(comparison.onlyRight)).toEqual(['social passed failed']);
    expect(outcomes(comparison.neither)).toEqual([
      'sitemap passed passed',
      'only_right unknown passed',
    ]);
    expect(comparison.both[0]?.right.check).toBe(right.checks[0]);
  });

  it('lists muted checks apart, unless the check fails on the other side', () => {
    const failedCheck = (name: string): FailedCheck => ({ name, importance: 'high' });
    const result = (muted: string[], failing: string[], passing: string[] = []) => ({
      checks: [
        ...[...muted, ...failing].map((name) => check(name, false)),
        ...passing.map((name) => check(name, true)),
      ],
      failing: failing.map(failedCheck),
      muted: muted.map(failedCheck),
    });
    const left = result(['a', 'b', 'c'], ['d'], ['e']);
    const right = result(['a', 'd', 'e'], ['c'], ['b']);
    const comparison = compareResults(left, right);
    expect(outcomes(comparison.muted)).toEqual([
      'a muted muted',
      'b muted passed',
      'e passed muted',
    ]);
    expect(outcomes(comparison.onlyRight)).toEqual(['c muted failed']);
    expect(outcomes(comparison.onlyLeft)).toEqual(['d failed muted']);
    expect([comparison.both, comparison.neither]).toEqual([[], []]);
    const stored = { ...left, checks: null };
    expect(outcomes(compareResults(stored, right).muted)).toEqual([
      'a muted muted',
      'b muted passed',
      'e passed muted',
    ]);
  });

  it('has no check in Passed on both if one side has no result', () => {
    const comparison = compareResults(
      resultWithChecks(check('title', false), check('robots', true)),
      resultWithChecks(),
    );
    expect(outcomes(comparison.onlyLeft)).toEqual(['title failed unknown']);
    expect(comparison.neither).toEqual([]);
  });

  it('lists important checks first, and checks of unknown importance last', () => {
    const side = resultWithChecks(
      ...[check('a', false, 'low'), check('b', false, 'vital'), check('c', false, null)],
      ...[check('d', false, 'high'), check('e', false, 'medium')],
    );
    const { both } = compareResults(side, side);
    expect(both.map(({ name }) => name)).toEqual(['d', 'e', 'a', 'b', 'c']);
  });
});

describe('a comparison with past results', () => {
  it('uses the failed checks of two past results', () => {
    const { neither, ...failing } = compareResults(
      pastResultWith('title', 'robots'),
      pastResultWith('title', 'social'),
    );
    expect(Object.entries(failing).map(([group, checks]) => [group, ...outcomes(checks)])).toEqual([
      ['onlyRight', 'social passed failed'],
      ['onlyLeft', 'robots failed passed'],
      ['both', 'title failed failed'],
      ['muted'],
    ]);
    expect(neither).toEqual([]);
  });

  it('uses the failed checks of a past result and all checks of a report', () => {
    const left = resultWithChecks(
      check('title', false),
      check('social', true),
      check('sitemap', true),
    );
    const comparison = compareResults(left, pastResultWith('title', 'social'));
    expect(outcomes(comparison.both)).toEqual(['title failed failed']);
    expect(outcomes(comparison.onlyRight)).toEqual(['social passed failed']);
    expect(outcomes(comparison.neither)).toEqual(['sitemap passed passed']);
    expect(comparison.onlyRight[0]?.right.check).toBeNull();
    expect(compareResults(resultWithChecks(), pastResultWith('title')).neither).toEqual([]);
  });
});
