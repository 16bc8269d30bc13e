import { afterEach, describe, expect, it, vi } from 'vitest';
import { retryTime } from '@/lib/service/retry-after';
import { clientOf } from '../../support/every-client-call';

const NOW = Date.parse('2026-11-02T12:00:00.000Z');
const httpDate = (secondsAhead: number) => new Date(NOW + secondsAhead * 1000).toUTCString();

describe('the time of a Retry-After header', () => {
  it.each<[what: string, header: string, seconds: number | null]>([
    // RFC 9110, section 10.2.3.
    ['seconds', '120', 120],
    ['zero seconds', ' 0 ', 0],
    // urllib3/urllib3#3743, atlassian-api/atlassian-python-api#1615.
    ['a huge number of seconds, as an hour', '9'.repeat(400), 3600],
    ['a day, as an hour', '86400', 3600],
    ['a date of tomorrow, as an hour', httpDate(86_400), 3600],
    // RFC 9110, section 10.2.3, and mloesch/sickle#28.
    ['a date', httpDate(120), 120],
    ['a date in the past', httpDate(-120), 0],
    // mastra-ai/mastra#23778.
    ['negative seconds, as no time', '-1', null],
    // teng-lin/notebooklm-py#1275.
    ['a fraction of seconds, as no time', '1.5', null],
    // No public sample found.
    ['a word, as no time', 'soon', null],
    ['a date in another notation, as no time', '2026-11-02T12:02:00Z', null],
    ['an impossible date, as no time', 'Mon, 99 Nov 2026 12:00:00 GMT', null],
    ['an empty header, as no time', '', null],
  ])('is read from %s', (_, header, seconds) => {
    const headers = new Headers({ 'retry-after': header });
    const time = retryTime(headers, NOW);
    expect(time && (Date.parse(time) - NOW) / 1000).toBe(seconds);
  });
});

describe('a refusal', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([429, 503])(
    'with the status %i has the time of its Retry-After header, counted from now',
    async (status) => {
      vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
      const busy = clientOf(() => new Response('', { status, headers: { 'retry-after': '30' } }));
      const failure = { retryAt: '2026-11-02T12:00:30.000Z' };
      expect(await busy.account()).toMatchObject({ failure });
    },
  );
});
