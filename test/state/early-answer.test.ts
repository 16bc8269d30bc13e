import { describe, expect, it, vi } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { withEarlyAnswer } from '@/lib/state/early-answer';
import { readList } from '../support/sample-list';

const query = RECENT_REPORTS_QUERY;
const early = { query, answer: Promise.resolve({ value: readList('1') }) };

function openAsk() {
  return vi.fn(async () => ({ value: readList('2') }));
}

describe('an early question', () => {
  it('answers the first of the same kind, and only that', async () => {
    const ask = openAsk();
    const list = withEarlyAnswer(ask, early);
    expect(await list({ ...query })).toEqual({ value: readList('1') });
    expect(ask).not.toHaveBeenCalled();
    expect(await list(query)).toEqual({ value: readList('2') });
    expect(ask).toHaveBeenCalledExactlyOnceWith(query);
  });

  it('answers none after another question', async () => {
    const ask = openAsk();
    const list = withEarlyAnswer(ask, early);
    await list({ ...query, search: 'shop' });
    await list(query);
    expect(ask.mock.calls).toEqual([[{ ...query, search: 'shop' }], [query]]);
  });

  it('is not needed', async () => {
    const ask = openAsk();
    await withEarlyAnswer(ask, null)(query);
    expect(ask).toHaveBeenCalledExactlyOnceWith(query);
  });
});
