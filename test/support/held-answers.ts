import { expect, vi } from 'vitest';

/** Answers that are given by hand, in any order, to calls that wait for them. */
export interface HeldAnswers<T> {
  /** Stands in for the call. */
  call(): Promise<T>;
  /** How many calls there have been. */
  readonly count: number;
  /** Resolves once there have been so many calls. */
  asked(count: number): Promise<void>;
  /** Answers the call with this number, counted from 0. */
  answer(index: number, value: T): void;
  /** Rejects the call with this number, counted from 0. */
  reject(index: number): void;
}

/** Makes a call whose answers are held back. */
export function holdAnswers<T>(): HeldAnswers<T> {
  const held: { resolve(value: T): void; reject(error: Error): void }[] = [];
  const at = (index: number) => {
    const found = held[index];
    if (found === undefined) throw new Error(`There has been no call number ${index}`);
    return found;
  };
  return {
    call: () => new Promise((resolve, reject) => held.push({ resolve, reject })),
    get count() {
      return held.length;
    },
    asked: (count) => vi.waitFor(() => expect(held).toHaveLength(count), { interval: 1 }),
    answer: (index, value) => at(index).resolve(value),
    reject: (index) => at(index).reject(new Error('No answer')),
  };
}
