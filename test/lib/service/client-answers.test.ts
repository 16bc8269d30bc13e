import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import { failures } from '../../service/failure';
import { type Service, startService } from '../../service/service';
import type { Shape } from '../../service/shape';

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

const URL_REPORTED = 'https://shop.example/';
const draft = { url: URL_REPORTED, privacy: Privacy.Private };
const report = { url: URL_REPORTED, privacy: Privacy.Private };

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
];

describe('every plausible shape of an answer', () => {
  it.each(SHAPES)('reads the same report from %j', async (shape) => {
    service.behave({ shape });
    const created = await client.create(draft);
    const [held] = service.reports();
    const expected = {
      value: {
        ...report,
        result: held?.result,
        generatedAt: new Date(held?.generated_at ?? '').toISOString().replace(/\d{3}Z$/, '000Z'),
      },
    };
    expect(withoutMilliseconds(created)).toMatchObject(expected);
    const id = 'value' in created ? (created.value?.id ?? '') : '';
    expect(withoutMilliseconds(await client.get(id))).toMatchObject(expected);
    expect(await client.list(RECENT_REPORTS_QUERY)).toMatchObject({
      value: { reports: [{ ...report, id }], unreadable: 0 },
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
      value: { ...report, result: null, generatedAt: null },
    });
  });

  it('takes an empty 2xx as success after POST, PUT and DELETE', async () => {
    service.behave({ shape: { create: 204, update: 204, remove: 204 } });
    expect(await client.create(draft)).toEqual({ value: null });
    const id = String(service.reports()[0]?.id);
    expect(await client.update(id, { results: 1 })).toEqual({ value: null });
    expect(await client.remove(id)).toEqual({ value: null });
  });

  it('takes an empty 200 after a read as no answer', async () => {
    service.behave({ fail: failures.emptyBody });
    const failure = { code: 'unexpected-answer', problem: 'empty' };
    expect(await client.list(RECENT_REPORTS_QUERY)).toEqual({ failure });
    expect(await client.account()).toEqual({ failure });
  });

  it('counts a row that cannot be read and shows the others', async () => {
    service.add({ url: 'https://one.example/' });
    service.add({ url: 'https://two.example/' });
    service.behave({ shape: { unreadableRow: true } });
    expect(await client.list(RECENT_REPORTS_QUERY)).toMatchObject({
      value: {
        reports: [{ url: 'https://two.example/' }, { url: 'https://one.example/' }],
        unreadable: 1,
      },
    });
  });

  it("reads the service's own total", async () => {
    for (let count = 0; count < 12; count += 1) service.add({ url: 'https://one.example/' });
    const list = await client.list(RECENT_REPORTS_QUERY);
    expect(list).toMatchObject({ value: { total: 12 } });
    expect('value' in list && list.value.reports).toHaveLength(10);
  });

  it('keeps the undocumented fields of a single report and never its password', async () => {
    service.behave({ shape: { extraFields: true } });
    const created = await client.create({
      ...draft,
      privacy: Privacy.Password,
      password: 'hidden-word',
    });
    const more = 'value' in created ? created.value?.extraFields : [];
    expect(more?.length).toBeGreaterThan(0);
    expect(JSON.stringify(created)).not.toContain('hidden-word');
  });

  it('takes no text of more than 10,000 letters for an address, and shows it as text', async () => {
    const url = 'https://shop.example/'.padEnd(10_001, 'x');
    const answering = (address: string) =>
      createClient(service, async () => Response.json({ id: 1, url: address })).get('1');
    expect(await answering(url)).toMatchObject({
      value: { url: null, extraFields: [{ path: ['url'], text: expect.stringMatching(/^https.+…$/) }] },
    });
    expect(await answering(url.slice(0, -1))).toMatchObject({ value: { url: url.slice(0, -1) } });
  });

  it('shows a documented field as text only where its value is none that is documented', async () => {
    const understood = { id: 1, url: URL_REPORTED, result: 'bad', privacy: 1, project: 'Shop' };
    const details = async (fields: object) => {
      const got = await createClient(service, async () => Response.json(fields)).get('1');
      return 'value' in got ? got.value.extraFields : undefined;
    };
    expect(await details({ ...understood, generated_at: null })).toEqual([]);
    expect(await details({ ...understood, result: 'superb', generated_at: 'soon' })).toEqual([
      { path: ['result'], text: 'superb' },
      { path: ['generated_at'], text: 'soon' },
    ]);
  });

  it.each(['12', -1, 1.5, null])('takes %j for no total', async (total) => {
    const answer = { data: [{ id: 1 }], total, meta: { total: 7 } };
    const told = createClient(service, async () => Response.json(answer));
    expect(await told.list(RECENT_REPORTS_QUERY)).toMatchObject({ value: { total: 7 } });
  });

  it('reads the first 500 rows of a list without end, and tells how many there were', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => ({ id: index + 1 }));
    const endless = createClient(service, async () => Response.json({ data: rows }));
    const list = await endless.list(RECENT_REPORTS_QUERY);
    expect('value' in list && list.value.reports.map(({ id }) => Number(id))).toEqual(
      rows.slice(0, 500).map(({ id }) => id),
    );
    expect(list).toMatchObject({ value: { unreadable: 0, total: 501 } });
  });

  it.each([[[]], [[{ name: 'Rosa' }]], [7]])('takes %j for no account', async (json) => {
    const told = createClient(service, async () => Response.json(json));
    const failure = { code: 'unexpected-answer', problem: 'wrong-shape' };
    expect(await told.account()).toEqual({ failure });
  });

  it.each([{}, { single: 'top' }, { single: 'report' }] as Partial<Shape>[])(
    'reads the account as labelled text from %j',
    async (shape) => {
      service.behave({ shape });
      const account = await client.account();
      const fields = 'value' in account ? account.value.fields : [];
      expect(fields).toContainEqual({ path: ['name'], text: 'Rosa Lindqvist' });
      expect(fields).toContainEqual({ path: ['plan', 'name'], text: 'Agency' });
    },
  );
});

function withoutMilliseconds(outcome: object): unknown {
  return JSON.parse(JSON.stringify(outcome).replace(/(:\d\d)\.\d{3}Z/g, '$1.000Z'));
}
