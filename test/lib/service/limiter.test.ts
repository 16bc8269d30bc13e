import { describe, expect, it } from 'vitest';
import { createLimiter } from '@/lib/service/limiter';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';

/** A limiter of two, with as many that wait as there are names after the first two. */
function startBusy(...names: string[]) {
  const limiter = createLimiter(2);
  const held = holdAnswers<void>();
  const begun: string[] = [];
  const start = (name: string, options?: Parameters<typeof limiter>[1]) =>
    limiter(() => {
      begun.push(name);
      return held.call();
    }, options);
  for (const name of names) void start(name).catch(() => {});
  return { held, begun, start };
}

describe('a limiter', () => {
  it('lets as many begin as it may, and the others one by one in their order', async () => {
    const { held, begun } = startBusy('a', 'b', 'c', 'd');
    await quiescence();
    expect(begun).toEqual(['a', 'b']);
    held.answer(1, undefined);
    await quiescence();
    expect(begun).toEqual(['a', 'b', 'c']);
    held.reject(0);
    await quiescence();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets what is urgent go before what is not, and among its own in order', async () => {
    const { held, begun, start } = startBusy('a', 'b', 'c');
    void start('urgent 1', { isUrgent: true });
    void start('urgent 2', { isUrgent: true });
    for (const index of [0, 1, 2, 3]) {
      await held.asked(Math.min(5, index + 2));
      held.answer(index, undefined);
    }
    await quiescence();
    expect(begun).toEqual(['a', 'b', 'urgent 1', 'urgent 2', 'c']);
  });

  it('takes out of the line what is given up, which never begins', async () => {
    const { held, begun, start } = startBusy('a', 'b');
    const controller = new AbortController();
    const { signal } = controller;
    const given = start('given up', { signal });
    void start('d');
    controller.abort();
    await expect(given).resolves.toBeUndefined();
    await expect(start('late', { signal })).resolves.toBeUndefined();
    held.answer(0, undefined);
    await quiescence();
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('leaves to itself what is given up after it began', async () => {
    const { held, begun, start } = startBusy('a');
    const controller = new AbortController();
    const begunOne = start('b', { signal: controller.signal });
    void start('c');
    await held.asked(2);
    controller.abort();
    await quiescence();
    expect(begun).toEqual(['a', 'b']);
    held.answer(1, undefined);
    await begunOne;
    await quiescence();
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});
