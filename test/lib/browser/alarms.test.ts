import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createWakeUp, type WakeUp } from '@/lib/browser/alarms';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let wakeUp: WakeUp;
const onWake = vi.fn();

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ now: Date.parse('2026-11-02T12:00:00.000Z') });
  onWake.mockClear();
  wakeUp = createWakeUp('due-work', onWake);
});
afterEach(() => vi.useRealTimers());

const wakeIn = (wait: number) => wakeUp.set(Date.now() + wait);

it.each([0, -DAY_MS])('a worker that is awake goes on in time, the clock set by %j', async (by) => {
  wakeIn(5_000);
  vi.setSystemTime(Date.now() + by);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(onWake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onWake).toHaveBeenCalledOnce();
});

it('a worker goes on at no time that another has taken the place of, or none', async () => {
  wakeIn(MINUTE_MS);
  wakeIn(3 * MINUTE_MS);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(onWake).not.toHaveBeenCalled();
  wakeUp.set(null);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(onWake).not.toHaveBeenCalled();
  expect(await fakeBrowser.alarms.getAll()).toEqual([]);
});

it('a worker never takes a year for no time at all, which is more than a timer can count', async () => {
  wakeIn(365 * DAY_MS);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(onWake).not.toHaveBeenCalled();
});

it('a worker that is stopped is woken by an alarm, of its own alone', async () => {
  wakeIn(5 * MINUTE_MS);
  const scheduledTime = Date.now() + 5 * MINUTE_MS;
  expect(await fakeBrowser.alarms.getAll()).toMatchObject([{ name: 'due-work', scheduledTime }]);
  await fakeBrowser.alarms.onAlarm.trigger({ name: 'another', scheduledTime });
  expect(onWake).not.toHaveBeenCalled();
  await fakeBrowser.alarms.onAlarm.trigger({ name: 'due-work', scheduledTime });
  expect(onWake).toHaveBeenCalledOnce();
});
