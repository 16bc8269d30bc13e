import { expect, it } from 'vitest';
import { createWakePlan, type WakePlan } from '@/lib/background/wake-plan';

const CUT_OFF = 90_000;

function timesAfter(act: (plan: WakePlan, clock: { now: number }) => void) {
  const clock = { now: 0 };
  const times: (number | null)[] = [];
  act(
    createWakePlan(
      (time) => times.push(time),
      () => clock.now,
    ),
    clock,
  );
  return times;
}

it('a wake-up is set only once while steps follow each other', () => {
  const times = timesAfter((plan, clock) => {
    plan.begin();
    for (clock.now of [1000, 20_000, 40_000]) {
      plan.cover();
      plan.set(clock.now + CUT_OFF);
    }
  });
  expect(times).toEqual([CUT_OFF]);
});

it('a wake-up is set to the end of a long pause', () => {
  const times = timesAfter((plan) => {
    plan.begin();
    plan.set(3_500_000);
  });
  expect(times).toEqual([CUT_OFF, 3_500_000]);
});

it('a wake-up is set again after its time has passed', () => {
  const times = timesAfter((plan, clock) => {
    plan.cover();
    clock.now = CUT_OFF + 1000;
    plan.set(CUT_OFF + 2000);
  });
  expect(times).toEqual([CUT_OFF, CUT_OFF + 2000]);
});
