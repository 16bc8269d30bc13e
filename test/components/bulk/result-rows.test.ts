import { expect, it } from 'vitest';
import { resultRows } from '@/components/bulk/result-rows';
import type { BatchLine } from '@/lib/task/batch';
import type { BatchEntry } from '@/lib/task/batch-entries';
import { useMessageKeys } from '../../support/message-keys';

useMessageKeys({ filled: true });

it('a result tells why an address was refused in one line, without the marks of direction that pages have', () => {
  const batch = { id: 'b', privacy: 1 } as BatchLine;
  const entry: BatchEntry = {
    url: 'https://shop.example/',
    state: 'failed',
    report: null,
    failure: { code: 'refused', status: 409, message: 'Not now.' },
  };
  const [row] = resultRows(batch, new Map([[0, entry]]), new Map(), () => null);
  expect(row?.error).toMatch(/ service_says Not now\.$/);
});
