import { describe, expect, it, vi } from 'vitest';
import { createDueWorkRunner } from '@/lib/background/due-work';
import { holdAnswers } from './held-answers';
import { quiescence } from './quiescence';

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
    const running = createDueWorkRunner(works, wakeAt).run();
    for (const { runs } of works) runs.answer(0, undefined);
    await running;
    expect(wakeAt).toHaveBeenLastCalledWith(wake);
  });

  it('does all work at once and ends with the last', async () => {
    const slow = createWork(null);
    const quick = createWork(null);
    const ended = vi.fn();
    const running = createDueWorkRunner([slow, quick], vi.fn()).run().then(ended);
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
    const running = createDueWorkRunner([slow], wakeAt).run();
    await vi.waitFor(() => expect(wakeAt).toHaveBeenCalledTimes(1), { interval: 1 });
    expect(wakeAt).toHaveBeenLastCalledWith(90_000);
    slow.nextDue.mockResolvedValue(4_000);
    slow.runs.answer(0, undefined);
    await running;
    expect(wakeAt).toHaveBeenCalledTimes(2);
    expect(wakeAt).toHaveBeenLastCalledWith(4_000);
  });
});
