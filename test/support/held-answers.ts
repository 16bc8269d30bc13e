import { expect } from 'vitest';
import { waitUntil } from './wait-until';

/** Creates a fake call. The test answers each call by its index, in any order. */
export function holdAnswers<T>() {
  const held: { resolve(value: T): void; reject(error: Error): void }[] = [];
  const at = (index: number) => {
    const found = held[index];
    if (found === undefined) throw new Error(`There has been no call number ${index}`);
    return found;
  };
  return {
    /** The fake call. */
    call: () => new Promise<T>((resolve, reject) => held.push({ resolve, reject })),
    /** The number of calls. */
    get count() {
      return held.length;
    },
    /** Waits until the number of calls is `count`. */
    asked: (count: number) => waitUntil(() => expect(held).toHaveLength(count)),
    answer: (index: number, value: T) => at(index).resolve(value),
    reject: (index: number) => at(index).reject(new Error('No answer')),
  };
}
