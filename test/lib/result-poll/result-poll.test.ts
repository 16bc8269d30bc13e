import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { hasNewResult, nextPollAt, pollTime } from '@/lib/result-poll/result-poll';
import { sampleReport } from '../../support/sample-report';

const NOW = Date.parse('2026-11-02T12:00:00.000Z');

function backoffAfter(attempts: number, failure: Failure | null = null): number | null {
  const nextAt = nextPollAt(attempts, NOW, failure);
  return nextAt === null ? null : (Date.parse(nextAt) - NOW) / 1000;
}

function tooMany(retryAt: string | null): Failure {
  return { code: 'tooManyRequests', retryAt, message: null };
}

describe('the pauses between questions', () => {
  it('grow up to ten minutes, after which no question follows', () => {
    const pauses = Array.from({ length: 13 }, (_, attempts) => backoffAfter(attempts));
    expect(pauses).toEqual([2, 4, 8, 15, 30, 60, 60, 120, 120, 300, 300, 600, null]);
    expect(backoffAfter(1_000)).toBeNull();
  });

  it('are as long as the service asks for', () => {
    expect(nextPollAt(1, NOW, tooMany('2026-11-02T12:05:00.000Z'))).toBe(
      '2026-11-02T12:05:00.000Z',
    );
    const down: Failure = {
      code: 'serviceDown',
      status: 503,
      retryAt: '2026-11-02T13:00:00.000Z',
      message: null,
    };
    expect(nextPollAt(0, NOW, down)).toBe('2026-11-02T13:00:00.000Z');
  });

  it.each<Failure>([
    tooMany(null),
    tooMany('2026-11-02T12:00:01.000Z'),
    tooMany('2026-11-02T11:00:00.000Z'),
    { code: 'unreachable' },
    { code: 'timedOut', seconds: 60 },
  ])('are no shorter than planned after %j', (failure) => {
    expect(backoffAfter(3, failure)).toBe(15);
  });

  it('never end before the service may be asked again', () => {
    const times = fc.date({
      min: new Date(NOW),
      max: new Date(NOW + 365 * 24 * 3600 * 1000),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.nat({ max: 11 }), times, (attempts, time) => {
        const retryAt = time.toISOString();
        const nextAt = Date.parse(nextPollAt(attempts, NOW, tooMany(retryAt)) ?? '');
        expect(nextAt).toBeGreaterThanOrEqual(time.getTime());
        expect(nextAt).toBeGreaterThan(NOW);
      }),
    );
  });
});

describe('a poll', () => {
  const poll = { report: sampleReport('1'), isPrivateWindow: false, attempts: 1 };
  const tomorrow = '2026-11-03T12:00:00.000Z';

  it('is due at once where its time is farther ahead than any that is planned', () => {
    expect(pollTime({ ...poll, nextAt: tomorrow, failure: null }, NOW)).toBe(NOW);
  });

  it('waits for a time that the service has named, however far', () => {
    const named = { ...poll, nextAt: tomorrow, failure: tooMany(tomorrow) };
    expect(pollTime(named, NOW)).toBe(Date.parse(tomorrow));
  });
});

describe('a report has a new result', () => {
  const later = '2026-11-02T10:00:00.000Z';

  it.each([
    ['with another rating', { result: 'bad' }, true],
    ['with the same rating made at another time', { generatedAt: later }, true],
    ['not with the same rating of the same time', {}, false],
    ['not while it has none', { result: null, generatedAt: later }, false],
    ['not with another privacy', { privacy: 0 }, false],
  ] as const)('%s', (_, fields, isNew) => {
    expect(hasNewResult(sampleReport('1'), sampleReport('1', fields))).toBe(isNew);
  });

  it('with its first rating, even where the service tells no time', () => {
    const before = sampleReport('1', { result: null, generatedAt: null });
    expect(hasNewResult(before, sampleReport('1', { generatedAt: null }))).toBe(true);
    expect(hasNewResult(before, before)).toBe(false);
  });
});
