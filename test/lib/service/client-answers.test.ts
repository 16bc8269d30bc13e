import { describe, expect, it, onTestFinished } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createClient } from '@/lib/service/client';
import { OTHER_SHAPE, type Shape } from '../../service/report-json';
import { failures } from '../../service/served-failure';
import { startService } from '../../service/service';
import { CALLS, clientOf, draft } from '../../support/every-client-call';

const WRITES = CALLS.filter(([name]) => /create|update|remove/.test(name));

/** Answers without a report. No public sample found. */
const ACKNOWLEDGEMENTS: unknown[] = [{ message: 'Report updated.' }, {}, [], true, null];

function answeredWith(body: string | null, type = 'application/json', status = 200) {
  return clientOf(() => new Response(body, { status, headers: { 'content-type': type } }));
}

describe.each(WRITES)('the call %s', (_, write) => {
  it.each(ACKNOWLEDGEMENTS)('succeeds when the answer is %j', async (json) => {
    expect(await write(answeredWith(JSON.stringify(json)))).toEqual({ value: null });
  });

  it.each([
    ['a 204 without a body', null, 'application/json', 204],
    ['a 200 with an empty body', '', 'application/json', 200],
    ['JSON declared as HTML', '{"success":true}', 'text/html; charset=UTF-8', 200],
  ])('succeeds when the answer is %s', async (_, body, type, status) => {
    expect(await write(answeredWith(body, type, status))).toEqual({ value: null });
  });

  it.each([
    // Code search for "You have reached your load balancer limit."
    { success: false, message: 'You have reached your load balancer limit.' },
    // github.com/omniti-labs/jsend, `error` and `fail`.
    { status: 'error', message: 'Unable to communicate with database' },
    { status: 'fail', data: { url: 'A url is required' } },
    // docs.slack.dev/web-api, Evaluating responses.
    { ok: false, error: 'invalid_auth' },
    // spec.graphql.org, Response format, Errors.
    { data: null, errors: [{ message: 'Name for character with ID 1002 could not be fetched.' }] },
    // No public sample found.
    { success: false },
    { status: ' FAIL ' },
    { status: 422 },
    { status: '500', data: [] },
    { error: true },
    { data: null, errors: { url: ['No.'] } },
  ])('fails as invalid when a 200 reports the failure %j', async (json) => {
    const outcome = await write(answeredWith(JSON.stringify(json)));
    expect(outcome).toMatchObject({ failure: { code: 'invalid' } });
  });

  // No public sample found.
  it.each([
    { success: true, status: 'ok', error: null, errors: [] },
    { success: 'false', status: 200, error: false, errors: {} },
    { status: '204', error: ' ', errors: 0 },
    { message: 'Error 500 was mended.', data: { success: false } },
  ])('succeeds when the answer reports no failure: %j', async (json) => {
    expect(await write(answeredWith(JSON.stringify(json)))).toEqual({ value: null });
  });

  it.each([
    ['html', failures.html.body, 'text/html'],
    // VeNoMouS/cloudscraper#216, declared as JSON.
    [
      'html',
      '\n<body>\n<h1><span data-translate="checking_browser">Checking your browser before accessing</span>',
      'application/json',
    ],
    // kubernetes.io/docs/reference/using-api/health-checks: the body is one word.
    ['notJson', 'ok', 'text/plain'],
    // Invented: an answer that breaks off.
    ['notJson', '{"success":tr', 'application/json'],
  ])('fails with the problem %s when the answer is %s', async (problem, body, type) => {
    const failure = { code: 'unexpectedAnswer', problem };
    expect(await write(answeredWith(body, type))).toEqual({ failure });
  });
});

describe('a report in the answer to a write', () => {
  const report = { id: 7, url: draft.url, privacy: 0 };

  it.each([report, { data: report, status: 200 }, { report }])('is read from %j', async (json) => {
    const client = answeredWith(JSON.stringify(json));
    const value = { id: '7', url: draft.url, privacy: 0 };
    expect(await client.create(draft)).toMatchObject({ value });
    expect(await client.update('7', { results: 1 })).toMatchObject({ value });
  });

  it('means success even if the answer also reports a failure', async () => {
    const json = { data: report, success: false, status: 'error', errors: ['Slow.'] };
    const created = await answeredWith(JSON.stringify(json)).create(draft);
    expect(created).toMatchObject({ value: { id: '7' } });
  });

  it.each([{ id: 7 }, { data: { id: 7, privacy: 0 } }, { data: { id: 8, url: draft.url } }])(
    'is not read from an update that answers %j',
    async (json) => {
      const client = answeredWith(JSON.stringify(json));
      expect(await client.update('7', { results: 1 })).toEqual({ value: null });
    },
  );
});

describe('a read', () => {
  it('reads JSON that is declared as HTML', async () => {
    const listed = await answeredWith('[{"id":7}]', 'text/html').list(RECENT_REPORTS_QUERY);
    expect(listed).toMatchObject({ value: { reports: [{ id: '7' }] } });
  });

  it('returns the requested id of a report, not the id in the answer', async () => {
    const read = answeredWith(JSON.stringify({ ...draft, id: 'a-slug' }));
    expect(await read.get('7')).toMatchObject({ value: { ...draft, id: '7' } });
  });
});

it.each<[Shape, url: string]>([
  [{}, 'shop.example/'],
  [{ result: 'field', kilobytes: 30 }, 'shop.example/'],
  [{ ...OTHER_SHAPE, extraFields: true }, draft.url],
  [{ phpMessages: true }, 'shop.example/'],
])(
  'every call reads the same report from a service with the answer shape %j',
  async (shape, url) => {
    const service = await startService({ sampleReports: false });
    onTestFinished(() => service.close());
    service.behave({ shape });
    const client = createClient(service);
    const created = await client.create(draft);
    const id = 'value' in created ? (created.value?.id ?? '') : '';
    const { result, score, generated_at: generatedAt } = service.reports()[0] ?? {};
    const shown = shape.result === 'word' ? null : Math.round(score ?? 0);
    const value = { ...draft, url, id, result, score: shown, generatedAt };
    expect(created).toMatchObject({ value });
    const opened = await client.get(id);
    expect(opened).toMatchObject({ value });
    const names = 'value' in opened ? opened.value.extraFields.fields.map(({ name }) => name) : [];
    expect(names.includes('http_status')).toBe('extraFields' in shape);
    const total = shape.list === 'array' ? null : 1;
    const listed = { reports: [value], unreadable: 0, total };
    expect(await client.list(RECENT_REPORTS_QUERY)).toMatchObject({ value: listed });
    const updated = { value: { ...value, privacy: Privacy.Public } };
    expect(await client.update(id, { privacy: Privacy.Public })).toMatchObject(updated);
    expect(await client.remove(id)).toEqual({ value: null });
    expect(service.reports()).toEqual([]);
  },
);
