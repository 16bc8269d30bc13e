import { describe, expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import type { NewBatch } from '@/lib/task/batch/batch';
import { failures } from '../../service/served-failure';
import { backgroundAtService, connectedAtService } from '../../support/background-at-service';
import { sampleReport } from '../../support/sample-report';

const FIREWALL = { code: 'firewall', status: 403 } as const;
const BEFORE_ALL = { fail: failures.firewall };
const ofPosts = { on: { method: 'POST' }, fail: failures.firewall };

function batchOf(...urls: string[]): NewBatch {
  return { id: 'many', kind: 'create', privacy: 1, leftOut: {}, urls };
}

const FORTY = Array.from({ length: 40 }, (_, page) => `https://many.example/${page}`);

describe('a firewall in front of the service', () => {
  it('is what the connection check names, and not the API key', async () => {
    const { service, connect } = await backgroundAtService();
    service.behave(BEFORE_ALL);
    expect(await connect()).toEqual({ state: 'failed', at: 'reachable', failure: FIREWALL });
  });

  it('is what a list names that cannot be read', async () => {
    const { service, api } = await connectedAtService();
    service.behave(BEFORE_ALL);
    expect(await api.list(RECENT_REPORTS_QUERY)).toEqual({ failure: FIREWALL });
  });

  it('is sent no more of a batch until a person presses Retry now', async () => {
    const { service, api, view, requests } = await connectedAtService();
    service.behave(ofPosts);
    await api.addBatch(batchOf(...FORTY));
    await expect.poll(view).toMatchObject({
      gate: { failure: FIREWALL, until: null },
      batches: [{ waiting: 40, underWay: 0, failed: 0 }],
    });
    // Two were in flight.
    expect(requests('POST')).toHaveLength(2);
    // Lists pass, and say nothing of what does not.
    expect(await api.list(RECENT_REPORTS_QUERY)).toHaveProperty('value');
    expect(await view()).toMatchObject({ gate: { failure: FIREWALL, until: null } });
    await api.retryNow();
    await expect.poll(() => requests('POST')).toHaveLength(3);
    await expect.poll(view).toMatchObject({ gate: { until: null }, batches: [{ underWay: 0 }] });

    service.behave(null);
    await api.retryNow();
    await expect.poll(view).toMatchObject({ gate: null, batches: [{ done: 40, waiting: 0 }] });
    expect(service.reports()).toHaveLength(40);
    expect(requests('POST')).toHaveLength(43);
  });

  it('that refuses single addresses leaves these to a person, and the others go on', async () => {
    const { service, api, view, requests } = await connectedAtService();
    const suspicious = [
      'https://many.example/?u=../../etc/passwd',
      'https://many.example/?q=passwd',
    ];
    service.behave({ on: { method: 'POST', field: /passwd/ }, fail: failures.firewall });
    await api.addBatch(batchOf(...suspicious, ...FORTY));
    await expect.poll(view).toMatchObject({ gate: { failure: FIREWALL, until: null } });
    await expect.poll(view).toMatchObject({ batches: [{ underWay: 0 }] });
    await api.retryNow();
    await expect.poll(view).toMatchObject({
      gate: null,
      batches: [{ done: 40, failed: 2, waiting: 0, underWay: 0, pausedBy: null }],
    });
    expect(service.reports()).toHaveLength(40);
    // Each of the two was sent twice.
    expect(requests('POST')).toHaveLength(44);
  });
});

it('a deletion that is answered by a web page with 403 is decided by one read of its report', async () => {
  const { service, api, view, requests } = await connectedAtService();
  service.add({ url: 'https://a.example/' });
  const reports = ['1', '99'].map((id) => referTo(sampleReport(id)));
  service.behave({ on: { method: 'DELETE' }, fail: failures.firewall });
  await api.addBatch({ id: 'd', kind: 'delete', reports });
  // There is no 99, and the service itself has refused to delete 1.
  await expect
    .poll(view)
    .toMatchObject({ gate: null, batches: [{ done: 1, failed: 1, waiting: 0, underWay: 0 }] });
  service.behave(BEFORE_ALL);
  await api.steerBatch('d', { kind: 'retry' });
  await expect.poll(view).toMatchObject({
    gate: { failure: FIREWALL, until: null },
    batches: [{ done: 1, failed: 0, waiting: 1, underWay: 0 }],
  });
  expect(requests('DELETE')).toHaveLength(3);
  expect(service.requests.filter(({ path }) => /\/reports\/\d+$/.test(path))).toHaveLength(6);
});
