import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '@/lib/service/client';

const NOW = Date.parse('2026-11-02T12:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many seconds ahead the time is that a refusal with these headers names. */
async function secondsTold(headers: Record<string, string>): Promise<number | null> {
  const answer = async () => new Response('', { status: 429, headers });
  const client = createClient({ baseUrl: 'https://host.example', apiKey: 'key' }, answer);
  const account = await client.account();
  if (!('failure' in account) || account.failure.code !== 'tooManyRequests') throw new Error();
  const { retryAt } = account.failure;
  return retryAt === null ? null : (Date.parse(retryAt) - NOW) / 1000;
}

const httpDate = (secondsAhead: number) => new Date(NOW + secondsAhead * 1000).toUTCString();

describe('the time after which a service may be asked again', () => {
  it.each<[string, number | null]>([
    ['120', 120],
    [' 0 ', 0],
    ['9'.repeat(400), 365 * 24 * 3600],
    [httpDate(120), 120],
    [httpDate(-120), 0],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026-11-02T12:02:00Z', null],
    ['Mon, 99 Nov 2026 12:00:00 GMT', null],
  ])('is named by %s', async (header, seconds) => {
    await expect(secondsTold({ 'retry-after': header })).resolves.toBe(seconds);
  });

  it.each([600, -600, 24 * 3600])(
    'is one of the service’s clock, which is %j s ahead',
    async (ahead) => {
      const date = httpDate(ahead);
      const told = { date, 'retry-after': httpDate(ahead + 120) };
      await expect(secondsTold(told)).resolves.toBe(120);
      await expect(secondsTold({ date, 'retry-after': '120' })).resolves.toBe(120);
    },
  );

  it('is one of this computer’s clock where the service does not tell its own', async () => {
    const told = { date: 'yesterday', 'retry-after': httpDate(120) };
    await expect(secondsTold(told)).resolves.toBe(120);
  });

  it('is not named where there is no header', async () => {
    await expect(secondsTold({})).resolves.toBeNull();
  });
});
