import { expect, it } from 'vitest';
import { isSuperseded, type PastResult } from '@/lib/report/past-result';

const [OCTOBER, NOVEMBER] = ['2026-10-26T09:00:00.000Z', '2026-11-02T12:00:00.000Z'];

const result = (reportId: string, generatedAt: string): PastResult => ({
  reportId,
  generatedAt,
  result: 'good',
  score: 87,
  failedChecks: null,
});

it.each<[string, string | null, PastResult[], boolean]>([
  [
    'a later result of another report',
    OCTOBER,
    [result('1', OCTOBER), result('2', NOVEMBER)],
    true,
  ],
  ['an earlier result of another report', NOVEMBER, [result('2', OCTOBER)], false],
  ['a result of the same moment', NOVEMBER, [result('2', NOVEMBER)], false],
  ['a later result of the report itself', OCTOBER, [result('1', NOVEMBER)], false],
  ['other results, if the report has none', null, [result('2', NOVEMBER)], false],
  ['none', OCTOBER, [], false],
])('isSuperseded is correct with %s', (_, generatedAt, results, isIt) => {
  expect(isSuperseded({ id: '1', generatedAt }, results)).toBe(isIt);
});
