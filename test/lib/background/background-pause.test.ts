import { describe, expect, it, vi } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { holdAnswers } from '../../support/held-answers';
import { holdUpdates } from '../../support/held-updates';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { startBackgroundOn, startConnectedBackground } from '../../support/test-background';

const crowded: Failure = { code: 'tooManyRequests', retryAt: null, message: null };
const draftOf = (name: string) => ({ url: `https://host.example/${name}`, privacy: 1 }) as const;

describe('a pause of the service', () => {
  /** A background that was told to come back later, by what it sent for the queue. */
  async function startPaused(failure = crowded) {
    const started = await startConnectedBackground();
    started.client.create.mockResolvedValueOnce({ failure });
    await started.background.create('new-1', draftOf('new'));
    await quiescence();
    started.client.create.mockClear();
    return started;
  }

  it('holds result polls and deletions back, which go out when it is over', async () => {
    const { awaited, background, client, clock, resume } = await startPaused();
    const report = sampleReport('1');
    await background.update(report, { results: 1 });
    await background.remove(sampleReport('2'));
    client.get.mockClear();
    clock.pass(10_000);
    await resume();
    expect(client.get).not.toHaveBeenCalled();
    expect(client.remove).not.toHaveBeenCalled();
    expect(awaited.stored).toMatchObject([{ attempts: 0, failure: null }]);
    clock.pass(20_000);
    await resume();
    await quiescence();
    expect(client.get).toHaveBeenCalledTimes(1);
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(client.create).toHaveBeenCalledTimes(1);
  });

  it('is kept to by the next worker, where only a deletion is left', async () => {
    const { background, client, clock, deletions, resume, store, wakeAt } =
      await startConnectedBackground();
    client.remove.mockResolvedValue({ failure: crowded });
    await background.remove(sampleReport('1'));
    clock.pass(UNDO_MS);
    await resume();
    await quiescence();
    expect(client.remove).toHaveBeenCalledTimes(1);
    expect(deletions.stored).toMatchObject([{ state: 'waiting' }]);
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 30_000);
    const next = startBackgroundOn(store, clock);
    await next.resume();
    expect(next.client.remove).not.toHaveBeenCalled();
    expect(next.wakeAt).toHaveBeenLastCalledWith(clock.now() + 30_000);
    clock.pass(30_000);
    await next.resume();
    expect(next.client.remove).toHaveBeenCalledTimes(1);
    expect(deletions.stored).toEqual([]);
  });

  it('is met by a result poll, costs it no attempt, and holds the queue back', async () => {
    const { awaited, background, client, clock, resume, submissions } =
      await startConnectedBackground();
    await background.update(sampleReport('1'), { results: 1 });
    client.get.mockResolvedValue({ failure: crowded });
    clock.pass(2_000);
    await resume();
    await quiescence();
    expect(awaited.stored).toMatchObject([{ attempts: 0, failure: null }]);
    const answer = await background.create('new-1', draftOf('new'));
    expect(answer).toEqual({ value: { state: 'queued', failure: crowded } });
    expect(client.create).not.toHaveBeenCalled();
    expect(submissions.view.stored?.pause).toMatchObject({ failure: crowded });
  });

  it('is met by a list that a person asks for, and holds the queue back', async () => {
    const { background, client } = await startConnectedBackground();
    client.list.mockResolvedValue({ failure: crowded });
    await background.list(RECENT_REPORTS_QUERY);
    await quiescence();
    await expect(background.create('new-1', draftOf('new'))).resolves.toEqual({
      value: { state: 'queued', failure: crowded },
    });
    expect(client.create).not.toHaveBeenCalled();
  });

  it('holds back nothing that a person asks for', async () => {
    const { background, client } = await startPaused();
    client.list.mockClear();
    await background.list(RECENT_REPORTS_QUERY);
    await background.get(sampleReport('1'));
    await background.update(sampleReport('1'), { privacy: 0 });
    expect(client.list).toHaveBeenCalledTimes(1);
    expect(client.get).toHaveBeenCalledTimes(1);
    expect(client.update).toHaveBeenCalledTimes(1);
    expect(client.create).not.toHaveBeenCalled();
  });

  it('sends no creation whose turn comes when the service has told another request to wait', async () => {
    const { background, client } = await startConnectedBackground();
    const updates = await holdUpdates({ background, client });
    const created = background.create('new', draftOf('new'));
    await quiescence();
    client.get.mockResolvedValue({ failure: crowded });
    await background.get(sampleReport('3'));
    updates.answer(0, { value: sampleDetails('1', { privacy: 0 }) });
    await expect(created).resolves.toEqual({ value: { state: 'queued', failure: crowded } });
    expect(client.list).not.toHaveBeenCalled();
    expect(client.create).not.toHaveBeenCalled();
  });

  it('sends no creation after a look during which the service told another request to wait', async () => {
    const { background, client, submissions } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const created = background.create('new', draftOf('new'));
    await lists.asked(1);
    client.get.mockResolvedValue({ failure: crowded });
    await background.get(sampleReport('3'));
    lists.answer(0, { value: { reports: [], unreadable: 0, total: 0 } });
    await expect(created).resolves.toEqual({ value: { state: 'queued', failure: crowded } });
    expect(client.create).not.toHaveBeenCalled();
    expect(submissions.stored).toMatchObject([{ state: 'waiting', sends: 0 }]);
  });

  it.each<[string, (started: Awaited<ReturnType<typeof startPaused>>) => Promise<unknown>]>([
    ['opening a report', ({ background }) => background.get(sampleReport('1'))],
    ['a saved change', ({ background }) => background.update(sampleReport('1'), { privacy: 0 })],
    ['Refresh', ({ background }) => background.list(RECENT_REPORTS_QUERY)],
  ])('of a service that could not be reached ends with %s', async (_, act) => {
    const started = await startPaused({ code: 'keyRefused', message: null });
    expect(started.submissions.stored).toMatchObject([{ state: 'waiting', sends: 0 }]);
    await act(started);
    await vi.waitFor(() => expect(started.submissions.stored).toEqual([]), { interval: 1 });
    expect(started.client.create).toHaveBeenCalledTimes(1);
  });
});

describe('a deletion that meets a service out of reach', () => {
  const unreachable: Failure = { code: 'unreachable' };

  it('stays, and goes out once when the service is back', async () => {
    const { background, client, clock, deletions, resume } = await startConnectedBackground();
    client.remove.mockResolvedValueOnce({ failure: unreachable });
    client.list.mockResolvedValue({ failure: unreachable });
    await background.remove(sampleReport('1'));
    clock.pass(UNDO_MS);
    await resume();
    expect(deletions.stored).toMatchObject([{ state: 'sending' }]);
    clock.pass(5_000);
    await resume();
    expect(client.remove).toHaveBeenCalledTimes(1);
    client.list.mockResolvedValue({ value: { reports: [], unreadable: 0, total: 0 } });
    clock.pass(10_000);
    await resume();
    await quiescence();
    expect(client.get).toHaveBeenCalledExactlyOnceWith('1', expect.any(AbortSignal));
    expect(client.remove).toHaveBeenCalledTimes(2);
    expect(deletions.stored).toEqual([]);
  });
});
