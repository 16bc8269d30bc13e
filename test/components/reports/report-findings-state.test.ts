import { computed, signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createReportFindings } from '@/components/reports/report-findings-state';
import type { RecentOperation } from '@/lib/jobs/types';
import type { Check } from '@/lib/report/content/checks';
import type { Report, ResultFindings } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { deletion, finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const [EARLIER, NOW] = ['2026-11-20T08:00:00.000Z', '2026-11-26T08:00:00.000Z'];
const checkOf = (value: string): Check => ({
  name: 'title',
  isPassed: false,
  importance: 'high',
  value,
  reasons: [],
  details: [],
});
const updateOf = (report: Report | null, endedAt: number) =>
  finishedEdit('u', update({ results: 1 }), report, { endedAt });
const earlierUpdate = updateOf(sampleReport('9'), 1);

/** Opens a page whose list has the earlier checks of report 1. The worker answers with `answers`. */
function openPage(answers: Record<string, ResultFindings>) {
  const recentOperations = signal<readonly RecentOperation[]>([earlierUpdate]);
  const revision = signal(1);
  const getFindings = vi.fn(
    async (
      _: string,
      _ids: readonly string[],
    ): Promise<Result<Record<string, ResultFindings>>> => ({
      value: answers,
    }),
  );
  const findings = createReportFindings({
    background: { getFindings },
    connectionId: 'c',
    recentOperations,
    revision,
    findingsInList: ({ id, generatedAt }) =>
      id === '1' && generatedAt === EARLIER ? [checkOf('of the list')] : null,
  });
  return {
    recentOperations,
    revision,
    getFindings,
    findingsOf: findings.of,
    readFindings: findings.read,
  };
}

it('the failed checks of an updated report are available as soon as the update is done', async () => {
  const { recentOperations, getFindings, findingsOf } = openPage({
    1: { generatedAt: NOW, checks: [checkOf('of the answer')] },
  });
  const [formerReport, updatedReport] = [EARLIER, NOW].map((generatedAt) =>
    sampleReport('1', { generatedAt }),
  );
  if (!formerReport || !updatedReport) throw new Error('no reports');
  getFindings.mockResolvedValueOnce({ value: {} });
  expect([findingsOf(formerReport), findingsOf(updatedReport)]).toEqual([
    [checkOf('of the list')],
    null,
  ]);
  await waitUntil(() => expect(getFindings).toHaveBeenCalledOnce());
  expect(findingsOf(updatedReport)).toBeNull();
  recentOperations.value = [earlierUpdate, updateOf(updatedReport, 2)];
  await waitUntil(() => expect(findingsOf(updatedReport)).toEqual([checkOf('of the answer')]));
  expect(findingsOf(formerReport)).toEqual([checkOf('of the list')]);
  expect(getFindings.mock.calls).toEqual([
    ['c', ['1']],
    ['c', ['1']],
  ]);
});

it('the failed checks of all drawn rows are read in one call', async () => {
  const rows = ['2', '3', '4'].map((id) => sampleReport(id, { generatedAt: NOW }));
  const { getFindings, findingsOf } = openPage({
    3: { generatedAt: NOW, checks: [checkOf('of the history')] },
  });
  expect(rows.map(findingsOf)).toEqual([null, null, null]);
  await waitUntil(() =>
    expect(rows.map(findingsOf)).toEqual([null, [checkOf('of the history')], null]),
  );
  expect(getFindings.mock.calls).toEqual([['c', ['2', '3', '4']]]);
});

it('failed checks that are stored later are read after the change of the history', async () => {
  const row = sampleReport('3', { generatedAt: NOW });
  const { getFindings, findingsOf, revision } = openPage({
    3: { generatedAt: NOW, checks: [checkOf('of the history')] },
  });
  getFindings.mockResolvedValueOnce({ value: {} });
  const drawn = computed(() => findingsOf(row));
  const leave = drawn.subscribe(() => {});
  await waitUntil(() => expect(getFindings).toHaveBeenCalledOnce());
  expect(drawn.value).toBeNull();
  revision.value = 2;
  await waitUntil(() => expect(drawn.value).toEqual([checkOf('of the history')]));
  leave();
});

it('read() reads the failed checks that the page lacks, at most 500 at once', async () => {
  const { getFindings, findingsOf, readFindings } = openPage({
    7: { generatedAt: NOW, checks: [checkOf('of the history')] },
  });
  const rows = Array.from({ length: 501 }, (_, at) =>
    sampleReport(`${at + 1}`, { generatedAt: at === 0 ? EARLIER : NOW }),
  );
  await readFindings(rows);
  expect(getFindings.mock.calls.map(([, ids]) => ids.length)).toEqual([500]);
  expect(rows[6] && findingsOf(rows[6])).toEqual([checkOf('of the history')]);
});

it('each report of a finished operation is requested once', async () => {
  const { recentOperations, getFindings } = openPage({});
  expect(getFindings).not.toHaveBeenCalled();
  const withoutReport = [
    earlierUpdate,
    finishedEdit('d', deletion(), null, { endedAt: 2 }),
    updateOf(null, 3),
  ];
  recentOperations.value = withoutReport;
  recentOperations.value = [
    ...withoutReport,
    finishedCreation('c', sampleReport('3'), { endedAt: 4 }),
    finishedCreation('b', sampleReport('4'), { endedAt: 5, isBatch: true }),
  ];
  await waitUntil(() => expect(getFindings.mock.calls).toEqual([['c', ['3', '4']]]));
});

it('the failed checks are null if the worker was stopped', async () => {
  const { recentOperations, getFindings, findingsOf } = openPage({});
  getFindings.mockRejectedValueOnce(new Error('stopped'));
  recentOperations.value = [earlierUpdate, updateOf(sampleReport('2', { generatedAt: NOW }), 2)];
  await waitUntil(() => expect(getFindings).toHaveBeenCalledOnce());
  expect(findingsOf(sampleReport('2', { generatedAt: NOW }))).toBeNull();
});
