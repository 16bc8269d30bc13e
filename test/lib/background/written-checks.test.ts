import { beforeEach, expect, it, vi } from 'vitest';
import type { Check } from '@/lib/report/content/checks';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';

const checkOf = (name: string, isPassed: boolean): Check => ({
  ...{ name, isPassed, importance: 'high', value: null, reasons: [], details: [] },
});
const CHECKS = [checkOf('title', false), checkOf('robots', true)];

beforeEach(emptyBrowser);

it('what the answers to creations and updates have found is told without a request', async () => {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  client.update.mockImplementation(async (id) => ({
    value: { ...sampleDetails(id, { generatedAt: '2026-11-26T08:00:00.000Z' }), checks: CHECKS },
  }));
  client.create.mockResolvedValue({ value: { ...sampleDetails('8'), checks: CHECKS } });
  const change = { results: 1 } as const;
  await api.add([{ id: 'u', kind: 'change', report: sampleReport('7'), change }]);
  await api.add([
    { id: 'c', kind: 'create', draft: { url: 'https://host.example/8', privacy: 1 } },
  ]);
  const found = () => api.found(['7', '8', '9']);
  await vi.waitFor(async () =>
    expect(await found()).toEqual({
      value: {
        7: { generatedAt: '2026-11-26T08:00:00.000Z', checks: CHECKS.slice(0, 1) },
        8: { generatedAt: sampleReport('8').generatedAt, checks: CHECKS.slice(0, 1) },
      },
    }),
  );
  expect(client.get).not.toHaveBeenCalled();
});
