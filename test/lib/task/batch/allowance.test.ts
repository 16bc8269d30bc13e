import { expect, it } from 'vitest';
import { createAllowance } from '@/lib/task/batch/allowance';

function start() {
  let time = 0;
  const allowance = createAllowance(() => time);
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { allowance, pass };
}

it('requests never count as few if the service announces no limit', () => {
  const { allowance } = start();
  for (let sent = 0; sent < 500; sent += 1) allowance.spend();
  expect(allowance.isShort()).toBe(false);
});

it('requests count as few below ten left, minus the requests sent since', () => {
  const { allowance } = start();
  allowance.note(12);
  expect(allowance.isShort()).toBe(false);
  for (let sent = 0; sent < 3; sent += 1) allowance.spend();
  expect(allowance.isShort()).toBe(true);
  allowance.note(59);
  expect(allowance.isShort()).toBe(false);
});

it('an announced limit counts for a minute', () => {
  const { allowance, pass } = start();
  allowance.note(3);
  pass(59);
  expect(allowance.isShort()).toBe(true);
  pass(1);
  expect(allowance.isShort()).toBe(false);
});
