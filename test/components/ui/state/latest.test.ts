import { expect, it } from 'vitest';
import { createLatest } from '@/components/ui/state/latest';

it('of several reads the one that has begun last counts, in whatever order they end', () => {
  const reads = createLatest();
  const [isFirstLatest, isSecondLatest] = [reads.begin(), reads.begin()];
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
});

it('none counts that was dropped', () => {
  const reads = createLatest();
  const isLatest = reads.begin();
  reads.drop();
  expect([isLatest(), reads.begin()()]).toEqual([false, true]);
});

it('what follows the newest read counts as long as that does', () => {
  const reads = createLatest();
  reads.begin();
  const isLatest = reads.follow();
  expect(isLatest()).toBe(true);
  reads.begin();
  expect(isLatest()).toBe(false);
});
