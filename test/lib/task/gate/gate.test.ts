import { describe, expect, it } from 'vitest';
import {
  afterRead,
  closedBy,
  type Gate,
  letsLookPass,
  trialTime,
  triedNow,
} from '@/lib/task/gate/gate';
import { FAILURES, type FailureName } from '../../../support/sample-failures';

const now = Date.parse('2026-11-02T12:00:00.000Z');

/** The gate after failures in a row, each met by the trial of a task. */
function closed(...names: FailureName[]): Gate | null {
  return names.reduce<Gate | null>(
    (gate, name) => closedBy(gate, { failure: FAILURES[name], taskId: 'a', isTrial: true }, now),
    null,
  );
}

/** For how many seconds it is closed; null: until a person changes something. */
function secondsOf(gate: Gate | null): number | null {
  const time = gate && trialTime(gate, now);
  return time === null ? null : (time - now) / 1000;
}

describe('the gate', () => {
  it.each<[FailureName, number | null]>([
    ['unreachable', 5],
    ['timed out', 5],
    ['offline', 5],
    ['500', 5],
    ['a bot check', 5],
    ['429', 30],
    ['429 with a time', 60],
    ['503 with a time', 60],
    ['401', null],
    ['a sign-in before it', null],
    ['a missing permission', null],
    ['a firewall', null],
  ])('is closed by %s for this many seconds: %s', (name, seconds) => {
    expect(closed(name)).not.toBeNull();
    expect(secondsOf(closed(name))).toBe(seconds);
  });

  it.each<FailureName>([
    '403',
    '404',
    '422',
    '409',
    'a redirect',
    'a web page',
    '500 about a page',
    'interrupted',
  ])('stays open after %s, which concerns a single report', (name) => {
    expect(closed(name)).toBeNull();
  });

  it('stays closed longer with each trial that fails, up to fifteen minutes', () => {
    const names = Array.from({ length: 12 }, () => 'unreachable' as const);
    const waits = names.map((_, at) => secondsOf(closed(...names.slice(0, at + 1))));
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 600, 900, 900, 900, 900]);
  });

  it('is not closed for longer by the failure of an earlier request', () => {
    const gate = closed('unreachable');
    const met = { failure: FAILURES.unreachable, taskId: null, isTrial: false };
    expect(closedBy(gate, met, now + 1000)).toBe(gate);
  });

  it('is closed for longer by a time that the service names, or by a refused key', () => {
    const gate = closed('unreachable');
    const meet = (name: FailureName) =>
      closedBy(gate, { failure: FAILURES[name], taskId: null, isTrial: false }, now);
    expect(secondsOf(meet('429 with a time'))).toBe(60);
    expect(secondsOf(meet('401'))).toBeNull();
  });

  it('is closed for an hour at most, whatever the service says', () => {
    const failure = { ...FAILURES['429 with a time'], retryAt: '2026-11-05T12:00:00.000Z' };
    const gate = closedBy(null, { failure, taskId: null, isTrial: false }, now);
    expect(secondsOf(gate)).toBe(3600);
  });

  it('is tried at once if the clock was set back', () => {
    const gate = closed('unreachable');
    expect(gate && trialTime(gate, now - 3_600_000)).toBe(now - 3_600_000);
  });

  it.each<[FailureName, number | null]>([
    ['500', 0],
    ['401', 0],
    ['429 with a time', 60],
    ['a firewall', null],
  ])(
    'after %s is tried %s s after a read that succeeds, and at once at a press',
    (name, seconds) => {
      expect(secondsOf(afterRead(closed(name), now))).toBe(seconds);
      expect(secondsOf(triedNow(closed(name), now))).toBe(0);
    },
  );

  it.each<[FailureName, boolean]>([
    ['unreachable', true],
    ['500', true],
    ['429', false],
    ['503 with a time', false],
    ['401', false],
    ['a bot check', false],
    ['a firewall', false],
  ])('closed by %s lets a look for a report pass: %s', (name, passes) => {
    const gate = closed(name);
    expect(gate && letsLookPass(gate)).toBe(passes);
  });

  it('remembers all tasks that have met a firewall, and of an outage the last', () => {
    const meet = (name: FailureName, ...ids: string[]) =>
      ids.reduce<Gate | null>((gate, taskId) => {
        const isTrial = gate?.until != null;
        const after = closedBy(gate, { failure: FAILURES[name], taskId, isTrial }, now);
        return triedNow(after, now);
      }, null);
    expect(meet('a firewall', 'a', 'b', 'a', 'c')?.taskIds).toEqual(['b', 'a', 'c']);
    expect(meet('unreachable', 'a', 'b')?.taskIds).toEqual(['b']);
    const inFlight = { failure: FAILURES['a firewall'], taskId: 'b', isTrial: false };
    const gate = closedBy(null, { ...inFlight, taskId: 'a' }, now);
    expect(closedBy(gate, inFlight, now)).toEqual({ ...gate, taskIds: ['a', 'b'] });
  });

  it('goes on to grow after it has ended by time, with nothing to try', () => {
    const met = { failure: FAILURES.unreachable, taskId: null, isTrial: false };
    expect(secondsOf(closedBy(null, met, now, 3))).toBe(40);
  });
});
