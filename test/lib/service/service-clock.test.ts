import { expect, it } from 'vitest';
import { createServiceClock } from '@/lib/service/service-clock';

const date = 'Mon, 02 Nov 2026 12:00:00 GMT';

function startClock() {
  let elapsed = 500;
  const clock = createServiceClock(() => elapsed);
  const pass = (milliseconds: number) => {
    elapsed += milliseconds;
  };
  return { clock, pass };
}

it('knows no time before an answer has told it', () => {
  const { clock } = startClock();
  clock.note(null);
  clock.note('soon');
  expect(clock.now()).toBeNull();
});

it.each(['1', '2026-11-02 12:00:00', '02/11/2026'])('takes %s for no date', (text) => {
  const { clock } = startClock();
  clock.note(text);
  expect(clock.now()).toBeNull();
});

it('goes on from the time that the last answer told', () => {
  const { clock, pass } = startClock();
  clock.note('Mon, 02 Nov 2026 15:00:00 GMT');
  clock.note(date);
  pass(1_500);
  clock.note(null);
  expect(clock.now()).toBe(Date.parse('2026-11-02T12:00:01.500Z'));
});
