import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './service';
import { type CallOptions, call, callJson } from './test-client';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const reports = '/api/v1/reports';
const one = `${reports}/1`;
const account = '/api/v1/account';
const page = { url: 'https://example.com/new' };
const header = (name: string, value: string | null) => ({ headers: { [name]: value } });

async function expectRefusal(answer: ReturnType<typeof callJson>, status: number, json: object) {
  const before = service.reports();
  expect(await answer).toMatchObject({ status, json });
  expect(service.reports()).toEqual(before);
}

test.each<[sentence: string, method: string, path: string, status: number, message: string]>([
  ['an unknown path', 'GET', '/api/v1/pages', 404, 'nothing'],
  ['an unknown version', 'GET', '/api/v2/reports', 404, 'nothing'],
  ['a trailing slash behind the list', 'GET', `${reports}/`, 404, 'nothing'],
  ['a trailing slash behind a report', 'PUT', `${one}/`, 404, 'nothing'],
  ['a trailing slash behind the account', 'GET', `${account}/`, 404, 'nothing'],
  ['an unknown report', 'GET', `${reports}/4711`, 404, 'no report'],
  ['a deletion of an unknown report', 'DELETE', `${reports}/4711`, 404, 'no report'],
  ['DELETE on the list', 'DELETE', reports, 405, 'GET, POST'],
  ['POST on a report', 'POST', one, 405, 'GET, PUT, DELETE'],
  ['OPTIONS, which a preflight would send', 'OPTIONS', one, 405, 'GET, PUT, DELETE'],
  ['POST on the account', 'POST', account, 405, 'only GET'],
])('refuses %s', async (_, method, path, status, message) => {
  const json = { message: expect.stringContaining(message) };
  await expectRefusal(callJson(service, method, path), status, json);
});

test.each<[method: string, path: string, options: CallOptions]>([
  ['GET', reports, {}],
  ['GET', one, {}],
  ['GET', account, {}],
  ['POST', reports, { form: page }],
  ['PUT', one, { form: { privacy: '0' } }],
])('%s %s needs the key and Accept, and takes no cookie', async (method, path, options) => {
  const refusal = (headers: CallOptions, status: number, word: string) =>
    expectRefusal(callJson(service, method, path, { ...options, ...headers }), status, {
      message: expect.stringContaining(word),
    });
  await refusal(header('authorization', null), 401, 'key');
  await refusal(header('authorization', 'Bearer wrong'), 401, 'key');
  await refusal(header('authorization', `bearer ${service.apiKey}`), 401, 'key');
  // What fetch sends when nobody set it.
  await refusal(header('accept', null), 400, 'Accept');
  await refusal(header('accept', 'application/json, */*'), 400, 'Accept');
  await refusal(header('cookie', 'visitor=41'), 400, 'cookies');
});

test.each<[sentence: string, method: string, path: string, options: CallOptions, message: string]>([
  ['JSON', 'POST', reports, { body: '{}', ...header('content-type', 'application/json') }, 'form'],
  ['no content type', 'PUT', one, header('content-type', null), 'Content-Type'],
  ['a query beside a form', 'POST', `${reports}?privacy=1`, { form: page }, 'query'],
  ['a broken escape in a query', 'GET', `${reports}?search=%E4`, {}, 'percent-encoded'],
  ['a broken escape in a form', 'POST', reports, { body: 'url=https://a.example/%' }, 'percent'],
  ['a deletion with a body', 'DELETE', one, { body: 'id=1' }, 'body'],
  ['a deletion with Accept', 'DELETE', one, header('accept', 'application/json'), 'Accept'],
  ['a deletion with a type', 'DELETE', one, header('content-type', 'text/plain'), 'Content-Type'],
])('refuses %s', async (_, method, path, options, message) => {
  const json = { message: expect.stringContaining(message) };
  await expectRefusal(callJson(service, method, path, options), 400, json);
});

const unknown = 'no such parameter';

test.each<[sentence: string, path: string, field: string, reason: string]>([
  ['an undocumented parameter', `${reports}?page=2`, 'page', unknown],
  ['a parameter of another call', `${reports}?privacy=1`, 'privacy', unknown],
  ['parameters on a report', `${one}?search=x`, 'search', unknown],
  ['parameters on the account', `${account}?project=x`, 'project', unknown],
  ['an empty parameter', `${reports}?search=`, 'search', 'empty'],
  ['a repeated parameter', `${reports}?sort=asc&sort=asc`, 'sort', 'repeated'],
  ['a field to search by that is not url', `${reports}?search_by=id`, 'search_by', 'url'],
  ['a result that is no rating', `${reports}?result=Good`, 'result', 'good, decent, bad'],
  ['an order by privacy', `${reports}?sort_by=privacy`, 'sort_by', 'one of id'],
  ['an order in capitals', `${reports}?sort=DESC`, 'sort', 'desc, asc'],
  ['a page size of 20', `${reports}?per_page=20`, 'per_page', '10, 25, 50, 100'],
])('refuses %s', async (_, path, field, reason) => {
  const json = { errors: { [field]: [expect.stringContaining(reason)] } };
  await expectRefusal(callJson(service, 'GET', path), 422, json);
});

test.each<[sentence: string, method: 'POST' | 'PUT', form: object, field: string, reason: string]>([
  ['an undocumented field', 'POST', { ...page, project: 'x' }, 'project', unknown],
  ['results on a creation', 'POST', { ...page, results: '1' }, 'results', unknown],
  ['a url on an update', 'PUT', page, 'url', unknown],
  ['an empty field', 'POST', { ...page, privacy: '2', password: '' }, 'password', 'empty'],
  ['a privacy of 3', 'POST', { ...page, privacy: '3' }, 'privacy', '0, 1, 2'],
  ['results that are no number', 'PUT', { results: 'true' }, 'results', '0, 1'],
  ['a creation without url', 'POST', { privacy: '1' }, 'url', 'required'],
  ['a url without scheme', 'POST', { url: 'example.com' }, 'url', 'absolute'],
  ['a url of another scheme', 'POST', { url: 'ftp://example.com/' }, 'url', 'absolute'],
  ['a url with white space', 'POST', { url: ' https://example.com/' }, 'url', 'absolute'],
  ['a url with user info', 'POST', { url: 'https://me:pw@example.com/' }, 'url', 'user name'],
  [
    'a password beside privacy 1',
    'POST',
    { ...page, privacy: '1', password: 'x' },
    'password',
    '2',
  ],
  ['a password without privacy', 'PUT', { password: 'x' }, 'password', 'only goes'],
  ['privacy 2 without password', 'POST', { ...page, privacy: '2' }, 'password', 'required'],
  ['privacy 2 for a report without one', 'PUT', { privacy: '2' }, 'password', 'required'],
])('refuses %s', async (_, method, form, field, reason) => {
  const path = method === 'POST' ? reports : one;
  const json = { errors: { [field]: [expect.stringContaining(reason)] } };
  await expectRefusal(callJson(service, method, path, { form: { ...form } }), 422, json);
});

test('sends no header that would let other origins read its answers', async () => {
  const { headers } = await call(service, 'GET', reports, header('origin', 'https://a.example'));
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
