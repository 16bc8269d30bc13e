import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from './service';
import { callJson } from './test-client';

let service: Service;
beforeEach(async () => {
  service = await startService({ sampleReports: false });
});
afterEach(() => service.close());

const reports = '/api/v1/reports';

async function idsOf(query: string): Promise<unknown> {
  const { status, json } = await callJson(service, 'GET', reports + query);
  expect(status).toBe(200);
  return (json as { data: { id: number }[] }).data.map((row) => row.id);
}

describe('a list', () => {
  beforeEach(() => {
    service.add({ url: 'https://b.example/Bread', project: 'Bakery', result: 'decent' });
    service.add({ url: 'https://a.example/', project: 'Bakery shop', result: 'good' });
    service.add({ url: 'https://c.example/bread', project: 'Bakery', result: null });
    service.add({
      url: 'https://b.example/a',
      project: 'Bakery',
      result: 'bad',
      generated_at: '2026-01-01T00:00:00.000Z',
    });
    service.add({ url: 'https://d.example/', project: 'Bakery', result: 'good' });
  });

  test.each([
    ['everything, newest first', '', [5, 4, 3, 2, 1]],
    ['everything, oldest first', '?sort=asc', [1, 2, 3, 4, 5]],
    ['ids downwards when asked', '?sort_by=id&sort=desc', [5, 4, 3, 2, 1]],
    ['dates upwards, unknown ones first', '?sort_by=generated_at&sort=asc', [3, 4, 1, 2, 5]],
    ['dates downwards, unknown ones last', '?sort_by=generated_at', [5, 2, 1, 4, 3]],
    ['URLs by code unit', '?sort_by=url&sort=asc', [2, 1, 4, 3, 5]],
    ['results upwards, equal ones by id', '?sort_by=result&sort=asc', [3, 4, 1, 2, 5]],
    ['results downwards, equal ones by id', '?sort_by=result&sort=desc', [5, 2, 1, 4, 3]],
    ['URLs that contain a text in any case', '?search=BREAD', [3, 1]],
    ['the same when the field is named', '?search=bread&search_by=url', [3, 1]],
    ['nothing for a pattern', '?search=b%25d', []],
    ['one project by its whole name', '?project=Bakery+shop', [2]],
    ['no project by a part of its name', '?project=Bake', []],
    ['one result', '?result=good', [5, 2]],
    ['what fits all filters', '?result=bad&project=Bakery&search=b.example', [4]],
  ])('shows %s', async (_, query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });
});

test.each([
  ['', 10],
  ['?per_page=10', 10],
  ['?per_page=25', 25],
  ['?per_page=50', 50],
  ['?per_page=100', 100],
])(
  'a list asked for with "%s" has %i rows at most and says how many there are',
  async (query, rows) => {
    for (let count = 0; count < 120; count += 1) service.add({ url: `https://x.example/${count}` });
    const { json } = await callJson(service, 'GET', reports + query);
    expect(json).toMatchObject({ meta: { total: 120, per_page: rows } });
    expect((json as { data: unknown[] }).data).toHaveLength(rows);
  },
);

test('a creation with nothing but a url is private, rated and at once in the list', async () => {
  const { status, json } = await callJson(service, 'POST', reports, {
    form: { url: 'https://example.com/' },
  });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    data: {
      id: 1,
      url: 'https://example.com/',
      privacy: 1,
      result: 'good',
      project: 'example.com',
    },
  });
  expect(service.reports()).toMatchObject([
    { id: 1, password: null, history: [{ event: 'created' }, { event: 'analysed' }] },
  ]);
  expect(await idsOf('')).toEqual([1]);
});

test('a password is kept exactly as sent and never shown', async () => {
  const password = ' a+b & ü % ';
  const { json } = await callJson(service, 'POST', reports, {
    form: { url: 'https://example.com/', privacy: '2', password },
  });
  expect(service.reports()[0]).toMatchObject({ privacy: 2, password });
  expect(JSON.stringify(json)).not.toContain('a+b');
});

test('the same url can be reported twice', async () => {
  for (const id of [1, 2]) {
    const form = { url: 'https://example.com/' };
    expect(await callJson(service, 'POST', reports, { form })).toMatchObject({
      json: { data: { id } },
    });
  }
});

test('an update without fields changes nothing but the history', async () => {
  const before = service.add({ url: 'https://example.com/' });
  await callJson(service, 'PUT', `${reports}/1`);
  const [after] = service.reports();
  expect(after).toEqual({ ...before, history: expect.any(Array) });
  expect(after?.history.at(-1)).toMatchObject({ event: 'updated' });
});

test('privacy 2 keeps the password that a report has, and any other forgets it', async () => {
  service.add({ url: 'https://example.com/', privacy: 2, password: 'first' });
  const update = (form: Record<string, string>) =>
    callJson(service, 'PUT', `${reports}/1`, { form });

  await update({ privacy: '2' });
  expect(service.reports()[0]).toMatchObject({ privacy: 2, password: 'first' });
  await update({ privacy: '2', password: 'second' });
  expect(service.reports()[0]).toMatchObject({ privacy: 2, password: 'second' });
  await update({ privacy: '0' });
  expect(service.reports()[0]).toMatchObject({ privacy: 0, password: null });
  expect(await update({ privacy: '2' })).toMatchObject({ status: 422 });
});

test('an update with results 1 analyses again, with results 0 it does not', async () => {
  service.add({ url: 'https://example.com/', result: 'bad' });
  await callJson(service, 'PUT', `${reports}/1`, { form: { results: '0' } });
  expect(service.reports()[0]?.result).toBe('bad');
  const { json } = await callJson(service, 'PUT', `${reports}/1`, { form: { results: '1' } });
  expect(json).toMatchObject({ data: { result: 'good' } });
  expect(service.reports()[0]?.history.map(({ event }) => event)).toEqual([
    'created',
    'analysed',
    'updated',
    'updated',
    'analysed',
  ]);
});

test('a deleted report is gone, and its id is not used again', async () => {
  service.add({ url: 'https://example.com/' });
  expect(await callJson(service, 'DELETE', `${reports}/1`)).toEqual({
    status: 200,
    json: { object: 'report', id: 1, deleted: true },
  });
  expect(await callJson(service, 'GET', `${reports}/1`)).toMatchObject({ status: 404 });
  expect(service.add({ url: 'https://example.com/' }).id).toBe(2);
});

test('the account is shown with its plan', async () => {
  expect(await callJson(service, 'GET', '/api/v1/account')).toMatchObject({
    status: 200,
    json: { data: { name: expect.any(String), plan: { level: 'expert' } } },
  });
});

test('a seed keeps every field it has, and two cannot share an id', () => {
  const seed = {
    id: 40,
    url: 'https://example.com/',
    privacy: 2,
    password: 'p',
    project: 'P',
    result: 'bad',
    generated_at: '2026-05-02T00:00:00.000Z',
    created_at: '2026-05-01T00:00:00.000Z',
    checks: [],
    history: [],
  } as const;
  expect(service.add(seed)).toEqual(seed);
  expect(() => service.add(seed)).toThrow('40');
  expect(service.add({ url: 'https://example.com/' })).toMatchObject({
    id: 41,
    created_at: '2026-05-01T00:01:00.000Z',
  });
});
