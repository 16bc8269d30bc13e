import { describe, expect, it } from 'vitest';
import { resultRows } from '@/components/bulk/result-rows';
import type { BatchLine } from '@/lib/task/batch';
import type { BatchEntry } from '@/lib/task/batch-entries';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';

useMessageKeys({ filled: true });

const batch = { id: 'b', privacy: 1 } as BatchLine;
const failed: BatchEntry = {
  url: 'https://shop.example/',
  state: 'failed',
  report: null,
  failure: { code: 'refused', status: 409, message: 'Not now.' },
};

describe('why a result has no report', () => {
  it.each([
    ['refused: one line without marks of direction', failed, / service_says Not now\.$/],
    [
      'cancelled',
      { ...failed, state: 'cancelled' as const, failure: null },
      /^batch_state_cancelled$/,
    ],
  ])('%s', (_, entry, error) => {
    const [row] = resultRows(batch, new Map([[0, entry]]), new Map(), () => null);
    expect(row?.error).toMatch(error);
  });
});

it('a result tells its score and how many checks failed, where the service says so', () => {
  const scored = { score: 87, failed: { high: 2, medium: 4, low: 3 } };
  const reports = [sampleReport('1', scored), sampleReport('2'), null];
  const entries = reports.map(
    (report, row) => [row, { ...failed, failure: null, report }] as const,
  );
  const rows = resultRows(batch, new Map(entries), new Map(), () => null);
  expect(rows.map(({ rating, score, issues }) => [rating, score, issues])).toEqual([
    ['good', 87, 9],
    ['good', null, null],
    [null, null, null],
  ]);
});
