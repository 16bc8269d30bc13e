import { expect, onTestFinished, test } from 'vitest';
import { ratingOfScore } from './served-report';
import { type ServiceOptions, startService } from './service';

/** A service, and how to ask it; its shapes are those of real-service.md. */
async function openService(options: ServiceOptions = {}) {
  const service = await startService({ sampleReports: false, ...options });
  onTestFinished(() => service.close());
  const ask = async (method: string, path: string, form?: Record<string, string>) => {
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
  return { service, ask };
}

const url = 'https://www.example.com/visit';
const time = expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{6}Z$/);

test('a created report has a score with its fraction, 36 checks and a bare address', async () => {
  const { ask } = await openService();
  const { answer, json } = await ask('POST', 'reports', { url, privacy: '1' });
  expect(answer.status).toBe(201);
  expect(json.data).toMatchObject({
    ...{ id: 1, url: 'example.com/visit', project: 'example.com', privacy: '1', password: false },
    ...{ generated_at: time, created_at: time, updated_at: time },
  });
  expect(json.data.result % 1).not.toBe(0);
  expect(Object.keys(json.data.results)).toHaveLength(36);
  expect(json.data.results.seo_friendly_url.value).toBe(url);
  const read = await ask('GET', 'reports/1');
  expect(read.json.data).toEqual({
    ...json.data,
    ...{ result: Math.round(json.data.result), privacy: 1 },
  });
  expect(read.json.status).toBe(200);
});

test('an update keeps the id, and has another score of the same rating', async () => {
  const { service, ask } = await openService();
  const before = service.add({ url, result: 'decent' });
  const { json } = await ask('PUT', 'reports/1', { results: '1' });
  expect(json.data.id).toBe(1);
  expect(ratingOfScore(json.data.result)).toBe('good');
  const again = await ask('PUT', 'reports/1', { results: '1' });
  expect([before.score, json.data.result]).not.toContain(again.json.data.result);
});

test('failed checks say why, and score and rating agree', async () => {
  const { service, ask } = await openService();
  for (const score of [100, 79, 48, 3]) service.add({ url: `https://example.com/${score}`, score });
  const { json } = await ask('GET', 'reports?sort_by=result&sort=asc');
  const rows: { result: number; results: Record<string, { passed: boolean; errors?: object }> }[] =
    json.data;
  const failed = rows.map(({ results }) => Object.values(results).filter(({ passed }) => !passed));
  expect(rows.map(({ result }) => result)).toEqual([3, 48, 79, 100]);
  expect(failed.flat().every(({ errors }) => Object.keys(errors ?? {}).length > 0)).toBe(true);
  expect(failed.map(({ length }) => length)).toEqual(
    failed.map(({ length }) => length).toSorted((one, other) => other - one),
  );
  for (const [rating, count] of [
    ['good', 1],
    ['decent', 1],
    ['bad', 2],
  ] as const) {
    const found = await ask('GET', `reports?result=${rating}`);
    expect(found.json.meta.total).toBe(count);
  }
});

test('a list has pages, each with the address of the next', async () => {
  const shape = { linksFrom: 'http://inner.host', kilobytes: 30 };
  const { service, ask } = await openService({ shape });
  for (let at = 1; at <= 12; at += 1) service.add({ url: `https://example.com/${at}` });
  const query = 'search=www.EXAMPLE.com&sort_by=generated_at&sort=desc&per_page=10';
  const first = await ask('GET', `reports?${query}`);
  const next = `http://inner.host/api/v1/reports?${query}&page=2`;
  expect(first.json).toMatchObject({
    links: { prev: null, next },
    meta: { current_page: 1, from: 1, to: 10, last_page: 2, per_page: 10, total: 12 },
  });
  expect(JSON.stringify(first.json).length).toBeGreaterThan(10 * 25_000);
  const second = await ask('GET', new URL(next).href.split('/api/v1/')[1] ?? '');
  expect(second.json.data.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  expect(second.json.links.next).toBe(null);
});

test('a page that cannot be fetched, and a reached limit, are refused', async () => {
  const endsAt = (sent: string) => (sent.includes('gone') ? null : sent.replace('/visit', '/en'));
  const { service, ask } = await openService({ endsAt, monthlyReports: 1 });
  service.add({ url: 'https://gone.example/' });
  for (const [method, path] of [
    ['POST', 'reports'],
    ['PUT', 'reports/1'],
  ] as const) {
    const form = method === 'POST' ? { url: 'https://gone.example/' } : { results: '1' };
    const { answer, json } = await ask(method, path, form);
    expect(answer.status).toBe(500);
    expect(json).toEqual({ message: expect.stringContaining('could not resolve'), status: 500 });
  }
  expect((await ask('POST', 'reports', { url })).json.data.url).toBe('example.com/en');
  await ask('DELETE', 'reports/2');
  const { answer, json } = await ask('POST', 'reports', { url });
  expect(answer.status).toBe(422);
  expect(json).toEqual({ message: { url: [expect.any(String)] }, status: 422 });
});

test('requests beyond the limit a minute are told when to come again', async () => {
  const { ask } = await openService({ perMinute: 2 });
  const [one, two, three] = [
    await ask('GET', 'account'),
    await ask('GET', 'account'),
    await ask('GET', 'account'),
  ];
  const remaining = [one, two, three].map(({ answer }) =>
    answer.headers.get('x-ratelimit-remaining'),
  );
  expect(remaining).toEqual(['1', '0', '0']);
  expect(two.answer.headers.get('retry-after')).toBe(null);
  expect(three.answer.status).toBe(429);
  expect(Number(three.answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(Number(three.answer.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
});

test('a deletion with a dead key is redirected to the sign-in page', async () => {
  const { service } = await openService();
  const dead = {
    method: 'DELETE',
    redirect: 'manual',
    headers: { authorization: 'Bearer no' },
  } as const;
  const answer = await fetch(`${service.baseUrl}/api/v1/reports/1`, dead);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(`${service.baseUrl}/login`);
});
