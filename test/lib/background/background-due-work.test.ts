import { describe, expect, it, vi } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import {
  startBackground,
  startBackgroundOn,
  startConnectedBackground,
} from '../../support/test-background';

const report = sampleReport('1');
const renewed = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;

describe('deleting a report', () => {
  it('is stored and planned at once, and sends nothing before its undo time is over', async () => {
    const { background, client, clock, deletions, listedIds, wakeAt } =
      await startConnectedBackground();
    await expect(background.remove(report)).resolves.toEqual({ value: null });
    expect(deletions.stored).toMatchObject([
      { report, dueAt: clock.in(UNDO_MS), state: 'waiting' },
    ]);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + UNDO_MS);
    expect(client.remove).not.toHaveBeenCalled();
    expect(listedIds()).toEqual(['2', '1']);
  });

  it('is done by whichever worker is woken for it', async () => {
    const { background, clock, deletions, listedIds, store } = await startConnectedBackground();
    await background.remove(report);
    await quiescence();
    const { client, resume, wakeAt } = startBackgroundOn(store, clock);
    client.list.mockImplementation(holdAnswers<never>().call);
    clock.pass(UNDO_MS);
    await resume();
    expect(client.remove).toHaveBeenCalledExactlyOnceWith('1', expect.any(AbortSignal));
    expect(listedIds()).toEqual(['2']);
    expect(deletions.stored).toEqual([]);
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });

  it.each(['update', 'get'] as const)(
    'leaves nothing known of its page, where an earlier %s is answered after it',
    async (name) => {
      const { background, client, clock, pages, resume } = await startConnectedBackground();
      const answers = holdAnswers<Outcome<ReportDetails>>();
      client[name].mockImplementation(answers.call);
      client.list.mockImplementation(holdAnswers<never>().call);
      const call = name === 'get' ? background.get(report) : background.update(report, {});
      await answers.asked(1);
      await background.remove(report);
      clock.pass(UNDO_MS);
      await resume();
      expect(client.remove).toHaveBeenCalledOnce();
      answers.answer(0, { value: sampleDetails('1') });
      await expect(call).resolves.toHaveProperty('value');
      expect([...pages.stored.values()].flatMap(({ reports }) => reports)).toEqual([]);
    },
  );

  it('keeps nothing back of another report that has its id later', async () => {
    const { background, client, clock, pages, resume } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    await background.remove(report);
    clock.pass(UNDO_MS);
    await resume();
    client.get.mockResolvedValue({ value: sampleDetails('1') });
    await background.get(report);
    expect([...pages.stored.values()].flatMap(({ reports }) => reports)).toEqual([report]);
  });

  it('keeps the worker awake until the service has answered', async () => {
    const { background, client, clock, isAwake, resume } = await startConnectedBackground();
    const removes = holdAnswers<{ value: null }>();
    client.remove.mockImplementation(removes.call);
    await background.remove(report);
    await quiescence();
    expect(isAwake()).toBe(false);
    clock.pass(UNDO_MS);
    const resuming = resume();
    await removes.asked(1);
    expect(isAwake()).toBe(true);
    removes.answer(0, { value: null });
    await resuming;
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  });

  it('keeps the worker awake while the list is read again after it', async () => {
    const { background, client, clock, isAwake, resume } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    await background.remove(report);
    clock.pass(UNDO_MS);
    await resume();
    await lists.asked(1);
    await quiescence();
    expect(isAwake()).toBe(true);
    lists.answer(0, { value: listOf() });
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  });

  it('cannot be promised where the store has no space for it', async () => {
    const { background, client, clock, deletions, resume } = await startConnectedBackground();
    vi.spyOn(deletions, 'write').mockRejectedValueOnce(new Error('No space left'));
    const failure = { code: 'notStored' };
    await expect(background.remove(report)).resolves.toEqual({ failure });
    clock.pass(UNDO_MS);
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
    clock.pass(UNDO_MS);
    await resume();
    expect(client.remove).not.toHaveBeenCalled();
  });
});

describe('a worker that is started', () => {
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
    expect(awaited.stored).toMatchObject([
      { report, attempts: 0, nextAt: clock.in(2_000), failure: null },
    ]);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 2_000);
  });

  it('awaits nothing where the service answers with the new result', async () => {
    const { awaited, background, client, storedLists } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: sampleDetails('1', renewed) });
    await background.update(report, { results: 1 });
    expect(awaited.stored ?? []).toEqual([]);
    expect(storedLists.stored?.[0]?.reports).toContainEqual(sampleReport('1', renewed));
  });

  it('awaits it too where the report cannot be read after the request', async () => {
    const { awaited, background, client } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: null });
    client.get.mockResolvedValue({ failure: { code: 'unreachable' } });
    await background.update(report, { results: 1 });
    expect(awaited.stored).toMatchObject([{ report, attempts: 0 }]);
  });
});
