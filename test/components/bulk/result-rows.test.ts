import { describe, expect, it } from 'vitest';
import { resultRows } from '@/components/bulk/result-rows';
import type { BatchLine } from '@/lib/task/batch';
import type { BatchEntry } from '@/lib/task/batch-entries';
import { useMessageKeys } from '../../support/message-keys';

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
