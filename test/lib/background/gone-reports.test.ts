import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Subject } from '@/lib/jobs/types';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import type { Behaviour } from '../../service/behaviour';
import { BOT_CHECKS } from '../../service/recorded-answers';
import { answered, failures } from '../../service/served-failure';
import { connectedAtService } from '../../support/background-at-service';
import { removeDatabases, useDatabases } from '../../support/databases';
import { useFastTime } from '../../support/fast-time';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const SIZE = 8;
const numbers = Array.from({ length: SIZE }, (_, at) => at + 1);

/** Milliseconds after which an earlier answer no longer confirms that a report is gone. */
const OVER_A_MINUTE = 61_000;

beforeEach(useDatabases);
afterEach(removeDatabases);

async function startBackground() {
  useFastTime();
  const started = await connectedAtService();
  const { service, api, id, queue } = started;
  for (const one of numbers) {
    service.add({ id: one, url: `https://page.example/${one}`, score: 40 });
  }
  const read = () => api.listReports(id, RECENT_REPORTS_QUERY);
  await read();
  for (const report of service.reports()) {
    service.update(report, { score: 90, generated_at: '2026-11-20T10:00:00.000Z', failing: [] });
  }
  await read();
  const references = numbers.map(
    (one): ReportReference => referTo(sampleReport(String(one), { url: `page.example/${one}` })),
  );
  const [first] = references;
  if (first === undefined) throw new Error('There is no report.');
  const counts = async () => {
    const pages = await api.getPages(
      id,
      references.map(({ page }) => page),
    );
    return 'value' in pages
      ? pages.value.map(({ reports, results }) => [reports.length, results.length])
      : pages;
  };
  const all = numbers.map(() => [1, 2]);
  await waitUntil(async () => expect(await counts()).toEqual(all));

  return {
    ...started,
    first,
    counts,
    all,
    reads: () => service.requests.filter(({ method }) => method === 'GET').length,
    /** Runs a batch while every request fails, then retries it when requests succeed. */
    async expectBatchWaits(
      subjectOf: (report: ReportReference) => Subject,
      fail: NonNullable<Behaviour['fail']>,
      code: Failure['code'],
    ) {
      const expectQueue = (expected: { code: Failure['code'] | null; done: number }) =>
        waitUntil(async () =>
          expect(await queue()).toMatchObject({
            backoff: expected.code && { failure: { code: expected.code } },
            batches: [{ counts: { sending: 0, done: expected.done, gone: 0, needsAttention: 0 } }],
          }),
        );
      service.behave({ fail });
      await api.createJob(id, { id: 'b', isBatch: true, subjects: references.map(subjectOf) });
      await expectQueue({ code, done: 0 });
      expect(await counts()).toEqual(all);
      expect(service.reports()).toHaveLength(SIZE);
      service.behave(null);
      await api.retryNow(id);
      await expectQueue({ code: null, done: SIZE });
    },
  };
}

const updateOf = (report: ReportReference): Subject => ({
  kind: 'update',
  report,
  update: { results: 1 },
});
const deletionOf = (report: ReportReference): Subject => ({ kind: 'delete', report });

const passMinute = () => vi.advanceTimersByTimeAsync(OVER_A_MINUTE);

describe('a web server that answers 404 with its own page', () => {
  it('removes no opened report, and is the failure of the read', async () => {
    const { service, api, id, first, counts, all } = await startBackground();
    service.behave({ fail: failures.webServer404 });
    expect(await api.getReport(id, first)).toEqual({
      failure: { code: 'webServerAnswer', status: 404 },
    });
    expect(await counts()).toEqual(all);
  });

  it('begins a backoff after a list request', async () => {
    const { service, api, id, queue } = await startBackground();
    service.behave({ fail: failures.webServer404 });
    const failure = { code: 'webServerAnswer', status: 404 };
    expect(await api.listReports(id, RECENT_REPORTS_QUERY)).toEqual({ failure });
    expect(await queue()).toMatchObject({ backoff: { failure, isNamed: false } });
  });

  it('begins no backoff after an account request', async () => {
    const { service, api, id, queue } = await startBackground();
    service.behave({ on: { path: '/api/v1/account' }, fail: failures.webServer404 });
    expect(await api.getAccount(id)).toMatchObject({ failure: { code: 'webServerAnswer' } });
    expect(await queue()).toMatchObject({ backoff: null });
  });

  it.each([
    ['updates', updateOf],
    ['deletions', deletionOf],
  ])(
    'stops a batch of %s, which succeeds after Retry now when the service answers',
    async (_, subjectOf) => {
      const { expectBatchWaits } = await startBackground();
      await expectBatchWaits(subjectOf, failures.webServer404, 'webServerAnswer');
    },
  );

  it('leaves a deletion to a person if a read shows the report', async () => {
    const { service, api, id, queue, first } = await startBackground();
    service.behave({ on: { method: 'DELETE' }, fail: failures.webServer404 });
    await api.createJob(id, { id: 'd', subjects: [deletionOf(first)] });
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({
        backoff: null,
        singles: [
          {
            first: {
              status: { name: 'needsAttention', failure: { code: 'refused', status: 404 } },
            },
          },
        ],
      }),
    );
  });
});

// The answer of such a check has the status of a success, but no report was changed or deleted.
describe.each(BOT_CHECKS.filter(([, { status }]) => status < 300))(
  'the bot check of %s in front of a service',
  (_, answer) => {
    it.each([
      ['updates', updateOf],
      ['deletions', deletionOf],
    ])(
      'stops a batch of %s, which succeeds after Retry now when the service answers',
      async (_, subjectOf) => {
        const { expectBatchWaits } = await startBackground();
        await expectBatchWaits(subjectOf, answered(answer), 'protectionPage');
      },
    );
  },
);

describe('a service that answers 404 in JSON to everything', () => {
  it('removes no opened report', async () => {
    const { service, api, id, first, counts, all } = await startBackground();
    await passMinute();
    service.behave({ fail: failures.noSuchRoute });
    expect(await api.getReport(id, first)).toMatchObject({ failure: { code: 'goneUnconfirmed' } });
    expect(await counts()).toEqual(all);
  });

  it.each([
    ['updates', updateOf],
    ['deletions', deletionOf],
  ])(
    'stops a batch of %s, which succeeds after Retry now when the service answers',
    async (_, subjectOf) => {
      const { expectBatchWaits } = await startBackground();
      await passMinute();
      await expectBatchWaits(subjectOf, failures.noSuchRoute, 'goneUnconfirmed');
    },
  );
});

describe('a report that was deleted elsewhere', () => {
  it.each<[requests: string, lists: number, minutes: number]>([
    ['no further request within a minute of another answer', 0, 0],
    ['one list request after a minute without answers', 1, 1],
  ])('needs %s before it is gone', async (_, lists, minutes) => {
    const { api, id, first, counts, reads } = await startBackground();
    // The service has no report with this number.
    const missing = { ...first, id: '99' };
    for (let minute = 0; minute < minutes; minute += 1) await passMinute();
    const before = reads();
    expect(await api.getReport(id, missing)).toMatchObject({
      failure: { code: 'gone', what: 'report' },
    });
    expect(reads() - before).toBe(1 + lists);
    expect(await counts()).toHaveLength(SIZE);
  });

  it('ends an update as gone and a deletion as done, even after a minute without answers', async () => {
    const { api, id, first, queue, requests } = await startBackground();
    const missing = ['98', '99'].map((one) => ({ ...first, id: one }));
    await passMinute();
    await api.createJob(id, { id: 'b', isBatch: true, subjects: missing.map(updateOf) });
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({ backoff: null, batches: [{ counts: { gone: 2 } }] }),
    );
    await passMinute();
    await api.createJob(id, { id: 'd', isBatch: true, subjects: missing.map(deletionOf) });
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({ batches: [{ counts: { done: 2 } }, {}] }),
    );
    expect([requests('PUT').length, requests('DELETE').length]).toEqual([2, 2]);
  });

  it('is not gone if the list shows it', async () => {
    const { service, api, id, first, counts, all } = await startBackground();
    await passMinute();
    const path = /\/reports\/1$/;
    service.behave({ on: { path }, fail: failures.notFound });
    expect(await api.getReport(id, first)).toMatchObject({ failure: { code: 'goneUnconfirmed' } });
    expect(await counts()).toEqual(all);
  });
});
