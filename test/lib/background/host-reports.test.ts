import { beforeEach, expect, it } from 'vitest';
import { archiveItems } from '@/lib/archive/archive-items';
import { frontItem } from '@/lib/front/front';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';

const DATE = '2026-11-20T10:11:12.000Z';
const QUERY = { ...NEWEST_QUERY, project: 'host.example' };

/** A background that is connected to a service with one report of a host. */
async function start() {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  const project = 'host.example';
  const report = sampleReport('7', { url: 'host.example/7', project, generatedAt: DATE });
  client.list.mockReset().mockResolvedValue({ value: { ...listOf(report), next: 3 } });
  return { api, client };
}

beforeEach(emptyBrowser);

it('the reports of a host are answered as page keys and dates, and stored nowhere', async () => {
  const { api, client } = await start();
  const stored = await frontItem.read();
  const value = { pages: [['host.example/7', DATE]], rows: 1, next: 3 };
  expect(await api.hostReports('host.example', 2)).toEqual({ value });
  expect(client.list).toHaveBeenCalledExactlyOnceWith(QUERY, expect.anything(), 2);
  expect(await frontItem.read()).toEqual(stored);
  expect(await archiveItems.page('a', 'host.example/7').read()).toBeUndefined();
});

it('reports of a host are not asked for while a batch goes on, unless it is paused', async () => {
  const { api, client } = await start();
  client.create.mockReturnValue(new Promise(() => {}));
  const urls = ['https://host.example/1'];
  await api.addBatch({ id: 'b', kind: 'create', privacy: 1, leftOut: {}, urls });
  expect(await api.hostReports('host.example', 1)).toEqual({ value: null });
  expect(client.list).not.toHaveBeenCalledWith(QUERY, expect.anything(), 1);
  await api.steerBatch('b', { kind: 'pause' });
  expect(await api.hostReports('host.example', 1)).toMatchObject({ value: { rows: 1 } });
});

it('reports of a host are not asked for at a closed gate, whose failure is the answer', async () => {
  const { api, client } = await start();
  const failure = { code: 'serviceDown', status: 503, retryAt: null, message: null } as const;
  client.list.mockResolvedValue({ failure });
  expect(await api.hostReports('host.example', 1)).toEqual({ failure });
  expect(await api.hostReports('host.example', 1)).toEqual({ failure });
  expect(client.list).toHaveBeenCalledOnce();
});
