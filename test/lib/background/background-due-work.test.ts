import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { startBackground, startConnectedBackground } from '../../support/test-background';

const report = sampleReport('1');
const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;
const gone: Failure = { code: 'gone', what: 'report', message: null };

describe('deleting a report', () => {
  it('is stored and planned at once, and sends nothing before its undo time is over', async () => {
    const { background, client, clock, deletions, listedIds, wakeAt } =
      await startConnectedBackground();
    await expect(background.remove(report)).resolves.toEqual({ value: null });
    expect(deletions.stored).toEqual([{ report, dueAt: clock.in(6_000), state: 'waiting' }]);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 6_000);
    expect(client.remove).not.toHaveBeenCalled();
    expect(listedIds()).toEqual(['2', '1']);
  });

  it('is done when the worker is woken for it', async () => {
    const { background, client, clock, deletions, listedIds, resume, wakeAt } =
      await startConnectedBackground();
    await background.remove(report);
    await quiescence();
    client.list.mockImplementation(holdAnswers<never>().call);
    clock.pass(6_000);
    await resume();
    expect(client.remove).toHaveBeenCalledExactlyOnceWith('1', expect.any(AbortSignal));
    expect(listedIds()).toEqual(['2']);
    expect(deletions.stored).toEqual([]);
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });

  it('wakes the worker at the earlier of two', async () => {
    const { background, clock, wakeAt } = await startConnectedBackground();
    await background.remove(report);
    clock.pass(1_000);
    await background.remove(sampleReport('2'));
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 5_000);
  });

  it('keeps the worker awake until the service has answered', async () => {
    const { background, client, clock, isAwake, resume } = await startConnectedBackground();
    const removes = holdAnswers<{ value: null }>();
    client.remove.mockImplementation(removes.call);
    await background.remove(report);
    await quiescence();
    expect(isAwake()).toBe(false);
    clock.pass(6_000);
    const resuming = resume();
    await removes.asked(1);
    expect(isAwake()).toBe(true);
    removes.answer(0, { value: null });
    await resuming;
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  });

  it('cannot be promised where the store has no space for it', async () => {
    const { background, client, clock, deletions, resume } = await startConnectedBackground();
    vi.spyOn(deletions, 'write').mockRejectedValueOnce(new Error('No space left'));
    const failure = { code: 'not-stored' };
    await expect(background.remove(report)).resolves.toEqual({ failure });
    clock.pass(6_000);
    await resume();
    expect(client.remove).not.toHaveBeenCalled();
  });
});

describe('undoing a deletion', () => {
  it('in time sends nothing and takes the wake-up back', async () => {
    const { background, client, clock, resume, wakeAt } = await startConnectedBackground();
    await background.remove(report);
    await expect(background.undoRemove('1')).resolves.toEqual({ value: true });
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(null);
    clock.pass(6_000);
    await resume();
    expect(client.remove).not.toHaveBeenCalled();
  });

  it('says when it is too late', async () => {
    const { background, clock, resume } = await startConnectedBackground();
    await background.remove(report);
    clock.pass(6_000);
    await resume();
    await expect(background.undoRemove('1')).resolves.toEqual({ value: false });
  });
});

describe('a background that is made anew', () => {
  it('sends a deletion once whose undo time ended while it was stopped', async () => {
    const { background, clock, store } = await startConnectedBackground();
    await background.remove(report);
    clock.pass(60_000);
    const second = startBackground(store, clock);
    await second.resume();
    const third = startBackground(store, clock);
    await third.resume();
    expect(second.client.remove).toHaveBeenCalledTimes(1);
    expect(third.client.remove).not.toHaveBeenCalled();
  });

  it('plans a deletion whose undo time has not ended', async () => {
    const { background, clock, store } = await startConnectedBackground();
    await background.remove(report);
    clock.pass(1_000);
    const second = startBackground(store, clock);
    await second.resume();
    expect(second.client.remove).not.toHaveBeenCalled();
    expect(second.wakeAt).toHaveBeenLastCalledWith(clock.now() + 5_000);
  });

  it('asks after a deletion that was cut off, and does not send it blindly', async () => {
    const { background, client, clock, deletions, listedIds, resume, store } =
      await startConnectedBackground();
    const removes = holdAnswers<never>();
    client.remove.mockImplementation(removes.call);
    await background.remove(report);
    clock.pass(6_000);
    void resume();
    await removes.asked(1);
    const second = startBackground(store, clock);
    second.client.get.mockResolvedValue({ failure: gone });
    second.client.list.mockImplementation(holdAnswers<never>().call);
    await second.resume();
    expect(second.client.remove).not.toHaveBeenCalled();
    expect(deletions.stored).toEqual([]);
    expect(listedIds()).toEqual(['2']);
  });

  it('goes on asking for a result that is awaited', async () => {
    const { background, clock, list, store } = await startConnectedBackground();
    await background.update(report, { results: 1 });
    clock.pass(2_000);
    const second = startBackground(store, clock);
    second.client.get.mockResolvedValue({ value: sampleDetails('1', renewed) });
    await second.resume();
    expect(list.stored?.reports).toContainEqual(sampleReport('1', renewed));
  });

  it('does nothing where no service is connected', async () => {
    const { clientFor, resume, wakeAt } = startBackground();
    await resume();
    expect(clientFor).not.toHaveBeenCalled();
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });
});

describe('updating the results of a report', () => {
  it('awaits the new result, and plans to ask for it', async () => {
    const { awaited, background, client, clock, wakeAt } = await startConnectedBackground();
    await background.update(report, { results: 1 });
    expect(client.update).toHaveBeenCalledExactlyOnceWith(
      '1',
      { results: 1 },
      expect.any(AbortSignal),
    );
    expect(awaited.stored).toEqual([
      { report, attempts: 0, nextAt: clock.in(2_000), failure: null },
    ]);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 2_000);
  });

  it('awaits nothing where the service answers with the new result', async () => {
    const { awaited, background, client, list } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: sampleDetails('1', renewed) });
    await background.update(report, { results: 1 });
    expect(awaited.stored ?? []).toEqual([]);
    expect(list.stored?.reports).toContainEqual(sampleReport('1', renewed));
  });

  it('awaits it too where the report cannot be read after the request', async () => {
    const { awaited, background, client } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: null });
    client.get.mockResolvedValue({ failure: { code: 'unreachable' } });
    await background.update(report, { results: 1 });
    expect(awaited.stored).toMatchObject([{ report, attempts: 0 }]);
  });

  it('awaits nothing where it failed', async () => {
    const { awaited, background, client } = await startConnectedBackground();
    client.update.mockResolvedValue({ failure: { code: 'not-allowed', message: null } });
    await background.update(report, { results: 1 });
    expect(awaited.stored).toBeUndefined();
  });
});
