import { expect, it } from 'vitest';
import { checkEffect, scoreEffect, type Update } from '@/lib/report/compare/update-effect';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { ratingOf } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../../support/sample-report';

const [THEN, NOW] = ['2026-11-20T08:00:00.000Z', '2026-11-26T08:00:00.000Z'];

/** Returns a report with a score and failed checks: `-` for none, `?` for unknown checks. */
function resultAt(generatedAt: string | null, score: number | null, failed: string): Report {
  const names = failed === '-' ? [] : failed.split(' ');
  return sampleReport('1', {
    generatedAt,
    score,
    result: score === null ? null : ratingOf(score),
    failedChecks: failed === '?' ? null : names.map((name) => ({ name, importance: 'high' })),
  });
}

type Result = [score: number | null, failed: string];

/** Returns a report before and after an update. Without `after`, the update brings no new result. */
function update([score, failed]: Result, after?: Result): Update {
  const before = resultAt(THEN, score, failed);
  return { before, after: after ? resultAt(NOW, ...after) : before };
}

it('checkEffect counts the outcomes of one check on several pages', () => {
  const updates = [
    ...Array.from({ length: 9 }, () => update([50, 'title'], [60, '-'])),
    ...Array.from({ length: 4 }, () => update([50, 'title robots'], [50, 'title'])),
  ];
  expect(checkEffect(updates, 'title', () => NO_MUTES)).toEqual({
    fixed: 9,
    remaining: 4,
    appeared: 0,
    passed: 0,
    muted: 0,
  });
  expect(checkEffect(updates, 'robots', () => NO_MUTES)).toEqual({
    fixed: 4,
    remaining: 0,
    appeared: 0,
    passed: 9,
    muted: 0,
  });
});

it.each<[string, Update, keyof ReturnType<typeof checkEffect> | null]>([
  [
    'is counted as appeared if the check fails only now',
    update([80, 'robots'], [70, 'robots title']),
    'appeared',
  ],
  [
    'is counted as passed if the check passed before and passes now',
    update([80, '-'], [80, '-']),
    'passed',
  ],
  ['is not counted without a new result', update([50, 'title']), null],
  ['is not counted if its checks were unknown before', update([50, '?'], [60, 'title']), null],
  ['is not counted if its checks are unknown now', update([50, 'title'], [60, '?']), null],
  ['is not counted after its removal', { ...update([50, 'title']), after: undefined }, null],
  [
    'is not counted while it awaits its new result',
    { ...update([50, 'title']), after: resultAt(null, null, '?') },
    null,
  ],
])('a report %s', (_, one, kind) => {
  const none = { fixed: 0, remaining: 0, appeared: 0, passed: 0, muted: 0 };
  expect(checkEffect([one], 'title', () => NO_MUTES)).toEqual(
    kind === null ? none : { ...none, [kind]: 1 },
  );
});

it('checkEffect counts reports on which the check is muted before or after the update', () => {
  const muted: PageMute = {
    id: 'm',
    check: 'title',
    at: THEN,
    note: '',
    errors: null,
    host: null,
  };
  const updates = [
    update([50, 'title'], [60, '-']),
    update([50, '-'], [60, 'title']),
    update([50, '-'], [60, '-']),
    update([50, 'title']),
  ];
  expect(checkEffect(updates, 'title', () => [muted])).toEqual({
    fixed: 0,
    remaining: 0,
    appeared: 0,
    passed: 1,
    muted: 2,
  });
});

it('scoreEffect counts higher, lower and equal scores, and compares ratings without scores', () => {
  const ratedReport = (result: Report['result'], generatedAt: string) =>
    sampleReport('1', { result, score: null, generatedAt });
  const updates: Update[] = [
    update([50, '-'], [51, '-']),
    update([50, '-'], [49, '-']),
    update([50, '-'], [30, '-']),
    update([50, '-'], [50, 'title']),
    update([50, '-']),
    update([null, '-'], [50, '-']),
    { before: ratedReport('bad', THEN), after: ratedReport('decent', NOW) },
    { before: ratedReport('good', THEN), after: ratedReport('decent', NOW) },
    { before: ratedReport('good', THEN), after: ratedReport('good', NOW) },
  ];
  expect(scoreEffect(updates)).toEqual({ up: 2, down: 3, same: 2 });
});
