import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createRowHistory } from '@/components/reports/row-history-state';
import type { PastResult } from '@/lib/report/past-result';
import { sampleReport } from '../../support/sample-report';

const past = (score: number, day: number): PastResult => ({
  ...{ reportId: '1', result: 'good', score, failedChecks: null },
  generatedAt: `2026-10-0${day}T10:00:00.000Z`,
});

function open() {
  const report = sampleReport('1', { score: 74 });
  const reports = signal([report]);
  const read = vi.fn(async (pages: readonly string[]) => {
    return new Map(pages.map((page) => [page, [past(62, 1)]]));
  });
  let change = (_page: string, _results: readonly PastResult[]) => {};
  const history = createRowHistory({
    ...{ reports, read, pageOf: ({ url }) => url },
    watch(onChange) {
      change = onChange;
    },
  });
  return {
    report,
    reports,
    read,
    history,
    change: (...news: Parameters<typeof change>) => change(...news),
  };
}

describe('the past of rows', () => {
  it('is read once for each page, and tells the difference from the result before', async () => {
    const { report, reports, read, history } = open();
    expect(history.differenceOf(report)).toBeNull();
    await vi.waitFor(() => expect(history.differenceOf(report)).toBe(12));
    reports.value = [report, { ...report, id: '2' }, sampleReport('3')];
    expect(read.mock.calls).toEqual([[[report.url]], [[sampleReport('3').url]]]);
  });

  it('follows what becomes known, also while it is read', async () => {
    const { report, history, change } = open();
    change(report.url ?? '', [past(62, 1), past(70, 2)]);
    await Promise.resolve();
    await Promise.resolve();
    expect(history.differenceOf(report)).toBe(4);
    change('https://host.example/of-no-row', [past(1, 1)]);
    change(report.url ?? '', []);
    expect([history.differenceOf(report), history.of(report)]).toEqual([null, []]);
  });
});
