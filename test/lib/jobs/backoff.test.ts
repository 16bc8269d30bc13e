import { describe, expect, it } from 'vitest';
import {
  activeBackoff,
  afterFailure,
  afterRead,
  NO_BACKOFF,
  probedNow,
  probeTime,
} from '@/lib/jobs/backoff';
import type { Backoff, NoBackoff } from '@/lib/jobs/types';
import { FAILURES, type FailureName } from '../../support/sample-failures';

const now = Date.parse('2026-11-02T12:00:00.000Z');

/** A failed read of an extension page. */
const PAGE_READ = { metBy: 'read', operationId: null, isProbe: false } as const;

function afterFailures(...names: FailureName[]): Backoff | NoBackoff {
  const probe = { metBy: 'write', operationId: 'a', isProbe: true } as const;
  return names.reduce<Backoff | NoBackoff>(
    (backoff, name) => afterFailure(backoff, { failure: FAILURES[name], ...probe }, now),
    NO_BACKOFF,
  );
}

/** Returns the backoff after these failures of the probe. */
function backoffAfter(...names: FailureName[]): Backoff {
  const backoff = activeBackoff(afterFailures(...names));
  if (backoff === null) throw new Error('No backoff has begun');
  return backoff;
}

/** Returns the seconds until the probe; null if the backoff waits for a person. */
function secondsOf(backoff: Backoff | NoBackoff): number | null {
  const time = probeTime(backoff, now);
  return time === null ? null : (time - now) / 1000;
}

describe('a backoff', () => {
  it.each<[FailureName, number | null]>([
    ['unreachable', 5],
    ['timed out', 5],
    ['offline', 5],
    ['500', 5],
    ['a bot check', 5],
    ['the 404 page of a web server', 5],
    ['an unconfirmed 404', 5],
    ['429', 30],
    ['429 with a time', 60],
    ['503 with a time', 60],
    ['401', null],
    ['a sign-in in front of the service', null],
    ['a missing permission', null],
  ])('begins with %s, and is probed after %s seconds', (name, seconds) => {
    expect(backoffAfter(name).kind).toBe(seconds === null ? 'needsPerson' : 'waiting');
    expect(secondsOf(backoffAfter(name))).toBe(seconds);
  });

  it.each<FailureName>([
    ...(['403', '404', '422', '409', 'a redirect', 'a web page'] as const),
    ...(['500 about a page', 'interrupted'] as const),
  ])('does not begin with %s', (name) => {
    expect(afterFailures(name)).toBe(NO_BACKOFF);
  });

  it('lasts longer after each failed probe, up to fifteen minutes', () => {
    const names = Array.from({ length: 12 }, () => 'unreachable' as const);
    const waits = names.map((_, at) => secondsOf(backoffAfter(...names.slice(0, at + 1))));
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 600, 900, 900, 900, 900]);
  });

  it('is not prolonged by a request beside the probe', () => {
    const backoff = backoffAfter('unreachable');
    const failure = FAILURES.unreachable;
    expect(afterFailure(backoff, { failure, ...PAGE_READ }, now + 1000)).toBe(backoff);
  });

  it('is prolonged by a time from the service, or by a refused key', () => {
    const prolongedBy = (name: FailureName) =>
      afterFailure(backoffAfter('unreachable'), { failure: FAILURES[name], ...PAGE_READ }, now);
    expect(secondsOf(prolongedBy('429 with a time'))).toBe(60);
    expect(secondsOf(prolongedBy('401'))).toBeNull();
  });

  it('has the time of the first failure since the last success', () => {
    const first = backoffAfter('unreachable');
    const ended: NoBackoff = { kind: 'none', count: first.count, since: first.since };
    const failed = { failure: FAILURES.unreachable, ...PAGE_READ };
    const second = afterFailure(ended, failed, now + 60_000);
    const third = afterFailure(second, { ...failed, isProbe: true }, now + 120_000);
    const since = new Date(now).toISOString();
    expect([first, second, third].map((one) => one.since)).toEqual([since, since, since]);
    expect(afterRead(third, now + 180_000).since).toBeNull();
  });

  it('lasts at most an hour', () => {
    const failure = { ...FAILURES['429 with a time'], retryAt: '2026-11-05T12:00:00.000Z' };
    expect(secondsOf(afterFailure(NO_BACKOFF, { failure, ...PAGE_READ }, now))).toBe(3600);
  });

  it('is probed at once if the clock was set back', () => {
    const backoff = backoffAfter('unreachable');
    expect(probeTime(backoff, now - 3_600_000)).toBe(now - 3_600_000);
  });

  it.each<[FailureName, number]>([
    ['500', 0],
    ['401', 0],
    ['429 with a time', 60],
  ])(
    'that a write with %s began is probed %s seconds after a read, and at once after a press',
    (name, s) => {
      const backoff = backoffAfter(name);
      expect(secondsOf(afterRead(backoff, now))).toBe(s);
      expect(secondsOf(probedNow(backoff, now))).toBe(0);
    },
  );

  it('that a read began ends with a successful read', () => {
    const failure = FAILURES['429 with a time'];
    const backoff = afterFailure(NO_BACKOFF, { failure, ...PAGE_READ }, now);
    expect(afterRead(backoff, now)).toBe(NO_BACKOFF);
  });
});
