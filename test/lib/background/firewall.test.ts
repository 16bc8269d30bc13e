import { describe, expect, it } from 'vitest';
import type { NewJob } from '@/lib/jobs/types';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { failures } from '../../service/served-failure';
import { backgroundAtService, connectedAtService } from '../../support/background-at-service';
import { useFastTime } from '../../support/fast-time';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const FIREWALL = { code: 'firewall', status: 403 } as const;
const FAIL_ALL = { fail: failures.firewall };
const FAIL_POSTS = { on: { method: 'POST' }, fail: failures.firewall };

function batchOf(...urls: string[]): NewJob {
  const subjects = urls.map((url) => ({ kind: 'create' as const, url, privacy: 1 as const }));
  return { id: 'many', isBatch: true, subjects };
}

const FORTY = Array.from({ length: 40 }, (_, page) => `https://many.example/${page}`);

describe('a firewall in front of the service', () => {
  it('fails a connection check at Reachable, not at API key', async () => {
    const { service, connect } = await backgroundAtService();
    service.behave(FAIL_ALL);
    expect(await connect()).toEqual({ state: 'failed', at: 'reachable', failure: FIREWALL });
  });

  it('is the failure of a list request', async () => {
    const { service, api, id } = await connectedAtService();
    service.behave(FAIL_ALL);
    expect(await api.listReports(id, RECENT_REPORTS_QUERY)).toEqual({ failure: FIREWALL });
  });

  it('stops a batch until a person presses Retry now', async () => {
    const { service, api, id, queue, requests } = await connectedAtService();
    service.behave(FAIL_POSTS);
    await api.createJob(id, batchOf(...FORTY));
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({
        backoff: { kind: 'needsPerson', failure: FIREWALL },
        batches: [{ counts: { queued: 40, sending: 0, needsAttention: 0 } }],
      }),
    );
    // Two requests were in flight.
    expect(requests('POST')).toHaveLength(2);
    // The firewall lets lists pass. A successful list must not end the backoff.
    expect(await api.listReports(id, RECENT_REPORTS_QUERY)).toHaveProperty('value');
    expect(await queue()).toMatchObject({ backoff: { kind: 'needsPerson', failure: FIREWALL } });
    await api.retryNow(id);
    await waitUntil(() => expect(requests('POST')).toHaveLength(3));
    await expect
      .poll(queue)
      .toMatchObject({ backoff: { kind: 'needsPerson' }, batches: [{ counts: { sending: 0 } }] });

    service.behave(null);
    await api.retryNow(id);
    await expect
      .poll(queue)
      .toMatchObject({ backoff: null, batches: [{ counts: { done: 40, queued: 0 } }] });
    expect(service.reports()).toHaveLength(40);
    expect(requests('POST')).toHaveLength(43);
  });

  it('leaves the creations of refused addresses to a person, and lets the batch continue', async () => {
    const { service, api, id, queue, requests } = await connectedAtService();
    const suspicious = [
      'https://many.example/?u=../../etc/passwd',
      'https://many.example/?q=passwd',
    ];
    service.behave({ on: { method: 'POST', field: /passwd/ }, fail: failures.firewall });
    await api.createJob(id, batchOf(...suspicious, ...FORTY));
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({ backoff: { kind: 'needsPerson', failure: FIREWALL } }),
    );
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({ batches: [{ counts: { sending: 0 } }] }),
    );
    await api.retryNow(id);
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({
        backoff: null,
        batches: [
          { counts: { done: 40, needsAttention: 2, queued: 0, sending: 0 }, pauseReason: null },
        ],
      }),
    );
    expect(service.reports()).toHaveLength(40);
    // Each of the two creations was sent twice.
    expect(requests('POST')).toHaveLength(44);
  });
});

it('one read of the report decides a deletion that gets a web page with 403', async () => {
  useFastTime();
  const { service, api, id, queue, requests } = await connectedAtService();
  service.add({ url: 'https://a.example/' });
  const reports = ['1', '99'].map((one) => referTo(sampleReport(one)));
  service.behave({ on: { method: 'DELETE' }, fail: failures.firewall });
  const subjects = reports.map((report) => ({ kind: 'delete' as const, report }));
  await api.createJob(id, { id: 'd', isBatch: true, subjects });
  // Report 99 does not exist, and the service itself has refused to delete report 1.
  await waitUntil(async () =>
    expect(await queue()).toMatchObject({
      backoff: null,
      batches: [{ counts: { done: 1, needsAttention: 1, queued: 0, sending: 0 } }],
    }),
  );
  service.behave(FAIL_ALL);
  await api.updateJob(id, 'd', { kind: 'retry' });
  await waitUntil(async () =>
    expect(await queue()).toMatchObject({
      backoff: { kind: 'needsPerson', failure: FIREWALL },
      batches: [{ counts: { done: 1, needsAttention: 0, queued: 1, sending: 0 } }],
    }),
  );
  expect(requests('DELETE')).toHaveLength(3);
  expect(service.requests.filter(({ path }) => /\/reports\/\d+$/.test(path))).toHaveLength(6);
});
