import { describe, expect, it, vi } from 'vitest';
import { createSideBySide } from '@/components/reports/comparison/side-by-side-state';
import type { Outcome } from '@/lib/outcome';
import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const failedChecks: FailedCheck[] = [{ name: 'title', importance: 'high' }];
const [one, other] = [sampleReport('1'), sampleReport('2')];
const before: PastResult = {
  ...{ reportId: '1', result: 'bad', score: 12, generatedAt: '2026-01-01T00:00:00.000Z' },
  failedChecks,
};
const later: PastResult = { ...before, generatedAt: '2026-01-08T00:00:00.000Z' };

function open(answer: (report: Report) => Outcome<ReportDetails>) {
  const get = vi.fn(async (report: Report) => answer(report));
  return { get, state: createSideBySide({ get, pastOf: () => [before, later] }) };
}

describe('two results side by side', () => {
  it('are compared when both reports are read', async () => {
    const { get, state } = open(({ id }) => ({ value: sampleDetails(id) }));
    const showing = state.show(one, other);
    expect([state.sides.value?.left.report, state.comparison.value]).toEqual([one, null]);
    await showing;
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(['1', '2']);
    expect(state.comparison.value).not.toBeNull();
    // Offered with the latest first.
    expect(state.sides.value?.left.past).toEqual([later, before]);
    state.close();
    expect(state.sides.value).toBeNull();
  });

  it('of a single page need one read, and take the earlier result from what is kept', async () => {
    const { get, state } = open(({ id }) => ({ value: sampleDetails(id) }));
    await state.showPast(one, before);
    expect(get).toHaveBeenCalledOnce();
    const { fixed = [], remaining = [] } = state.comparison.value ?? {};
    expect([...fixed, ...remaining].map(({ name }) => name)).toContain('title');
    await state.choose('left', null);
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('tell why a report could not be read, and read it again', async () => {
    let isDown = true;
    const { state } = open(({ id }) =>
      isDown ? { failure: { code: 'unreachable' } } : { value: sampleDetails(id) },
    );
    await state.show(one, other);
    expect(state.sides.value?.left.failure).toEqual({ code: 'unreachable' });
    isDown = false;
    await state.readAgain();
    expect([state.sides.value?.left.failure, state.comparison.value === null]).toEqual([
      null,
      false,
    ]);
  });
});
