import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createFound } from '@/components/reports/rows-state';
import type { RecentOperation } from '@/lib/jobs/job';
import type { Check } from '@/lib/report/content/checks';
import type { Found, Report } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { deletion, finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const [THEN, NOW] = ['2026-11-20T08:00:00.000Z', '2026-11-26T08:00:00.000Z'];
const checkOf = (value: string): Check => ({
  ...{ name: 'title', isPassed: false, importance: 'high', value, reasons: [], details: [] },
});
const updated = (report: Report | null, endedAt: number) =>
  finishedEdit('u', update({ results: 1 }), report, { endedAt });
const before = updated(sampleReport('9'), 1);

/** Opens a page whose list has read report 1. The worker answers with these checks. */
function open(answers: Record<string, Found>) {
  const recentOperations = signal<readonly RecentOperation[]>([before]);
  const getFoundChecks = vi.fn(
    async (_: string, _ids: readonly string[]): Promise<Result<Record<string, Found>>> => ({
      value: answers,
    }),
  );
  const foundOf = createFound({
    ...{ background: { getFoundChecks }, connectionId: 'c', recentOperations },
    foundInList: ({ id, generatedAt }) =>
      id === '1' && generatedAt === THEN ? [checkOf('of the list')] : null,
  });
  return { recentOperations, getFoundChecks, foundOf };
}

it('the checks found by an update are known as soon as the update is done', async () => {
  const { recentOperations, getFoundChecks, foundOf } = open({
    1: { generatedAt: NOW, checks: [checkOf('of the answer')] },
  });
  const [former, renewed] = [THEN, NOW].map((generatedAt) => sampleReport('1', { generatedAt }));
  if (!former || !renewed) throw new Error('no reports');
  expect([foundOf(former), foundOf(renewed)]).toEqual([[checkOf('of the list')], null]);
  recentOperations.value = [before, updated(renewed, 2)];
  await waitUntil(() => expect(foundOf(renewed)).toEqual([checkOf('of the answer')]));
  expect(foundOf(former)).toEqual([checkOf('of the list')]);
  expect(getFoundChecks.mock.calls).toEqual([['c', ['1']]]);
});

it('each report is requested once, except for deleted reports and earlier creations', async () => {
  const { recentOperations, getFoundChecks } = open({});
  expect(getFoundChecks).not.toHaveBeenCalled();
  const unseen = [before, finishedEdit('d', deletion(), null, { endedAt: 2 }), updated(null, 3)];
  recentOperations.value = unseen;
  recentOperations.value = [
    ...unseen,
    finishedCreation('c', sampleReport('3'), { endedAt: 4 }),
    finishedCreation('b', sampleReport('4'), { endedAt: 5, isBatch: true }),
  ];
  expect(getFoundChecks.mock.calls).toEqual([['c', ['3', '4']]]);
});

it('checks stay unread if the worker was stopped or does not know them', async () => {
  const { recentOperations, getFoundChecks, foundOf } = open({});
  getFoundChecks.mockRejectedValueOnce(new Error('stopped'));
  recentOperations.value = [before, updated(sampleReport('2', { generatedAt: NOW }), 2)];
  await waitUntil(() => expect(getFoundChecks).toHaveBeenCalledOnce());
  expect(foundOf(sampleReport('2', { generatedAt: NOW }))).toBeNull();
});
