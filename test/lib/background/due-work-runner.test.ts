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

/** A runner of such works that has just been started. */
function startRunner(...times: (number | null)[]) {
  const works = times.map(createWork);
  const wakeAt = vi.fn();
  const runner = createDueWorkRunner(works, wakeAt, now);
  const running = runner.run();
  async function end() {
    for (const { runs } of works) runs.answer(0, undefined);
    await running;
  }
  return { works, wakeAt, runner, running, end };
}

describe('a runner of stored work', () => {
  it.each([
    [[3_000, 1_000], 1_000],
    [[null, 2_000], 2_000],
    [[null, null], null],
    [[0, 5], 0],
    [[], null],
  ])('wakes for work due at %j at %j', async (times, wake) => {
    const { wakeAt, end } = startRunner(...times);
    await end();
    expect(wakeAt).toHaveBeenLastCalledWith(wake);
  });

  it('does all work at once and ends with the last', async () => {
    const { works, running } = startRunner(null, null);
    const ended = vi.fn();
    void running.then(ended);
    for (const { runs } of works) {
      expect(ended).not.toHaveBeenCalled();
      runs.answer(0, undefined);
      await quiescence();
    }
    expect(ended).toHaveBeenCalled();
  });

  it('plans before slow work has ended, and again with what it has changed', async () => {
    const { works, wakeAt, end } = startRunner(90_000);
    await vi.waitFor(() => expect(wakeAt).toHaveBeenLastCalledWith(90_000), { interval: 1 });
    works[0]?.nextDue.mockResolvedValue(4_000);
    await end();
    expect(wakeAt).toHaveBeenLastCalledWith(4_000);
  });
});

describe('a runner that is told when to wake at the latest', () => {
  it.each([
    [null, 1_090_000],
    [1_090_001, 1_090_000],
    [1_004_000, 1_004_000],
  ])('wakes by then: where it had planned %j, at %j', async (nextDue, wake) => {
    const { runner, wakeAt, end } = startRunner(nextDue);
    await end();
    runner.wakeBy(1_090_000);
    runner.wakeBy(1_095_000);
    expect(wakeAt).toHaveBeenLastCalledWith(wake);
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
});

describe('a runner of stored work on a store that fails', () => {
  it('does the other work, never rejects, and tries again after a pause', async () => {
    const { works, wakeAt, running } = startRunner(0, null);
    works[0]?.runs.reject(0);
    works[1]?.runs.answer(0, undefined);
    await expect(running).resolves.toBeUndefined();
    expect(wakeAt).toHaveBeenLastCalledWith(now() + 30_000);
  });

  it('plans to look again where it cannot be told what is due', async () => {
    const { works, wakeAt, end } = startRunner(null, null);
    works[0]?.nextDue.mockRejectedValue(new Error('No answer'));
    await end();
    expect(wakeAt).toHaveBeenLastCalledWith(now() + 30_000);
  });
});
