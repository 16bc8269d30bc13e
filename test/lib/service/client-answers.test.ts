import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import { failures } from '../../service/served-failure';
import { type Service, startService } from '../../service/service';
import type { Shape } from '../../service/shape';
import { draft } from '../../support/every-client-call';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ sampleReports: false });
  client = createClient(service);
});
beforeEach(async () => {
  service.behave(null);
  for (const { id } of service.reports()) await client.remove(String(id));
});
afterAll(() => service.close());

const SHAPES: Partial<Shape>[] = [
  {},
  { list: 'top', single: 'top' },
  { list: 'reports', single: 'report' },
  { list: 'items' },
  { list: 'data.data' },
  { id: 'numeric string' },
  { id: 'uuid' },
  { privacy: 'numeric string' },
  { result: 'capitalised' },
  { result: 'upper' },
  { dates: 'spaced' },
  { dates: 'seconds' },
  { dates: 'milliseconds' },
  { create: 200 },
  { extraFields: true },
  { links: true },
  { list: 'data.data', single: 'report', id: 'uuid', result: 'upper', dates: 'seconds' },
];

describe('every plausible shape of an answer', () => {
  it.each(SHAPES)('reads the same report from %j', async (shape) => {
    service.behave({ shape });
    const created = await client.create(draft);
    const [held] = service.reports();
    const expected = {
      value: {
        ...draft,
        result: held?.result,
        generatedAt: new Date(held?.generated_at ?? '').toISOString().replace(/\d{3}Z$/, '000Z'),
      },
    };
    expect(withoutMilliseconds(created)).toMatchObject(expected);
    const id = 'value' in created ? (created.value?.id ?? '') : '';
    expect(withoutMilliseconds(await client.get(id))).toMatchObject(expected);
    expect(await client.list(RECENT_REPORTS_QUERY)).toMatchObject({
      value: { reports: [{ ...draft, id }], unreadable: 0 },
    });
    expect(await client.update(id, { privacy: Privacy.Public })).toMatchObject({
      value: { id, privacy: Privacy.Public },
    });
    expect(await client.remove(id)).toEqual({ value: null });
    expect(service.reports()).toEqual([]);
  });

  it.each(['null', 'absent'] as const)('reads a result that is %s as none yet', async (pending) => {
    service.behave({ shape: { pending }, analysis: 'later' });
    expect(await client.create(draft)).toMatchObject({
      value: { ...draft, result: null, generatedAt: null },
    });
  });

  it('takes an empty 2xx as success after POST, PUT and DELETE', async () => {
    service.behave({ shape: { create: 204, update: 204, remove: 204 } });
    expect(await client.create(draft)).toEqual({ value: null });
    const id = String(service.reports()[0]?.id);
    expect(await client.update(id, { results: 1 })).toEqual({ value: null });
    expect(await client.remove(id)).toEqual({ value: null });
  });

  it('reads data that is called HTML', async () => {
    const headers = { 'content-type': 'text/html; charset=UTF-8' };
    const answer = async () => new Response('{"data":[{"id":7}]}', { headers });
    const listed = await createClient(service, answer).list(RECENT_REPORTS_QUERY);
    expect(listed).toMatchObject({ value: { reports: [{ id: '7' }] } });
  });

  it('keeps to the id that was asked for, which is what is changed or deleted later', async () => {
    const body = { id: 'a-slug', url: 'https://host.example/', privacy: 1 };
    const read = createClient(service, async () => Response.json(body));
    expect(await read.get('7')).toMatchObject({ value: { id: '7', url: body.url } });
  });

  it('takes an empty 200 after a read as no answer', async () => {
    service.behave({ fail: failures.emptyBody });
    const failure = { code: 'unexpectedAnswer', problem: 'empty' };
    expect(await client.list(RECENT_REPORTS_QUERY)).toEqual({ failure });
    expect(await client.account()).toEqual({ failure });
  });

  it("finds the report's own page, and takes no address of the API for it", async () => {
    service.behave({ shape: { links: true } });
    const created = await client.create(draft);
    const id = String(service.reports()[0]?.id);
    const link = `${service.baseUrl}/reports/${id}`;
    expect(created).toMatchObject({ value: { link } });
    expect(await client.get(id)).toMatchObject({ value: { link } });
    expect(await client.list(RECENT_REPORTS_QUERY)).toMatchObject({
      value: { reports: [{ link }] },
    });
    service.behave(null);
    expect(await client.get(id)).toMatchObject({ value: { link: null } });
  });

  it('keeps the undocumented fields of a single report and never its password', async () => {
    service.behave({ shape: { extraFields: true } });
    const created = await client.create({
      ...draft,
      privacy: Privacy.Password,
      password: 'hidden-word',
    });
    const more = 'value' in created ? created.value?.extraFields : null;
    expect(more?.fields.length).toBeGreaterThan(0);
    expect(JSON.stringify(created)).not.toContain('hidden-word');
  });
});

function withoutMilliseconds(outcome: object): unknown {
  return JSON.parse(JSON.stringify(outcome).replace(/(:\d\d)\.\d{3}Z/g, '$1.000Z'));
}
