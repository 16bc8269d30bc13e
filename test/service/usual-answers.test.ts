import { expect, onTestFinished, test, vi } from 'vitest';
import { type ServiceOptions, startService } from './service';

// The expected answers come from the service's public copies (Enspirer/ESEO-Tool, app/Http/Controllers/API
// and app/Http/Resources).

async function openService(options: ServiceOptions = {}) {
  const service = await startService({ sampleReports: false, ...options });
  onTestFinished(() => service.close());
  const request = async (method: string, path: string, form?: Record<string, string>) => {
    const answer = await fetch(`${service.baseUrl}/api/v1/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        ...(method !== 'DELETE' && { accept: 'application/json' }),
      },
      body: form ? new URLSearchParams(form) : null,
    });
    return { answer, json: await answer.json().catch(() => null) };
  };
  return { service, request };
}

const url = 'https://www.example.com/visit';
const anyTime = expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{6}Z$/);

test('a created report has a score with a fraction, 36 checks and a bare address', async () => {
  const { request } = await openService();
  const { answer, json } = await request('POST', 'reports', { url, privacy: '1' });
  expect(answer.status).toBe(201);
  expect(json.data).toMatchObject({
    id: 1,
    url: 'example.com/visit',
    project: 'example.com',
    privacy: '1',
    password: false,
    generated_at: anyTime,
    created_at: anyTime,
    updated_at: anyTime,
  });
  expect(json.data.result % 1).not.toBe(0);
  expect(Object.keys(json.data.results)).toHaveLength(36);
  expect(json.data.results.seo_friendly_url.value).toBe(url);
  const read = await request('GET', 'reports/1');
  expect(read.json.data).toEqual({
    ...json.data,
    result: Math.round(json.data.result),
    privacy: 1,
  });
  expect(read.json.status).toBe(200);
});

test('an update returns the failing checks that setFailing last set', async () => {
  const { service, request } = await openService();
  service.add({ url, failing: ['title', 'sitemap'], score: 60 });
  const scoreAndFailing = async (method: string, form?: Record<string, string>) => {
    const { json } = await request(method, 'reports/1', form);
    const checks = Object.entries<{ passed: boolean }>(json.data.results);
    return [
      Math.round(json.data.result),
      checks.flatMap(([name, { passed }]) => (passed ? [] : name)),
    ];
  };
  expect(await scoreAndFailing('GET')).toEqual([60, ['title', 'sitemap']]);
  service.setFailing(url, ['sitemap']);
  // The check `sitemap` weighs one of 73 points.
  expect(await scoreAndFailing('PUT', { results: '1' })).toEqual([99, ['sitemap']]);
  expect(await scoreAndFailing('GET')).toEqual([99, ['sitemap']]);
});

test('a page of a list has the address of the next page', async () => {
  const { service, request } = await openService({ shape: { kilobytes: 30 } });
  for (let page = 1; page <= 12; page += 1) service.add({ url: `https://example.com/${page}` });
  const query = 'search=www.EXAMPLE.com&sort_by=generated_at&sort=desc&per_page=10';
  const first = await request('GET', `reports?${query}`);
  const next = `${service.baseUrl}/api/v1/reports?${query}&page=2`;
  expect(first.json).toMatchObject({
    links: { prev: null, next },
    meta: { current_page: 1, from: 1, to: 10, last_page: 2, per_page: 10, total: 12 },
  });
  expect(JSON.stringify(first.json).length).toBeGreaterThan(10 * 25_000);
  const second = await request('GET', next.split('/api/v1/')[1] ?? '');
  expect(second.json.data.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  expect(second.json.links.next).toBe(null);
});

test('the throttle refuses the 31st request of a minute, because each request counts twice', async () => {
  const { request } = await openService({ throttle: {} });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.parse('2026-11-02T12:00:00Z');
  const requestAt = async (seconds: number) => {
    vi.setSystemTime(start + seconds * 1000);
    const { answer } = await request('GET', 'account');
    const names = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
    return [answer.status, ...[...names, 'retry-after'].map((name) => answer.headers.get(name))];
  };
  const answers: unknown[] = [];
  for (let second = 0; second < 30; second += 1) answers.push(await requestAt(second));
  const remaining = Array.from({ length: 30 }, (_, index) => String(58 - 2 * index));
  expect(answers).toEqual(remaining.map((count) => [200, '60', count, null, null]));
  expect(await requestAt(40)).toEqual([429, '60', '0', String(start / 1000 + 60), '20']);
  expect(await requestAt(59.9)).toEqual([429, '60', '0', String(start / 1000 + 60), '1']);
  expect(await requestAt(60)).toEqual([200, '60', '58', null, null]);
});
