import { expect } from 'vitest';
import { waitUntil } from './wait-until';

/** Makes a call whose answers are given by hand, in any order; they are counted from 0. */
export function holdAnswers<T>() {
  const held: { resolve(value: T): void; reject(error: Error): void }[] = [];
  const at = (index: number) => {
    const found = held[index];
    if (found === undefined) throw new Error(`There has been no call number ${index}`);
    return found;
  };
  return {
    /** Stands in for the call. */
    call: () => new Promise<T>((resolve, reject) => held.push({ resolve, reject })),
    /** How many calls there have been. */
    get count() {
      return held.length;
    },
    /** Resolves once there have been so many calls. */
    asked: (count: number) => waitUntil(() => expect(held).toHaveLength(count)),
    answer: (index: number, value: T) => at(index).resolve(value),
    reject: (index: number) => at(index).reject(new Error('No answer')),
  };
}
