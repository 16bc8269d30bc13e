import { describe, expect, it } from 'vitest';
import { readRateLimit } from '@/lib/service/answer/rate-limit';

const NOW = Date.parse('2026-11-02T12:00:00Z');
const IN_30_S = '2026-11-02T12:00:30.000Z';

describe('the limit that an answer announces', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['is none where no header says anything', {}, null],
    ['by RateLimit', { RateLimit: '"default";r=0;t=30' }, IN_30_S],
    ['by its former form', { RateLimit: 'limit=10, remaining=0, reset=30' }, IN_30_S],
    ['by two fields', { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '30' }, IN_30_S],
    ['in seconds', { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '30' }, IN_30_S],
    [
      'as a moment',
      { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(NOW / 1000 + 30) },
      IN_30_S,
    ],
    // RocketChat/docs-old#1358 and ivolo/express-rate#2.
    [
      'as a moment in milliseconds',
      { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(NOW + 30_000) },
      IN_30_S,
    ],
    [
      'as a moment of a clock that is ahead',
      {
        Date: 'Mon, 02 Nov 2026 12:10:00 GMT',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(NOW / 1000 + 630),
      },
      IN_30_S,
    ],
    // withcoral/coral#89.
    [
      'is none that ended in the past',
      { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(NOW / 1000 - 30) },
      null,
    ],
    [
      'holds nobody longer than an hour',
      { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '86400' },
      '2026-11-02T13:00:00.000Z',
    ],
    ['is none while requests are left', { RateLimit: '"default";r=1;t=30' }, null],
    ['is none without a time', { 'X-RateLimit-Remaining': '0' }, null],
    ['is none where it is over', { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '0' }, null],
    [
      'is none that cannot be read',
      { 'RateLimit-Remaining': 'few', 'RateLimit-Reset': '30' },
      null,
    ],
  ])('%s', (_, headers, until) => {
    expect(readRateLimit(new Headers(headers), NOW).usedUpUntil).toBe(until);
  });
});

it.each<[Record<string, string>, number | null]>([
  [{}, null],
  // On every answer of real installations (real-service.md).
  [{ 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '12' }, 12],
  [{ RateLimit: '"default";r=7;t=30' }, 7],
  [{ 'RateLimit-Remaining': 'few' }, null],
])('after %j the number of requests left is %s', (headers, remaining) => {
  expect(readRateLimit(new Headers(headers), NOW).remaining).toBe(remaining);
});
