import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createReportStore } from '@/components/app/report-store';
import { createComparison } from '@/components/compare/comparison-state';
import { type ComparedIds, type Route, routeTo } from '@/lib/browser-ui/reports-request';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import { NO_MUTES } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

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
  const now = signal<Route>(routeTo({ name: 'list' }));
  const goTo = (compared: ComparedIds | null) => {
    now.value = { ...now.value, compared };
  };
  const reports = createReportStore();
  const state = createComparison({
    routes: { now, compare: goTo },
    reports,
    reportById: (id) => reports.get(id) ?? null,
    get,
    pastOf: () => past,
    mutesOf: () => NO_MUTES,
  });
  return {
    get,
    state,
    reports,
    back: () => goTo(null),
    /** Resolves when both sides are read. */
    untilRead: () => waitUntil(() => expect(state.comparison.value).not.toBeNull()),
  };
}

const GONE: Result<ReportDetails> = { failure: { code: 'gone', what: 'report', message: null } };

describe('a comparison of two reports', () => {
  it('is ready when both reports are read', async () => {
    const opened = openComparison(({ id }) => ({ value: sampleDetails(id) }));
    const { get, state, untilRead, back } = opened;
    state.compare(one, other);
    expect([state.sides.value?.left.report, state.comparison.value]).toEqual([one, null]);
    await untilRead();
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(['1', '2']);
    // Past results are listed with the latest first.
    expect(state.sides.value?.left.past).toEqual([later, earlier]);
    back();
    expect(state.sides.value).toBeNull();
  });

  it('is read again when it opens again', async () => {
    const opened = openComparison(({ id }) => ({ value: sampleDetails(id) }));
    const { get, state, untilRead, back } = opened;
    state.compare(one, other);
    await untilRead();
    back();
    state.compare(one, other);
    expect([state.sides.value?.left.details, state.comparison.value]).toEqual([null, null]);
    await untilRead();
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(['1', '2', '1', '2']);
  });

  it('shows the last version of a deleted report', () => {
    const { state, reports } = openComparison(() => GONE);
    state.compare(one, other);
    expect(state.sides.value?.left.report).toEqual(one);
    reports.addGone('1', 1);
    expect(state.sides.value?.left.report).toEqual(one);
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
      state.compare(newest, sampleReport('2', { url }));
      const { left, right } = state.sides.value ?? {};
      expect([left?.report.id, right?.report.id]).toEqual(order);
    },
  );

  it('has the failure if a report could not be read, until readAgain() succeeds', async () => {
    let isDown = true;
    const { state, untilRead } = openComparison(({ id }) =>
      isDown ? { failure: { code: 'unreachable' } } : { value: sampleDetails(id) },
    );
    state.compare(one, other);
    await waitUntil(() => expect(state.sides.value?.left.failure).toEqual({ code: 'unreachable' }));
    isDown = false;
    state.readAgain();
    await untilRead();
    expect(state.sides.value?.left.failure).toBeNull();
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
    const { get, state, untilRead } = openComparison(
      ({ id }) => ({
        value: {
          ...sampleDetails(id, id === '9' ? { generatedAt: earlier.generatedAt } : {}),
          checks: [check],
        },
      }),
      [resultOfOtherReport],
    );
    state.comparePast(one, resultOfOtherReport);
    await untilRead();
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
    expect(state.sides.value?.left).toMatchObject({ isStoredOnly: false, failure: null });
    // A read result stays available while the comparison is open.
    state.choose('left', null);
    await untilRead();
    state.choose('left', resultOfOtherReport);
    await untilRead();
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
      'its report was deleted',
      resultOfOtherReport,
      (id) => (id === '9' ? GONE : { value: sampleDetails(id) }),
      ['9', '1'],
    ],
  ])('uses the stored failed checks if %s', async (_, past, answer, read) => {
    const { get, state, untilRead } = openComparison(({ id }) => answer(id), [past]);
    state.comparePast(one, past);
    await untilRead();
    expect(get.mock.calls.map(([{ id }]) => id)).toEqual(read);
    expect(state.sides.value?.left).toMatchObject({
      isStoredOnly: true,
      failure: null,
      details: null,
    });
    const { onlyLeft = [], both = [] } = state.comparison.value ?? {};
    expect([...onlyLeft, ...both].map(({ name, left }) => [name, left.check])).toEqual([
      ['title', null],
    ]);
    state.choose('left', null);
    await untilRead();
    expect(state.sides.value?.left.isStoredOnly).toBe(false);
    expect(get).toHaveBeenCalledTimes(read.length);
  });

  it('does not use the stored failed checks before the report is read', async () => {
    const failure = { code: 'tooManyRequests', message: null, retryAt: null } as const;
    let isRefused = true;
    const { state, untilRead } = openComparison(
      ({ id }) =>
        isRefused && id === '9'
          ? { failure }
          : { value: sampleDetails(id, { generatedAt: earlier.generatedAt }) },
      [resultOfOtherReport],
    );
    state.comparePast(one, resultOfOtherReport);
    await waitUntil(() =>
      expect(state.sides.value?.left).toMatchObject({ failure, isStoredOnly: false }),
    );
    expect(state.comparison.value).toBeNull();
    isRefused = false;
    state.readAgain();
    await untilRead();
  });
});
