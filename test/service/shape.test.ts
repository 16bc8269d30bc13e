import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './service';
import type { Shape } from './shape';
import { call, callJson } from './test-client';

let service: Service;
beforeAll(async () => {
  service = await startService({ sampleReports: false });
  service.add({
    url: 'https://example.com/',
    privacy: 0,
    result: 'good',
    created_at: '2026-10-01T12:30:00.500Z',
  });
  service.add({ url: 'https://example.com/new', result: null });
});
afterAll(() => service.close());

const reports = '/api/v1/reports';
const row = expect.objectContaining({ id: 1 });
const rows = [expect.objectContaining({ id: 2 }), row];
const uuid = '5e0c0ffe-0000-4000-8000-000000000001';
const unreadable = expect.not.objectContaining({ id: expect.anything() });

test.each<[sentence: string, shape: Partial<Shape>, path: string, json: unknown]>([
  [
    'a list under data by default',
    {},
    reports,
    { data: rows, links: { next: null }, meta: { total: 2 } },
  ],
  ['a bare list', { list: 'top' }, reports, rows],
  ['a list under reports', { list: 'reports' }, reports, { reports: rows }],
  ['a list under items', { list: 'items' }, reports, { items: rows }],
  ['a list under data.data', { list: 'data.data' }, reports, { data: { data: rows } }],
  [
    'a list with an unreadable row',
    { unreadableRow: true },
    reports,
    { data: [rows[0], unreadable, row] },
  ],
  [
    'a report under data by default',
    {},
    `${reports}/1`,
    { data: { id: 1, privacy: 0, result: 'good', generated_at: '2026-10-01T12:30:00.500Z' } },
  ],
  ['a bare report', { single: 'top' }, `${reports}/1`, { id: 1 }],
  ['a report under report', { single: 'report' }, `${reports}/1`, { report: { id: 1 } }],
  ['an account under account', { single: 'report' }, '/api/v1/account', { account: { id: 7 } }],
  ['numeric strings as ids', { id: 'numeric string' }, `${reports}/1`, { data: { id: '1' } }],
  ['UUIDs as ids', { id: 'uuid' }, `${reports}/${uuid}`, { data: { id: uuid } }],
  [
    'privacy as a string',
    { privacy: 'numeric string' },
    `${reports}/1`,
    { data: { privacy: '0' } },
  ],
  ['a capitalised result', { result: 'capitalised' }, `${reports}/1`, { data: { result: 'Good' } }],
  ['a result in capitals', { result: 'upper' }, `${reports}/1`, { data: { result: 'GOOD' } }],
  [
    'null for what is pending by default',
    {},
    `${reports}/2`,
    { data: { result: null, generated_at: null } },
  ],
  [
    'dates with a space',
    { dates: 'spaced' },
    `${reports}/1`,
    { data: { generated_at: '2026-10-01 12:30:00' } },
  ],
  [
    'dates in seconds',
    { dates: 'seconds' },
    `${reports}/1`,
    { data: { generated_at: 1_790_857_800 } },
  ],
  [
    'dates in milliseconds',
    { dates: 'milliseconds' },
    `${reports}/1`,
    { data: { created_at: 1_790_857_800_500 } },
  ],
  [
    'undocumented fields by default',
    {},
    `${reports}/1`,
    { data: { score: null, checks: { passed: [], failed: [] } } },
  ],
  [
    'many undocumented fields',
    { extraFields: true },
    `${reports}/1`,
    { data: { size: { images: { count: 7 } }, canonical_url: null } },
  ],
])('can answer with %s', async (_, shape, path, json) => {
  service.behave({ shape });
  const answer = await callJson(service, 'GET', path);
  expect(answer).toMatchObject({ status: 200, json });
});

test('can leave out what is pending', async () => {
  service.behave({ shape: { pending: 'absent' } });
  const { text } = await call(service, 'GET', `${reports}/2`);
  expect(text).not.toMatch(/"result"|"generated_at"/);
});

test.each([201, 200] as const)('can answer a creation with %i and the report', async (create) => {
  service.behave({ shape: { create } });
  const form = { url: 'https://example.com/' };
  expect(await callJson(service, 'POST', reports, { form })).toMatchObject({
    status: create,
    json: { data: { url: form.url } },
  });
});

test('can answer creations, updates and deletions with an empty 204', async () => {
  service.behave({ shape: { create: 204, update: 204, remove: 204 } });
  const empty = { status: 204, text: '' };
  const form = { url: 'https://example.com/fleeting' };
  const created = await call(service, 'POST', reports, { form });
  expect(created).toMatchObject(empty);
  expect(created.headers).not.toHaveProperty('content-length');
  const id = service.reports()[0]?.id;
  expect(service.reports()[0]?.url).toBe(form.url);
  expect(await call(service, 'PUT', `${reports}/${id}`, { form: { privacy: '0' } })).toMatchObject(
    empty,
  );
  expect(service.reports()[0]?.privacy).toBe(0);
  expect(await call(service, 'DELETE', `${reports}/${id}`)).toMatchObject(empty);
  expect(service.reports()[0]?.id).not.toBe(id);
});
