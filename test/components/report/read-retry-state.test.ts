import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { openNothing } from '../../support/open-report';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { closedGate } from '../../support/sample-task';

const AT = Date.parse('2026-11-02T12:00:00.000Z');
const offline: Failure = { code: 'unreachable' };
const told: Failure = {
  code: 'tooManyRequests',
  retryAt: '2026-11-02T12:00:30.000Z',
  message: null,
};
const gone: Failure = { code: 'gone', what: 'report', message: null };

beforeEach(() => vi.useFakeTimers({ now: AT }));
afterEach(() => vi.useRealTimers());

/** A report that could not be read for this reason, which has closed the gate. */
async function openUnread(failure: Failure, gate = closedGate(failure)) {
  const place = openNothing();
  const showing = place.opened.show(sampleReport('1'));
  place.gets.answer(0, { failure });
  await showing;
  await place.tasks.setGate(gate);
  /** The read that goes on fails as well. */
  const fail = async (again: Failure = failure) => {
    place.gets.answer(place.gets.count - 1, { failure: again });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...place, fail, reads: () => place.gets.count, view: () => place.opened.open.value };
}

describe('an open report that could not be read', () => {
  it("is read again once, when the gate's time is over", async () => {
    const { reads, fail, tasks, view } = await openUnread(offline);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(reads()).toBe(1);
    // The view is stored anew for other reasons.
    await tasks.setGate(closedGate(offline));
    await vi.advanceTimersByTimeAsync(1);
    expect(reads()).toBe(2);
    expect(view()).toMatchObject({ isReading: true, failure: null });
    await fail();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads()).toBe(2);
  });

  it('is read again at each time that the service names', async () => {
    const { reads, fail } = await openUnread(told, closedGate(told, { until: null }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reads()).toBe(2);
    await fail({ ...told, retryAt: '2026-11-02T12:01:30.000Z' });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(reads()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads()).toBe(3);
  });

  it('is read again when the gate opens, and when the network returns', async () => {
    const { reads, fail, tasks, goOnline, gets, view } = await openUnread(offline);
    await tasks.setGate(null);
    expect(reads()).toBe(2);
    await fail();
    await tasks.setGate(null);
    expect(reads()).toBe(2);
    goOnline();
    expect(reads()).toBe(3);
    gets.answer(2, { value: sampleDetails('1') });
    await vi.advanceTimersByTimeAsync(0);
    expect(view()).toMatchObject({ report: sampleDetails('1'), failure: null });
    goOnline();
    expect(reads()).toBe(3);
  });

  it('is read again by a press', async () => {
    const { reads, opened } = await openUnread(offline);
    opened.readAgain();
    expect(reads()).toBe(2);
  });

  it.each([
    ['once the view was closed', offline, true],
    ['where the report is gone', gone, false],
  ])('is not read again %s', async (_, failure, isClosed) => {
    const { reads, opened, tasks, goOnline } = await openUnread(failure);
    if (isClosed) opened.close();
    await tasks.setGate(null);
    goOnline();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads()).toBe(1);
  });
});
