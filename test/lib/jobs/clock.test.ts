import { expect, it } from 'vitest';
import { createClock } from '@/lib/jobs/clock';

/** Creates a clock on a computer whose time the test changes. */
function start(time: number) {
  const computer = { time };
  const clock = createClock(() => computer.time);
  return { computer, clock };
}

it('simultaneous events get different times, and an earlier event keeps its time', () => {
  const { clock, computer } = start(5_000);
  computer.time += 200;
  expect([clock.next(), clock.next(), clock.since(5_000)]).toEqual([5_200, 5_201, 5_000]);
  expect(clock.next()).toBe(5_202);
});

it("an event gets a later time than all others after the computer's clock was set back", () => {
  const { clock, computer } = start(100_000);
  expect(clock.next()).toBe(100_000);
  computer.time -= 60_000;
  expect([clock.since(99_000), clock.next()]).toEqual([100_001, 100_002]);
});

it('latest() returns the latest time that was used or passed', () => {
  const { clock, computer } = start(5_000);
  expect(clock.latest()).toBe(0);
  clock.next();
  computer.time += 500;
  expect([clock.latest(), clock.next(), clock.latest()]).toEqual([5_000, 5_500, 5_500]);
  clock.pass(7_000);
  clock.pass(6_000);
  expect(clock.latest()).toBe(7_000);
});
