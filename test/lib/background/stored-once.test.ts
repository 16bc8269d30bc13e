import { computed, signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createHistoryState } from '@/components/app/history-state';
import { pageBadgeOf } from '@/lib/browser-ui/badge';
import type { NewJob } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { recentOperationsItem } from '@/lib/shared-state/recent-operations';
import { newestListItem, queueItem } from '@/lib/shared-state/shared-items';
import { keyOf } from '@/lib/storage/keys';
import { pageKey } from '@/lib/url/page-key';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';
import { testKernel } from '../../support/test-kernel';
import { waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;
const url = (id: string) => `https://host.example/${id}`;

/** Returns a report whose score and failed check no other report has. */
function distinctReport(id: string, fields: Partial<Report> = {}): Report {
  const failedChecks = [{ name: `check_${id}`, importance: 'high' as const }];
  return sampleReport(id, { score: 40 + Number(id), failedChecks, ...fields });
}

/**
 * The background has reports 1 and 2, creates 3 in a batch and 4 in a single job, and updates 1.
 */
async function startBackground() {
  const client = createFakeClient();
  let last = 2;
  client.create.mockImplementation(async (draft) => {
    last += 1;
    return {
      value: { ...sampleDetails(`${last}`), ...distinctReport(`${last}`, { url: draft.url }) },
    };
  });
  client.list.mockImplementation(async () => ({
    value: listOf(distinctReport('2'), distinctReport('1')),
  }));
  client.update.mockImplementation(async (id) => ({
    value: { ...sampleDetails(id), ...distinctReport(id) },
  }));
  const { api, pageHistory } = await connectedBackground(() => client);
  const reportsById = async (...ids: string[]) => {
    const result = await api.getReportsById('a', ids);
    return hasFailed(result) ? expect.fail() : result.value;
  };
  const create = (id: string) => ({ kind: 'create', url: url(id), privacy: 1 }) as const;
  await api.createJob('a', { id: 'b', isBatch: true, subjects: [create('3')] });
  await waitUntil(() => expect(client.create).toHaveBeenCalledTimes(1));
  await api.createJob('a', { id: 'c', subjects: [create('4')] });
  await api.createJob('a', updateJob('u', '1', { results: 1 }));
  await waitUntil(async () => expect(await reportsById('1', '4')).not.toContain(null));
  client.update.mockImplementation(async () => ({
    failure: { code: 'notAllowed', message: null },
  }));
  await api.createJob('a', updateJob('d', '2', { privacy: 0 }));
  await waitUntil(() => expect(client.update).toHaveBeenCalledTimes(2));
  return { api, pageHistory, reportsById, client };
}

function updateJob(id: string, reportId: string, update: StoredChange): NewJob {
  const report = referTo(distinctReport(reportId));
  return { id, subjects: [{ kind: 'update', report, update }] };
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

it('a result is on disk only in the history, the newest list and its creation', async () => {
  const { reportsById } = await startBackground();
  const others = Object.entries(await local.get()).filter(([key]) => !key.endsWith('/newest-list'));
  expect(await reportsById('1', '2', '3', '4')).toMatchObject(
    ['1', '2', '3', '4'].map((id) => {
      const { score, failedChecks } = distinctReport(id);
      return { id, score, failedChecks };
    }),
  );
  expect(JSON.stringify(others)).not.toMatch(/"(failed|project)":|check_/);
  const scored = others.filter(([, value]) => /"score[\\"]+:/.test(JSON.stringify(value)));
  expect(scored.map(([key]) => key)).toEqual([
    keyOf('a', 'job/b'),
    keyOf('a', 'operations/b-10-0'),
  ]);
  // The history is in a database, and not in an area of storage.
  expect(Object.keys(await session.get()).filter((key) => key.includes('history'))).toEqual([]);
});

it('a new result in a list is written once', async () => {
  const { api, pageHistory, client } = await startBackground();
  await api.listReports('a', RECENT_REPORTS_QUERY);
  const renewed = distinctReport('3', { score: 12, generatedAt: '2026-11-05T10:00:00.000Z' });
  client.list.mockResolvedValue({
    value: listOf(renewed, distinctReport('2'), distinctReport('1')),
  });
  const revisionNow = async () => (await queueItem('a').read())?.historyRevision ?? 0;
  const revision = signal(await revisionNow());
  const queue = computed(() => ({ historyRevision: revision.value }));
  const history = createHistoryState(testKernel({ background: api, queue }));
  const page = pageKey(url('3'));
  await history.read(page);
  const shownScores = () => [
    history.historyOf(page)?.reports[0]?.score,
    history.historyOf(page)?.results.map(({ score }) => score),
  ];
  expect(shownScores()).toEqual([43, [43]]);
  const set = vi.spyOn(local, 'set');
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await api.listReports('a', RECENT_REPORTS_QUERY);
  await waitUntil(async () =>
    expect((await newestListItem('a').read())?.reports[0]).toEqual(renewed),
  );
  await waitUntil(async () => expect(await revisionNow()).toBe(revision.value + 1));
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  const written = set.mock.calls.flatMap(([values]) => Object.keys(values));
  vi.restoreAllMocks();
  expect([writes.length, written]).toEqual([1, ['connection/a/newest-list']]);
  revision.value += 1;
  await waitUntil(() => expect(shownScores()).toEqual([12, [43, 12]]));
  expect(pageBadgeOf(await pageHistory('a', page))).toMatchObject({ score: 12 });
});

it('an update is published, and stored in the history', async () => {
  const { api, reportsById, client } = await startBackground();
  const published = distinctReport('1', { privacy: 0 });
  client.update.mockResolvedValue({ value: { ...sampleDetails('1'), ...published } });
  await api.createJob('a', updateJob('p', '1', { privacy: 0 }));
  await waitUntil(async () => {
    const recent = await recentOperationsItem('a').read();
    expect(recent?.at(-1)).toMatchObject({ jobId: 'p', report: { privacy: 0 } });
  });
  await waitUntil(async () => expect(await reportsById('1')).toMatchObject([{ privacy: 0 }]));
});
