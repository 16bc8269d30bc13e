import { describe, expect, it, vi } from 'vitest';
import { createDueWorkRunner } from '@/lib/background/due-work-runner';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';

const now = () => 1_000_000;

/** Work that is due next at a time, and takes until it is told. */
function createWork(nextDue: number | null) {
  const runs = holdAnswers<void>();
  return { runs, runDue: vi.fn(runs.call), nextDue: vi.fn(async () => nextDue) };
}

describe('a runner of stored work', () => {
  it.each([
    [[3_000, 1_000], 1_000],
    [[1_000, 3_000], 1_000],
    [[null, 2_000], 2_000],
    [[null, null], null],
    [[0, 5], 0],
    [[], null],
  ])('wakes for work due at %j at %j', async (times, wake) => {
    const works = times.map(createWork);
    const wakeAt = vi.fn();
    const running = createDueWorkRunner(works, wakeAt, now).run();
    for (const { runs } of works) runs.answer(0, undefined);
    await running;
    expect(wakeAt).toHaveBeenLastCalledWith(wake);
  });

  it('does all work at once and ends with the last', async () => {
    const slow = createWork(null);
    const quick = createWork(null);
    const ended = vi.fn();
    const running = createDueWorkRunner([slow, quick], vi.fn(), now).run().then(ended);
    expect([slow.runs.count, quick.runs.count]).toEqual([1, 1]);
    quick.runs.answer(0, undefined);
    await quiescence();
    expect(ended).not.toHaveBeenCalled();
    slow.runs.answer(0, undefined);
    await running;
    expect(ended).toHaveBeenCalled();
  });

  it('plans before slow work has ended, and again with what it has changed', async () => {
    const slow = createWork(90_000);
    const wakeAt = vi.fn();
    const running = createDueWorkRunner([slow], wakeAt, now).run();
    await vi.waitFor(() => expect(wakeAt).toHaveBeenCalledTimes(1), { interval: 1 });
    expect(wakeAt).toHaveBeenLastCalledWith(90_000);
    slow.nextDue.mockResolvedValue(4_000);
    slow.runs.answer(0, undefined);
    await running;
    expect(wakeAt).toHaveBeenCalledTimes(2);
    expect(wakeAt).toHaveBeenLastCalledWith(4_000);
  });
});

describe('a runner that is told when to wake at the latest', () => {
  async function startPlanned(nextDue: number | null) {
    const work = createWork(nextDue);
    const wakeAt = vi.fn();
    const runner = createDueWorkRunner([work], wakeAt, now);
    const running = runner.run();
    work.runs.answer(0, undefined);
    await running;
    wakeAt.mockClear();
    return { runner, wakeAt };
  }

  it.each([null, 1_090_001])('wakes then where it had planned %j', async (nextDue) => {
    const { runner, wakeAt } = await startPlanned(nextDue);
    runner.wakeBy(1_090_000);
    expect(wakeAt).toHaveBeenCalledExactlyOnceWith(1_090_000);
    runner.wakeBy(1_090_000);
    runner.wakeBy(1_095_000);
    expect(wakeAt).toHaveBeenCalledTimes(1);
  });

  it('is not overruled by a plan that was begun before', async () => {
    const work = createWork(null);
    const plans = holdAnswers<number | null>();
    work.nextDue.mockImplementation(plans.call);
    const wakeAt = vi.fn();
    const runner = createDueWorkRunner([work], wakeAt, now);
    void runner.run();
    await plans.asked(1);
    runner.wakeBy(1_090_000);
    plans.answer(0, null);
    await plans.asked(2);
    expect(wakeAt.mock.calls).toEqual([[1_090_000]]);
    plans.answer(1, 1_080_000);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(1_080_000);
  });

  it('keeps an earlier plan', async () => {
    const { runner, wakeAt } = await startPlanned(1_004_000);
    runner.wakeBy(1_090_000);
    expect(wakeAt).not.toHaveBeenCalled();
  });
});

describe('a runner of stored work on a store that fails', () => {
  it('does the other work, never rejects, and tries again after a pause', async () => {
    const failing = createWork(0);
    const other = createWork(null);
    const wakeAt = vi.fn();
    const running = createDueWorkRunner([failing, other], wakeAt, now).run();
    failing.runs.reject(0);
    other.runs.answer(0, undefined);
    await expect(running).resolves.toBeUndefined();
    expect(other.runDue).toHaveBeenCalledTimes(1);
    expect(wakeAt).toHaveBeenLastCalledWith(now() + 30_000);
  });

  it('plans to look again where it cannot be told what is due', async () => {
    const failing = createWork(null);
    failing.nextDue.mockRejectedValue(new Error('No answer'));
    const other = createWork(null);
    const wakeAt = vi.fn();
    const running = createDueWorkRunner([failing, other], wakeAt, now).run();
    for (const { runs } of [failing, other]) runs.answer(0, undefined);
    await running;
    expect(wakeAt).toHaveBeenLastCalledWith(now() + 30_000);
  });
});
