import { beforeEach, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import type { ReportDetails } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { WrittenReport } from '@/lib/service/answer/answer-bodies';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';
import { waitUntil } from '../../support/wait-until';

const CHECK = {
  name: 'title',
  isPassed: false,
  importance: 'high',
  value: null,
  reasons: [],
  details: [],
};
const RENEWED: ReportDetails = {
  ...sampleDetails('1', { score: 62, generatedAt: '2026-11-20T10:11:12.000Z' }),
  checks: [CHECK],
};
const failure = { code: 'tooManyRequests', retryAt: null, message: null } as const;

/** The service fails every read, and answers updates with the given report. */
async function startBackground(answer: WrittenReport) {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  client.get.mockResolvedValue({ failure });
  client.update.mockResolvedValue({ value: answer });
  let ids = 0;
  async function change(change: { results: 1 } | { privacy: Privacy }) {
    const updates = client.update.mock.calls.length;
    const report = referTo(sampleReport('1'));
    const id = `u${++ids}`;
    await api.createJob('a', { id, subjects: [{ kind: 'update', report, update: change }] });
    await waitUntil(() => expect(client.update.mock.calls.length).toBe(updates + 1));
    // The answer was applied.
    await waitUntil(async () =>
      expect(await api.updateJob('a', id, { kind: 'cancel' })).toEqual({ value: false }),
    );
  }
  return { api, client, change };
}

beforeEach(emptyBrowser);

it('the reads after an update return the report of its answer', async () => {
  const { api, client, change } = await startBackground(RENEWED);
  await change({ results: 1 });
  expect(await api.getReport('a', referTo(sampleReport('1')))).toEqual({ value: RENEWED });
  expect(client.get).not.toHaveBeenCalled();
});

it.each<[string, WrittenReport]>([
  ['no new result', { ...RENEWED, generatedAt: sampleReport('1').generatedAt }],
  ['no checks', { ...RENEWED, checks: [] }],
])('the read after an update sends a request if the answer has %s', async (_, answer) => {
  const { api, change } = await startBackground(answer);
  await change({ results: 1 });
  expect(await api.getReport('a', referTo(sampleReport('1')))).toEqual({ failure });
});

it('the read after a later change sends a request', async () => {
  const { api, change } = await startBackground(RENEWED);
  await change({ results: 1 });
  await change({ privacy: Privacy.Public });
  expect(await api.getReport('a', referTo(sampleReport('1')))).toEqual({ failure });
});
