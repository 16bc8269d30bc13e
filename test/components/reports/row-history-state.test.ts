import { expect, it } from 'vitest';
import { createRowHistory } from '@/components/reports/row-history-state';
import type { PastResult } from '@/lib/report/past-result';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from '../../support/sample-report';

const past = (score: number, day: number): PastResult => ({
  ...{ reportId: '1', result: 'good', score, failedChecks: null },
  generatedAt: `2026-10-0${day}T10:00:00.000Z`,
});

it('a row tells how the score changed since the result before, if there is any', () => {
  const report = sampleReport('1', { score: 74 });
  const results = [past(62, 1), past(70, 2)];
  const { page } = referTo(report);
  const history = createRowHistory({
    historyOf: (asked) => (asked === page ? { reports: [report], results } : undefined),
  });
  expect([history.differenceOf(report), history.of(report)]).toEqual([4, results]);
  const other = sampleReport('3', { url: 'https://other.example/', score: 74 });
  expect([history.differenceOf(other), history.of(other)]).toEqual([null, []]);
});
