import { expect, it, vi } from 'vitest';
import { createConfirmation } from '@/components/ui/state/confirmation';

it('a press goes on once it is confirmed, and only once', async () => {
  const confirmation = createConfirmation<string>();
  const goOn = vi.fn(async () => {});
  confirmation.require('risk', goOn);
  expect([confirmation.reason.value, goOn.mock.calls.length]).toEqual(['risk', 0]);
  await confirmation.confirm();
  await confirmation.confirm();
  expect([confirmation.reason.value, goOn.mock.calls.length]).toEqual([null, 1]);
});

it('a press that was cancelled, or whose place another has taken, never goes on', async () => {
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
