import { describe, expect, it } from 'vitest';
import { createWakePlan } from '@/lib/background/wake-plan';

const CUT_OFF = 90_000;
const START = 1_000_000;

function start() {
  const clock = { now: START };
  const set: (number | null)[] = [];
  const plan = createWakePlan(
    (time) => set.push(time && time - START),
    () => clock.now,
  );
  return {
    ...plan,
    set: (time: number | null) => plan.set(time && START + time),
    times: set,
    clock,
  };
}

describe('A wake plan', () => {
  it('is set once while steps follow each other', () => {
    const { begin, cover, set, times, clock } = start();
    begin();
    for (const second of [1, 20, 40]) {
      clock.now = START + second * 1000;
      cover();
      set(second * 1000 + CUT_OFF);
    }
    expect(times).toEqual([CUT_OFF]);
  });

  it('brings an earlier time forward', () => {
    const { begin, set, times } = start();
    begin();
    set(30_000);
    expect(times).toEqual([CUT_OFF, 30_000]);
  });

  it('waits for the end of a long pause, and not for an earlier plan', () => {
    const { begin, set, times } = start();
    begin();
    set(3_500_000);
    set(3_500_000);
    expect(times).toEqual([CUT_OFF, 3_500_000]);
  });

  it('is covered again once its time has passed', () => {
    const { cover, times, clock } = start();
    cover();
    clock.now = START + CUT_OFF;
    cover();
    expect(times).toEqual([CUT_OFF, 2 * CUT_OFF]);
  });

  it('is given up where nothing is left, and once', () => {
    const { cover, set, times } = start();
    set(null);
    cover();
    set(null);
    set(null);
    expect(times).toEqual([CUT_OFF, null]);
  });
});
