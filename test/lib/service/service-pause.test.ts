import { expect, it } from 'vitest';
import { createServicePause } from '@/lib/service/service-pause';
import { createClock } from '../../support/clock';

const message = null;

it('a pause from before the clock was set back stands in no other one’s way', () => {
  const clock = createClock('2026-11-02T12:00:00.000Z');
  const pause = createServicePause(clock.now);
  const unreachable = { code: 'unreachable' } as const;
  pause.restore({ until: clock.in(24 * 3600_000), failure: unreachable, count: 1 });
  expect(pause.isOn()).toBe(false);
  pause.fail(null, { code: 'tooManyRequests', retryAt: clock.in(60_000), message });
  expect(pause.isOn()).toBe(true);
  expect(pause.forbidsSearch()).toBe(true);
  clock.pass(60_000);
  expect(pause.isOn()).toBe(false);
});
