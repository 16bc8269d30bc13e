import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './service';
import { call, callJson } from './test-client';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const reports = '/api/v1/reports';
const page = { url: 'https://example.com/new' };
const nothingSuch = 'no such parameter';
const parameterMistakes: readonly [
  sentence: string,
  method: string,
  path: string,
  form: Record<string, string> | string,
  field: string,
  reason: string,
][] = [
  ['an undocumented list parameter', 'GET', `${reports}?page=2`, '', 'page', nothingSuch],
  ['a parameter of another call', 'GET', `${reports}?privacy=1`, '', 'privacy', nothingSuch],
  ['parameters on a single report', 'GET', `${reports}/1?search=x`, '', 'search', nothingSuch],
  ['parameters on the account', 'GET', '/api/v1/account?project=x', '', 'project', nothingSuch],
  ['parameters on a deletion', 'DELETE', `${reports}/1?force=1`, '', 'force', nothingSuch],
  [
    'an undocumented form field',
    'POST',
    reports,
    { ...page, project: 'x' },
    'project',
    nothingSuch,
  ],
  ['results on a creation', 'POST', reports, { ...page, results: '1' }, 'results', nothingSuch],
  ['a url on an update', 'PUT', `${reports}/1`, page, 'url', nothingSuch],
  ['a repeated parameter', 'GET', `${reports}?sort=asc&sort=asc`, '', 'sort', 'repeated'],
  [
    'a repeated field',
    'POST',
    reports,
    'url=https://a.example/&url=https://b.example/',
    'url',
    'repeated',
  ],
  ['an empty parameter', 'GET', `${reports}?search=`, '', 'search', 'empty'],
  ['an empty field', 'POST', reports, { ...page, privacy: '2', password: '' }, 'password', 'empty'],
  [
    'a field to search by that is not url',
    'GET',
    `${reports}?search_by=id`,
    '',
    'search_by',
    'one of url',
  ],
  [
    'a result that is no rating',
    'GET',
    `${reports}?result=Good`,
    '',
    'result',
    'good, decent, bad',
  ],
  ['an order by privacy', 'GET', `${reports}?sort_by=privacy`, '', 'sort_by', 'one of id'],
  ['an order in capitals', 'GET', `${reports}?sort=DESC`, '', 'sort', 'desc, asc'],
  ['a page size of 20', 'GET', `${reports}?per_page=20`, '', 'per_page', '10, 25, 50, 100'],
  ['a page size of 010', 'GET', `${reports}?per_page=010`, '', 'per_page', '10, 25'],
  ['a privacy of 3', 'POST', reports, { ...page, privacy: '3' }, 'privacy', '0, 1, 2'],
  ['a privacy by name', 'PUT', `${reports}/1`, { privacy: 'Public' }, 'privacy', '0, 1, 2'],
  [
    'results that are neither 0 nor 1',
    'PUT',
    `${reports}/1`,
    { results: 'true' },
    'results',
    '0, 1',
  ],
  ['a creation without url', 'POST', reports, { privacy: '1' }, 'url', 'required'],
  ['a url without scheme', 'POST', reports, { url: 'example.com' }, 'url', 'absolute'],
  ['a url with one slash', 'POST', reports, { url: 'https:/example.com/' }, 'url', 'absolute'],
  ['a url of another scheme', 'POST', reports, { url: 'ftp://example.com/' }, 'url', 'absolute'],
  ['a url without host', 'POST', reports, { url: 'https://?q' }, 'url', 'absolute'],
  ['a url with white space', 'POST', reports, { url: ' https://example.com/' }, 'url', 'absolute'],
  [
    'a url with user info',
    'POST',
    reports,
    { url: 'https://me:pw@example.com/' },
    'url',
    'user name',
  ],
  [
    'a url of 8,193 characters',
    'POST',
    reports,
    { url: `https://a.example/${'x'.repeat(8_175)}` },
    'url',
    '8192',
  ],
  [
    'a password beside privacy 1',
    'POST',
    reports,
    { ...page, privacy: '1', password: 'x' },
    'password',
    'only goes',
  ],
  ['a password without privacy', 'PUT', `${reports}/7`, { password: 'x' }, 'password', 'only goes'],
  [
    'privacy 2 without a password',
    'POST',
    reports,
    { ...page, privacy: '2' },
    'password',
    'required',
  ],
  [
    'privacy 2 for a report that has no password',
    'PUT',
    `${reports}/1`,
    { privacy: '2' },
    'password',
    'required',
  ],
];

test.each(parameterMistakes)('refuses %s', async (_, method, path, form, field, reason) => {
  const before = service.reports();
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const answer = await callJson(service, method, path, body ? { body } : {});
  expect(answer).toEqual({
    status: 422,
    json: {
      message: expect.stringContaining(reason),
      errors: { [field]: [expect.stringContaining(reason)] },
    },
  });
  expect(service.reports()).toEqual(before);
});

test('reports the mistakes of all parameters at once', async () => {
  const { json } = await callJson(service, 'GET', `${reports}?sort=up&per_page=1&page=2`);
  expect(json).toMatchObject({
    errors: {
      sort: [expect.any(String)],
      per_page: [expect.any(String)],
      page: [expect.stringContaining(nothingSuch)],
    },
  });
});

test('accepts a url of 8,192 characters, and a search for it', async () => {
  const url = `https://a.example/${'ß'.repeat(8_174)}`;
  expect((await call(service, 'POST', reports, { form: { url } })).status).toBe(201);
  const found = await callJson(service, 'GET', `${reports}?search=${encodeURIComponent(url)}`);
  expect(found).toMatchObject({ status: 200, json: { data: [{ url }] } });
});
