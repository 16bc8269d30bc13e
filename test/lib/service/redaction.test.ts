import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { jsonWithoutSecrets, withoutSecrets } from '@/lib/service/redaction';
import type { Credentials } from '@/lib/service/request';
import { anyCharacter } from '../../support/any-text';
import { CALLS, clientOf, draft } from '../../support/every-client-call';

const KEY = '1|aB3/"x<9>\\é';
const ENCODED = encodeURIComponent(KEY);
const PLAIN = { name: 'X-Plain', value: 'some other value' };
const RUNS = process.env.SEED ? { seed: Number(process.env.SEED) } : {};

describe('a secret in a text', () => {
  it.each([
    ['wherever it stands', `${KEY} and ${KEY}-more`, KEY, '••• and •••-more'],
    ['percent-encoded', `/of/${ENCODED}/7 ${ENCODED}${KEY}`, KEY, '/of/•••/7 ••••••'],
    ['unless it has fewer than eight characters', 'a secret', 'secret', 'a secret'],
    ['even with half a character', '\ud800 lone half', '\ud800 lone half', '•••'],
  ])('is blanked %s', (_, text, secret, expected) => {
    expect(withoutSecrets(text, ['no such key', secret])).toBe(expected);
  });

  it('is blanked if it is any text of eight characters or more', () => {
    const anySecret = fc.property(fc.string({ unit: anyCharacter, minLength: 8 }), (secret) => {
      expect(withoutSecrets(`‹${secret}› ‹\ud800${secret}`, [secret])).not.toContain(secret);
    });
    fc.assert(anySecret, RUNS);
  });

  it('is blanked in names, too', () => {
    expect(jsonWithoutSecrets({ errors: { [KEY]: [KEY] } }, [KEY])).toEqual({
      errors: { '•••': ['•••'] },
    });
  });

  it('that does not occur changes nothing in any JSON', () => {
    const anyJson = fc.property(fc.jsonValue(), (json) => {
      expect(jsonWithoutSecrets(structuredClone(json), ['no such key'])).toEqual(json);
    });
    fc.assert(anyJson, RUNS);
  });
});

/** JSON text with each letter of the texts in it escaped. */
function escaped(json: unknown): string {
  return JSON.stringify(json).replace(
    /[\wé|/]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const location = `https://elsewhere.example/of/${ENCODED}/?k=${ENCODED}`;
const challenge = { 'cf-mitigated': `challenge ${ENCODED}` };
const pause = { 'retry-after': ENCODED };
const report = { id: '1', url: `https://a.example/${ENCODED}`, part: { [KEY]: [`k:${KEY}`] } };
/** What each call finds a report, a list or an account in. */
const quoting = { ...report, data: [report] };

/** What is sent with each request, and kept by nobody else. */
const SECRETS: [secret: string, credentials: Partial<Credentials>][] = [
  ['the key', { apiKey: KEY }],
  ['the value of a header', { headers: [PLAIN, { name: 'X-Pass', value: KEY }] }],
];
const EVERY_CALL = SECRETS.flatMap(([secret, credentials]) =>
  CALLS.map(([name, call]) => [name, secret, credentials, call] as const),
);

describe.each(EVERY_CALL)('the outcome of %s when the service quotes %s', (_, __, secret, call) => {
  it.each<[what: string, kept: string, answer: () => Response]>([
    ['a refusal', 'Not •••.', () => Response.json({ message: `Not ${KEY}.` }, { status: 403 })],
    [
      'a refusal of a field',
      'Not •••.',
      () => Response.json({ errors: { url: [`Not ${KEY}.`] } }, { status: 422 }),
    ],
    [
      'a refusal in a 200',
      'Not •••.',
      () => Response.json({ success: false, message: `Not ${KEY}.` }),
    ],
    ['a redirect', '/of/•••/', () => new Response(null, { status: 302, headers: { location } })],
    ['half an answer', 'failure', () => new Response(`{"key":"${KEY}","data":[`)],
    ['a web page', 'failure', () => new Response(`<!doctype html><title>${KEY}</title>`)],
    ['a bot check', 'protectionPage', () => new Response(KEY, { status: 403, headers: challenge })],
    ['a pause', 'tooManyRequests', () => new Response(KEY, { status: 429, headers: pause })],
  ])('has it taken out of %s, and the words kept', async (_, kept, answer) => {
    const outcome = JSON.stringify(await call(clientOf(answer, secret)));
    expect(outcome).toContain(kept);
    expect(outcome).not.toContain('aB3');
  });
});

describe.each(EVERY_CALL.filter(([name]) => name !== 'remove'))(
  'the data from %s when the service quotes %s',
  (_, __, secret, call) => {
    it.each([
      ['as it is', () => Response.json(quoting)],
      ['escaped', () => new Response(escaped(quoting))],
    ])('is without it, quoted %s', async (_, answer) => {
      const outcome = JSON.stringify(await call(clientOf(answer, secret)));
      expect(outcome).toContain('https://a.example/•••');
      expect(outcome).not.toContain('aB3');
    });
  },
);

it.each(SECRETS)('a field whose name quotes %s keeps its value', async (_, secret) => {
  const from = clientOf(() => Response.json({ id: 1, quoted: { [KEY]: 'kept' } }), secret);
  const quoted = { name: 'quoted', value: { fields: [{ name: '•••', value: 'kept' }] } };
  expect(await from.get('1')).toMatchObject({ value: { extraFields: { fields: [quoted] } } });
});

it.each(SECRETS)(
  'the failure is without %s when fetch quotes it in its error',
  async (_, secret) => {
    const from = clientOf(async () => {
      throw new TypeError(`Header value Bearer ${KEY} is not allowed`);
    }, secret);
    expect(await from.account()).toEqual({ failure: { code: 'unreachable' } });
  },
);

describe('a report password', () => {
  const change = { privacy: Privacy.Password, password: 'https://correct.example/' };
  const words = `${change.password} is too common.`;

  it.each([422, 200])('is taken out of a refusal with the status %i', async (status) => {
    const from = clientOf(() => Response.json({ errors: { password: [words] } }, { status }));
    for (const outcome of [from.create({ ...draft, ...change }), from.update('1', change)]) {
      const said = JSON.stringify(await outcome);
      expect(said).toContain('"••• is too common."');
      expect(said).not.toContain('correct');
    }
  });

  it('that is part of an address leaves the address as it is', async () => {
    const url = `${change.password}page`;
    const from = clientOf(() => Response.json({ data: { id: 1, url } }));
    expect(await from.update('1', change)).toMatchObject({ value: { id: '1', url } });
  });
});
