import { describe, expect, it, vi } from 'vitest';
import { createComparison } from '@/components/compare/comparison-state';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const failedChecks: FailedCheck[] = [{ name: 'title', importance: 'high' }];
const [one, other] = [sampleReport('1'), sampleReport('2')];
const earlier: PastResult = {
  reportId: '1',
  result: 'bad',
  score: 12,
  generatedAt: '2026-01-01T00:00:00.000Z',
  failedChecks,
};
const later: PastResult = { ...earlier, generatedAt: '2026-01-08T00:00:00.000Z' };

function openComparison(
  answer: (report: Report) => Result<ReportDetails>,
  past: readonly PastResult[] = [earlier, later],
) {
  const get = vi.fn(async (report: Report) => answer(report));
  return { get, state: createComparison({ get, pastOf: () => past }) };
}

const GONE: Result<ReportDetails> = { failure: { code: 'gone', what: 'report', message: null } };

describe('a comparison of two reports', () => {
  it('is ready when both reports are read', async () => {
    const { get, state } = openComparison(({ id }) => ({ value: sampleDetails(id) }));
    const showing = state.show(one, other);
    expect([state.sides.value?.left.report, state.comparison.value]).toEqual([one, null]);
    await showing;
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(['1', '2']);
    expect(state.comparison.value).not.toBeNull();
    // Past results are listed with the latest first.
    expect(state.sides.value?.left.past).toEqual([later, earlier]);
    state.close();
    expect(state.sides.value).toBeNull();
  });

  it.each([
    ['one page', '2026-11-08T00:00:00.000Z', 'https://www.host.example/1/', ['2', '1']],
    ['one page, the second without a result', null, 'https://host.example/1', ['2', '1']],
    ['two pages', '2026-11-08T00:00:00.000Z', 'https://host.example/3', ['1', '2']],
  ])(
    'orders its sides by time only if both results belong to one page: %s',
    async (_, date, url, order) => {
      const { state } = openComparison(({ id }) => ({ value: sampleDetails(id) }));
      const newest = sampleReport('1', { url: 'https://host.example/1', generatedAt: date });
      void state.show(newest, sampleReport('2', { url }));
      const { left, right } = state.sides.value ?? {};
      expect([left?.report.id, right?.report.id]).toEqual(order);
    },
  );

  it('has the failure if a report could not be read, until readAgain() succeeds', async () => {
    let isDown = true;
    const { state } = openComparison(({ id }) =>
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

describe('a comparison with a past result', () => {
  const check: Check = {
    name: 'load_time',
    isPassed: false,
    importance: 'medium',
    value: 3.96,
    reasons: [],
    details: [],
  };
  /** A result of another report of the page. */
  const resultOfOtherReport: PastResult = { ...earlier, reportId: '9' };

  it('reads the past result if its report still has it', async () => {
    const { get, state } = openComparison(
      ({ id }) => ({
        value: {
          ...sampleDetails(id, id === '9' ? { generatedAt: earlier.generatedAt } : {}),
          checks: [check],
        },
      }),
      [resultOfOtherReport],
    );
    await state.showPast(one, resultOfOtherReport);
    expect(get.mock.calls.map(([{ id, url }]) => [id, url])).toEqual([
      ['9', one.url],
      ['1', one.url],
    ]);
    expect(state.comparison.value?.both).toEqual([
      expect.objectContaining({
        left: { outcome: 'failed', check },
        right: { outcome: 'failed', check },
      }),
    ]);
    expect(state.sides.value?.left).toMatchObject({ isKept: false, failure: null });
    // A read result stays available while the comparison is open.
    await state.choose('left', null);
    await state.choose('left', resultOfOtherReport);
    expect(get).toHaveBeenCalledTimes(2);
  });

  it.each<[string, PastResult, (id: string) => Result<ReportDetails>, string[]]>([
    ['its report was updated since', earlier, (id) => ({ value: sampleDetails(id) }), ['1']],
    [
      'another report with the result was updated since',
      resultOfOtherReport,
      (id) => ({ value: sampleDetails(id) }),
      ['9', '1'],
    ],
    [
      'its report is gone',
      resultOfOtherReport,
      (id) => (id === '9' ? GONE : { value: sampleDetails(id) }),
      ['9', '1'],
    ],
  ])('uses the stored failed checks if %s', async (_, past, answer, read) => {
    const { get, state } = openComparison(({ id }) => answer(id), [past]);
    await state.showPast(one, past);
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(read);
    expect(state.sides.value?.left).toMatchObject({ isKept: true, failure: null, details: null });
    const { onlyLeft = [], both = [] } = state.comparison.value ?? {};
    expect([...onlyLeft, ...both].map(({ name, left }) => [name, left.check])).toEqual([
      ['title', null],
    ]);
    await state.choose('left', null);
    expect(state.sides.value?.left.isKept).toBe(false);
    expect(get).toHaveBeenCalledTimes(read.length);
  });

  it('waits with stored failed checks until the report is read', async () => {
    const failure = { code: 'tooManyRequests', message: null, retryAt: null } as const;
    let isRefused = true;
    const { state } = openComparison(
      ({ id }) =>
        isRefused && id === '9'
          ? { failure }
          : { value: sampleDetails(id, { generatedAt: earlier.generatedAt }) },
      [resultOfOtherReport],
    );
    await state.showPast(one, resultOfOtherReport);
    expect(state.sides.value?.left).toMatchObject({ failure, isKept: false });
    expect(state.comparison.value).toBeNull();
    isRefused = false;
    await state.readAgain();
    expect(state.comparison.value).not.toBeNull();
  });
});
