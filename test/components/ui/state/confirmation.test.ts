import { expect, it, vi } from 'vitest';
import { createConfirmation } from '@/components/ui/state/confirmation';

it('a confirmation performs its press when confirmed, and only once', async () => {
  const confirmation = createConfirmation<string>();
  const perform = vi.fn(async () => {});
  confirmation.require('risk', perform);
  expect([confirmation.reason.value, perform.mock.calls.length]).toEqual(['risk', 0]);
  await confirmation.confirm();
  await confirmation.confirm();
  expect([confirmation.reason.value, perform.mock.calls.length]).toEqual([null, 1]);
});

it('a confirmation never performs a cancelled or replaced press', async () => {
  const confirmation = createConfirmation<string>();
  const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})];
  confirmation.require('first', first);
  confirmation.require('second', second);
  await confirmation.confirm();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  confirmation.require('first', first);
  confirmation.cancel();
  await confirmation.confirm();
  expect(first).not.toHaveBeenCalled();
});
