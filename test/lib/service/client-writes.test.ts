import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { type Client, createClient } from '@/lib/service/client';
import { draft } from '../../support/every-client-call';

const WRITES: [name: string, call: (client: Client) => Promise<unknown>][] = [
  ['POST', (client) => client.create(draft)],
  ['PUT', (client) => client.update('7', { privacy: Privacy.Public })],
  ['DELETE', (client) => client.remove('7')],
];

/** Answers that say yes and show no report. */
const ACKNOWLEDGEMENTS: unknown[] = [
  { success: true },
  { success: true, message: 'Report updated.' },
  { message: 'Report updated.' },
  { error: false, message: 'Report updated.' },
  { errors: [], data: null },
  { status: 'ok', data: { queued: true } },
  {},
  [],
  true,
  1,
  'ok',
  null,
];

/** Answers that say no, whatever their status. */
const REFUSALS: [json: unknown, words: string | null][] = [
  [{ success: false, message: 'Not now.' }, 'Not now.'],
  [{ success: false }, null],
  [{ success: 0, data: { id: 7, url: draft.url } }, null],
  [{ ok: false, error: 'Not now.' }, 'Not now.'],
  [{ status: 'error', message: 'Not now.' }, 'Not now.'],
  [{ status: 422, message: 'Not now.' }, 'Not now.'],
  [{ error: 'Not now.' }, 'Not now.'],
  [{ errors: { url: ['Not now.'] } }, 'Not now.'],
  [{ errors: ['Not now.'], code: 7 }, 'Not now.'],
];

function answeredWith(body: string, type = 'application/json', status = 200): Client {
  const answer = async () => new Response(body, { status, headers: { 'content-type': type } });
  return createClient({ baseUrl: 'https://service.example', apiKey: 'some-api-key' }, answer);
}

describe.each(WRITES)('%s', (_, write) => {
  it.each(ACKNOWLEDGEMENTS)('has succeeded where the answer is %j', async (json) => {
    expect(await write(answeredWith(JSON.stringify(json)))).toEqual({ value: null });
  });

  it('has succeeded where the answer is empty, whatever it claims to be', async () => {
    for (const type of ['application/json', 'text/html; charset=UTF-8', 'text/plain']) {
      expect(await write(answeredWith('', type)), type).toEqual({ value: null });
      expect(await write(answeredWith('\n', type, 201)), type).toEqual({ value: null });
    }
  });

  it('has succeeded where the answer is data that is called HTML', async () => {
    const answer = '{"success":true}';
    expect(await write(answeredWith(answer, 'text/html; charset=UTF-8'))).toEqual({ value: null });
  });

  it.each(REFUSALS)(
    'is not known to have succeeded where the answer is %j',
    async (json, words) => {
      const failure = { code: 'unexpectedAnswer', problem: 'embeddedError', message: words };
      expect(await write(answeredWith(JSON.stringify(json)))).toEqual({ failure });
    },
  );

  it.each([
    ['html', '<!doctype html><title>Sign in</title>', 'text/html'],
    ['html', '0', 'text/html'],
    ['html', '<html><body>Checking your browser', 'application/json'],
    ['notJson', '{"success":tr', 'application/json'],
    ['notJson', 'OK', 'text/plain'],
  ])('has failed where the answer is %s: %s', async (problem, body, type) => {
    const failure = { code: 'unexpectedAnswer', problem };
    expect(await write(answeredWith(body, type))).toEqual({ failure });
  });
});

describe('a report in the answer to a write', () => {
  const report = { id: 7, url: draft.url, privacy: 0 };

  it.each([
    report,
    { ...report, success: false, errors: 3, status: 'failed' },
    { data: report, errors: ['2 images without text'] },
    { success: true, report },
  ])('is taken from %j', async (json) => {
    const client = answeredWith(JSON.stringify(json));
    const value = { id: '7', url: draft.url, privacy: 0 };
    expect(await client.create(draft)).toMatchObject({ value });
    expect(await client.update('7', { results: 1 })).toMatchObject({ value });
  });

  it.each([
    { success: true, id: 7 },
    { data: { id: 7, privacy: 0 } },
    { data: { id: 8, url: draft.url } },
  ])('is not shown by an update that answers %j', async (json) => {
    const client = answeredWith(JSON.stringify(json));
    expect(await client.update('7', { results: 1 })).toEqual({ value: null });
  });
});

it('blanks the report password in the words of a refusal with a status of success', async () => {
  const password = 'correct horse';
  const json = { success: false, message: `${password} is too common.` };
  const client = answeredWith(JSON.stringify(json));
  const outcome = await client.create({ ...draft, privacy: Privacy.Password, password });
  expect(outcome).toMatchObject({ failure: { message: '••• is too common.' } });
});
