import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createWakeUp } from '@/lib/browser/alarms';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ now: Date.parse('2026-11-02T12:00:00.000Z') });
});

afterEach(() => vi.useRealTimers());

function createWorker() {
  const onWake = vi.fn();
  const wakeUp = createWakeUp('due-work', onWake);
  return { onWake, wakeIn: (wait: number) => wakeUp.set(Date.now() + wait), wakeUp };
}

describe('a worker that is awake', () => {
  it.each([5_000, 5 * MINUTE_MS])('goes on after %j ms', async (wait) => {
    const { onWake, wakeIn } = createWorker();
    wakeIn(wait);
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(onWake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onWake).toHaveBeenCalledOnce();
  });

  it('goes on at its time though the clock is set back by a day, which the alarm goes by', async () => {
    const { onWake, wakeIn } = createWorker();
    wakeIn(5 * MINUTE_MS);
    vi.setSystemTime(Date.now() - DAY_MS);
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(onWake).toHaveBeenCalledOnce();
  });

  it('goes on at no time that another has taken the place of, or none', async () => {
    const { onWake, wakeIn, wakeUp } = createWorker();
    wakeIn(5 * MINUTE_MS);
    wakeIn(7 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
    expect(onWake).not.toHaveBeenCalled();
    wakeUp.set(null);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(onWake).not.toHaveBeenCalled();
  });

  it('never takes a year for no time at all, which is more than a timer can count', async () => {
    const { onWake, wakeIn } = createWorker();
    wakeIn(365 * DAY_MS);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(onWake).not.toHaveBeenCalled();
  });
});

describe('a worker that is stopped', () => {
  it('is woken by an alarm, of its own alone', async () => {
    const { onWake, wakeIn } = createWorker();
    const create = vi.spyOn(fakeBrowser.alarms, 'create');
    wakeIn(5 * MINUTE_MS);
    expect(create).toHaveBeenCalledExactlyOnceWith('due-work', {
      when: Date.now() + 5 * MINUTE_MS,
    });
    await fakeBrowser.alarms.onAlarm.trigger({ name: 'another', scheduledTime: 0 });
    expect(onWake).not.toHaveBeenCalled();
    await fakeBrowser.alarms.onAlarm.trigger({ name: 'due-work', scheduledTime: 0 });
    expect(onWake).toHaveBeenCalledOnce();
  });
});
