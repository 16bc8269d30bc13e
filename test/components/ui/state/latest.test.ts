import { expect, it } from 'vitest';
import { createLatest } from '@/components/ui/state/latest';

it('only the latest of several reads is current', () => {
  const reads = createLatest();
  const [isFirstLatest, isSecondLatest] = [reads.begin(), reads.begin()];
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
});

it('a dropped read is not current, and the next read is', () => {
  const reads = createLatest();
  const isLatest = reads.begin();
  reads.drop();
  expect([isLatest(), reads.begin()()]).toEqual([false, true]);
});
