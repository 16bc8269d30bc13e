import { beforeEach, expect, it } from 'vitest';
import type { Check } from '@/lib/report/content/checks';
import { referTo } from '@/lib/report/report-reference';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';
import { waitUntil } from '../../support/wait-until';

const checkOf = (name: string, isPassed: boolean): Check => ({
  name,
  isPassed,
  importance: 'high',
  value: null,
  reasons: [],
  details: [],
});
const CHECKS = [checkOf('title', false), checkOf('robots', true)];

beforeEach(emptyBrowser);

it('getFindings returns findings of creations and updates without a request', async () => {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  client.update.mockImplementation(async (id) => ({
    value: { ...sampleDetails(id, { generatedAt: '2026-11-26T08:00:00.000Z' }), checks: CHECKS },
  }));
  client.create.mockResolvedValue({ value: { ...sampleDetails('8'), checks: CHECKS } });
  const report = referTo(sampleReport('7'));
  const update = { results: 1 } as const;
  await api.createJob('a', { id: 'u', subjects: [{ kind: 'update', report, update }] });
  const url = 'https://host.example/8';
  await api.createJob('a', { id: 'c', subjects: [{ kind: 'create', url, privacy: 1 }] });
  const getFound = () => api.getFindings('a', ['7', '8', '9']);
  await waitUntil(async () =>
    expect(await getFound()).toEqual({
      value: {
        7: { generatedAt: '2026-11-26T08:00:00.000Z', checks: CHECKS.slice(0, 1) },
        8: { generatedAt: sampleReport('8').generatedAt, checks: CHECKS.slice(0, 1) },
      },
    }),
  );
  expect(client.get).not.toHaveBeenCalled();
});
