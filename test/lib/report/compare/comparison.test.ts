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
const whole = (...checks: Check[]) => ({
  checks,
  failed: checks.flatMap(({ name, isPassed }): FailedCheck[] =>
    isPassed ? [] : [{ name, importance: 'low' }],
  ),
});
const kept = (...names: string[]) => ({
  checks: null,
  failed: names.map((name): FailedCheck => ({ name, importance: 'high' })),
});
const marks = (checks: readonly ComparedCheck[]) =>
  checks.map(({ name, left, right }) => `${name} ${left.mark} ${right.mark}`);

describe('two reports', () => {
  it('are compared check by check', () => {
    const left = whole(
      ...[check('title', false), check('robots', false), check('social', true)],
      ...[check('sitemap', true), check('only_left', false)],
    );
    const right = whole(
      ...[check('title', false), check('robots', true), check('social', false)],
      ...[check('sitemap', true), check('only_right', true)],
    );
    const comparison = compareResults(left, right);
    expect(marks(comparison.both)).toEqual(['title failed failed']);
    expect(marks(comparison.onlyLeft)).toEqual([
      'robots failed passed',
      'only_left failed unknown',
    ]);
    expect(marks(comparison.onlyRight)).toEqual(['social passed failed']);
    expect(marks(comparison.neither)).toEqual([
      'sitemap passed passed',
      'only_right unknown passed',
    ]);
    expect(comparison.both[0]?.right.check).toBe(right.checks[0]);
  });

  it('without a result on either side have no check passed on both', () => {
    const comparison = compareResults(whole(check('title', false), check('robots', true)), whole());
    expect(marks(comparison.onlyLeft)).toEqual(['title failed unknown']);
    expect(comparison.neither).toEqual([]);
  });

  it('show important checks first, and checks of unknown importance last', () => {
    const side = whole(
      ...[check('a', false, 'low'), check('b', false, 'vital'), check('c', false, null)],
      ...[check('d', false, 'high'), check('e', false, 'medium')],
    );
    const { both } = compareResults(side, side);
    expect(both.map(({ name }) => name)).toEqual(['d', 'e', 'a', 'b', 'c']);
  });
});

describe('past results with only their failed checks', () => {
  it('are compared by their failed checks', () => {
    const { neither, ...failing } = compareResults(
      kept('title', 'robots'),
      kept('title', 'social'),
    );
    expect(Object.entries(failing).map(([group, checks]) => [group, ...marks(checks)])).toEqual([
      ['onlyRight', 'social passed failed'],
      ['onlyLeft', 'robots failed passed'],
      ['both', 'title failed failed'],
    ]);
    expect(neither).toEqual([]);
  });

  it('are compared with a whole report', () => {
    const left = whole(check('title', false), check('social', true), check('sitemap', true));
    const comparison = compareResults(left, kept('title', 'social'));
    expect(marks(comparison.both)).toEqual(['title failed failed']);
    expect(marks(comparison.onlyRight)).toEqual(['social passed failed']);
    expect(marks(comparison.neither)).toEqual(['sitemap passed passed']);
    expect(comparison.onlyRight[0]?.right.check).toBeNull();
    expect(compareResults(whole(), kept('title')).neither).toEqual([]);
  });
});
