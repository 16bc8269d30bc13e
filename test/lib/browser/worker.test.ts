import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createWakeUp } from '@/lib/browser/worker';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let wakeUp: ReturnType<typeof createWakeUp>;
const onWake = vi.fn();

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ now: Date.parse('2026-11-02T12:00:00.000Z') });
  onWake.mockClear();
  wakeUp = createWakeUp('due-work', onWake);
});
afterEach(() => vi.useRealTimers());

const wakeIn = (wait: number) => wakeUp.set(Date.now() + wait);

it.each([0, -DAY_MS])(
  'a running worker wakes up in time, even if the clock changes by %j ms',
  async (by) => {
    wakeIn(5_000);
    vi.setSystemTime(Date.now() + by);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(onWake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onWake).toHaveBeenCalledOnce();
  },
);

it('a wake-up time that was replaced or removed has no effect', async () => {
  wakeIn(MINUTE_MS);
  wakeIn(3 * MINUTE_MS);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(onWake).not.toHaveBeenCalled();
  wakeUp.set(null);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(onWake).not.toHaveBeenCalled();
  expect(await fakeBrowser.alarms.getAll()).toEqual([]);
});

it('a wake-up in a year does not fire at once', async () => {
  wakeIn(365 * DAY_MS);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(onWake).not.toHaveBeenCalled();
});

it('a stopped worker wakes up at its own alarm, but not at another alarm', async () => {
  wakeIn(5 * MINUTE_MS);
  const scheduledTime = Date.now() + 5 * MINUTE_MS;
  expect(await fakeBrowser.alarms.getAll()).toMatchObject([{ name: 'due-work', scheduledTime }]);
  await fakeBrowser.alarms.onAlarm.trigger({ name: 'another', scheduledTime });
  expect(onWake).not.toHaveBeenCalled();
  await fakeBrowser.alarms.onAlarm.trigger({ name: 'due-work', scheduledTime });
  expect(onWake).toHaveBeenCalledOnce();
});
