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
    'is true for a later result of another report',
    OCTOBER,
    [result('1', OCTOBER), result('2', NOVEMBER)],
    true,
  ],
  ['is false for an earlier result of another report', NOVEMBER, [result('2', OCTOBER)], false],
  ['is false for a result of the same time', NOVEMBER, [result('2', NOVEMBER)], false],
  ['is false for a later result of the report itself', OCTOBER, [result('1', NOVEMBER)], false],
  ['is false if the report has no result', null, [result('2', NOVEMBER)], false],
  ['is false without results', OCTOBER, [], false],
])('isSuperseded %s', (_, generatedAt, results, expected) => {
  expect(isSuperseded({ id: '1', generatedAt }, results)).toBe(expected);
});
