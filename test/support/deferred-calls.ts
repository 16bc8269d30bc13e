import { expect } from 'vitest';
import { waitUntil } from './wait-until';

/** Creates a fake asynchronous function. The test answers each call by its index, in any order. */
export function createDeferredCalls<T>() {
  const calls: { resolve(value: T): void; reject(error: Error): void }[] = [];
  const callAt = (index: number) => {
    const call = calls[index];
    if (call === undefined) throw new Error(`There has been no call with the index ${index}.`);
    return call;
  };
  return {
    call: () => new Promise<T>((resolve, reject) => calls.push({ resolve, reject })),
    get count() {
      return calls.length;
    },
    untilCount: (count: number) => waitUntil(() => expect(calls).toHaveLength(count)),
    answer: (index: number, value: T) => callAt(index).resolve(value),
    reject: (index: number) => callAt(index).reject(new Error('No answer')),
  };
}
