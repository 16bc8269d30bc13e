import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { startBackground, startConnectedBackground } from '../../support/test-background';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });

describe('a report on its way', () => {
  it('is stored until the service has answered', async () => {
    const { background, client, submissions } = await startConnectedBackground();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const creating = background.create('new-1', draft);
    await creates.asked(1);
    expect(submissions.stored).toMatchObject([{ id: 'new-1', url, state: 'sending' }]);
    expect(submissions.stored[0]?.knownIds.toSorted()).toEqual(['1', '2']);
    creates.answer(0, { value: sampleDetails('3', { url }) });
    await creating;
    expect(submissions.stored).toEqual([]);
  });

  it('is looked for by the next worker, which sends nothing', async () => {
    const { background, client, listedIds, store, submissions } = await startConnectedBackground();
    const creates = holdAnswers<never>();
    client.create.mockImplementation(creates.call);
    void background.create('new-1', draft);
    await creates.asked(1);
    const second = startBackground(store);
    second.client.list.mockResolvedValue({ value: listOf(created, sampleReport('2')) });
    await second.resume();
    expect(second.client.create).not.toHaveBeenCalled();
    expect(submissions.stored).toEqual([]);
    expect(listedIds()).toEqual(['3', '2', '1']);
  });

  it('succeeds though the store has no space to await its result', async () => {
    const { awaited, background, client } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    client.create.mockResolvedValue({ value: sampleDetails('3', { url, result: null }) });
    vi.spyOn(awaited, 'write').mockRejectedValue(new Error('No space left'));
    await expect(background.create('new-1', draft)).resolves.toMatchObject({
      value: { state: 'created', report: { id: '3' } },
    });
  });
});

describe('a report that may or may not have been created', () => {
  async function createUnclear() {
    const started = await startConnectedBackground();
    started.client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
    await started.background.create('new-1', draft);
    await quiescence();
    expect(started.submissions.stored).toMatchObject([{ id: 'new-1', state: 'checking' }]);
    return started;
  }

  it('is settled by any list that shows it', async () => {
    const { background, client, submissions } = await createUnclear();
    client.list.mockResolvedValue({ value: listOf(created) });
    await background.list(RECENT_REPORTS_QUERY);
    expect(submissions.stored).toEqual([]);
  });

  it('can be discarded', async () => {
    const { background, submissions } = await createUnclear();
    await expect(background.discard('new-1')).resolves.toEqual({ value: true });
    expect(submissions.stored).toEqual([]);
  });

  it('is gone with the connection', async () => {
    const { background, store } = await createUnclear();
    await background.disconnect(true);
    expect(store.names()).toEqual([]);
  });
});
