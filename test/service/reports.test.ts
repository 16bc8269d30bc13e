import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from './service';
import { call, callJson } from './test-client';

let service: Service;
beforeEach(async () => {
  service = await startService({ sampleReports: false });
});
afterEach(() => service.close());

const reports = '/api/v1/reports';
const url = 'https://example.com/';

test.each([
  ['everything, newest first', '', [5, 4, 3, 2, 1]],
  ['dates upwards, unknown ones first', '?sort_by=generated_at&sort=asc', [3, 4, 1, 2, 5]],
  ['results downwards, equal ones by id', '?sort_by=result&sort=desc', [5, 2, 1, 4, 3]],
  ['URLs that contain a text in any case', '?search=BREAD&search_by=url', [3, 1]],
  ['one project by its whole name', '?project=Bakery+shop', [2]],
  ['what fits all filters', '?result=bad&project=Bakery&search=b.example', [4]],
])('lists %s', async (_, query, ids) => {
  const generated_at = '2026-01-01T00:00:00.000Z';
  service.add({ url: 'https://b.example/Bread', project: 'Bakery', result: 'decent' });
  service.add({ url: 'https://a.example/', project: 'Bakery shop', result: 'good' });
  service.add({ url: 'https://c.example/bread', project: 'Bakery', result: null });
  service.add({ url: 'https://b.example/a', project: 'Bakery', result: 'bad', generated_at });
  service.add({ url: 'https://d.example/', project: 'Bakery', result: 'good' });
  const { json } = await callJson(service, 'GET', reports + query);
  expect(json).toMatchObject({ data: ids.map((id) => ({ id })), meta: { total: ids.length } });
});

test('a report is created private and rated, listed, fetched, changed and deleted', async () => {
  const report = { id: 1, url, privacy: 1, result: 'good', project: 'example.com' };
  const created = await callJson(service, 'POST', reports, { form: { url } });
  expect(created).toMatchObject({ status: 201, json: { data: report } });
  expect(await callJson(service, 'GET', reports)).toMatchObject({ json: { data: [report] } });
  const one = `${reports}/1`;
  expect(await callJson(service, 'GET', one)).toMatchObject({ json: { data: report } });

  const update = { status: 200, json: { data: { ...report, privacy: 0 } } };
  expect(await callJson(service, 'PUT', one, { form: { privacy: '0' } })).toMatchObject(update);
  const deletion = { status: 200, json: { object: 'report', id: 1, deleted: true } };
  expect(await callJson(service, 'DELETE', one)).toEqual(deletion);
  expect((await call(service, 'GET', one)).status).toBe(404);
  // An id is not used again.
  const next = await callJson(service, 'POST', reports, { form: { url } });
  expect(next).toMatchObject({ json: { data: { id: 2 } } });
});

test('a password is kept exactly as sent, never shown, and forgotten with its privacy', async () => {
  const password = ' a+b & ü % ';
  const form = { url, privacy: '2', password };
  const { json } = await callJson(service, 'POST', reports, { form });
  expect(JSON.stringify(json)).not.toContain('a+b');
  const update = (changes: Record<string, string>) =>
    call(service, 'PUT', `${reports}/1`, { form: changes });

  expect((await update({ privacy: '2' })).status).toBe(200);
  expect(service.reports()[0]).toMatchObject({ privacy: 2, password });
  await update({ privacy: '0' });
  expect(service.reports()[0]).toMatchObject({ privacy: 0, password: null });
  expect((await update({ privacy: '2' })).status).toBe(422);
});

test('results stay open until the analyses are finished, when told so', async () => {
  service.add({ url });
  service.behave({ analysis: 'later' });
  await call(service, 'POST', reports, { form: { url } });
  await call(service, 'PUT', `${reports}/1`, { form: { results: '1' } });
  expect(service.reports()).toMatchObject([{ result: null }, { result: null }]);
  await service.finishAnalyses();
  expect(service.reports()).toMatchObject([{ result: 'good' }, { result: 'good' }]);
});

test('answers take other shapes on request', async () => {
  service.add({ url, privacy: 0, result: 'good', created_at: '2026-10-01T12:30:00.500Z' });
  service.add({ url, result: null });
  const [id, privacy, generated_at] = ['1', '0', '2026-10-01 12:30:00'];
  service.behave({
    shape: {
      list: 'top',
      id: 'numeric string',
      privacy: 'numeric string',
      result: 'upper',
      dates: 'spaced',
      pending: 'absent',
      unreadableRow: true,
    },
  });
  const { json } = await callJson(service, 'GET', reports);
  const row = { id, url, privacy, result: 'GOOD', generated_at };
  expect(json).toMatchObject([{ id: '2' }, { error: expect.any(String) }, row]);
  expect((json as unknown[])[0]).not.toHaveProperty('result');

  const uuid = '5e0c0ffe-0000-4000-8000-000000000001';
  service.behave({ shape: { single: 'report', id: 'uuid', extraFields: true } });
  const single = await callJson(service, 'GET', `${reports}/${uuid}`);
  expect(single).toMatchObject({ json: { report: { id: uuid, language: 'de-CH' } } });
});
