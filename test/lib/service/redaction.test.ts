import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createRedaction } from '@/lib/service/redaction';
import type { Credentials } from '@/lib/service/request';
import { anyCharacter } from '../../support/any-text';
import { CALLS, clientOf, draft } from '../../support/every-client-call';

const KEY = '1|aB3/"x<9>\\é';
const ENCODED = encodeURIComponent(KEY);
const PLAIN = { name: 'X-Plain', value: 'some other value' };
const RUNS = process.env.SEED ? { seed: Number(process.env.SEED) } : {};

const redact = (text: string, secrets: string[], passwords: string[] = []) =>
  createRedaction(secrets, passwords)(text, text.length);

describe('a secret in a text', () => {
  it.each([
    ['wherever it occurs', `${KEY} and ${KEY}-more`, KEY, '••• and •••-more'],
    ['percent-encoded', `/of/${ENCODED}/7 ${ENCODED}${KEY}`, KEY, '/of/•••/7 ••••••'],
    ['only if it has at least eight characters', 'a secret', 'secret', 'a secret'],
    ['even if it contains half a surrogate pair', '\ud800 lone half', '\ud800 lone half', '•••'],
  ])('is replaced %s', (_, text, secret, expected) => {
    expect(redact(text, ['no such key', secret])).toBe(expected);
  });

  // The spellings of frameworks: RFC 3986 2.1, the WHATWG's form-urlencoded serializer, PHP's
  // json_encode and htmlspecialchars, Python's html.escape, Go's html.EscapeString, lodash's escape.
  it.each([
    ['in lower-case percent encoding', 'a%3cb%26+c%2fd%22e%27%c3%a9'],
    ['with each character percent-encoded', '%61%3C%62%26%2B%63%2F%64%22%65%27%C3%A9'],
    ['as a field of a form', 'a%3Cb%26%2Bc%2Fd%22e%27%C3%A9'],
    ['in JSON by PHP', 'a<b&+c\\/d\\"e\'\\u00e9'],
    ['in JSON by Go', 'a\\u003cb\\u0026+c/d\\"e\'é'],
    ['in HTML by PHP', 'a&lt;b&amp;+c/d&quot;e&#039;é'],
    ['in HTML by Python', 'a&lt;b&amp;+c/d&quot;e&#x27;é'],
    ['in HTML by Go', 'a&lt;b&amp;+c/d&#34;e&#39;é'],
    ['in HTML by numbers', '&#97;&#x3C;b&#38;&#43;c&#x2F;d&#34;e&apos;&#xE9;'],
  ])('is replaced %s', (_, quoted) => {
    expect(redact(`Not ${quoted}.`, ['a<b&+c/d"e\'é'])).toBe('Not •••.');
  });

  it('is replaced in the form encoding even if it contains spaces', () => {
    expect(redact('pass=correct+horse+%26&x', ['correct horse &'])).toBe('pass=•••&x');
  });

  it.each([
    ['inside the secret', 20],
    ['directly after the secret', 35],
    ['before the secret', 10],
  ])('shows no part of a secret if the text is cut %s', (_, most) => {
    const read = createRedaction(['correct-horse-battery'])(
      'Your password correct-horse-battery is too common.',
      most,
    );
    expect(read).not.toContain('c');
  });

  it('is replaced if it has at least eight characters', () => {
    const anySecret = fc.property(fc.string({ unit: anyCharacter, minLength: 8 }), (secret) => {
      expect(redact(`‹${secret}› ‹\ud800${secret}`, [secret])).not.toContain(secret);
    });
    fc.assert(anySecret, RUNS);
  });

  it.each<[string, (secret: string) => string]>([
    ['percent-encoded', encodeURIComponent],
    ['form-encoded', (secret) => String(new URLSearchParams([[secret, '']])).slice(0, -1)],
    ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
  ])('is replaced %s, for any secret', (_, encode) => {
    const secrets = fc
      .string({ unit: anyCharacter, minLength: 8 })
      .map((text) => text.toWellFormed());
    const anySecret = fc.property(secrets, (secret) => {
      fc.pre(!/\p{Cc}/u.test(secret));
      expect(redact(`a/${encode(secret)}/z`, [secret])).toBe('a/•••/z');
    });
    fc.assert(anySecret, RUNS);
  });

  it('leaves a text without the secret unchanged', () => {
    const anyText = fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(redact(text, ['no such key'])).toBe(text);
    });
    fc.assert(anyText, RUNS);
  });
});

describe('a short password in a text', () => {
  it.each([
    ['as a whole word', 'hunter is too short: "hunter".', '••• is too short: "•••".'],
    ['percent-encoded', 'Not ?password=hunter%20', 'Not ?password=•••%20'],
    ['only outside other words', 'a hunters word, hunter2', 'a hunters word, hunter2'],
  ])('is replaced %s', (_, text, expected) => {
    expect(redact(text, [], ['hunter'])).toBe(expected);
  });

  it('is replaced if it consists of punctuation', () => {
    expect(redact('Not !?*.', [], ['!?*'])).toBe('Not •••.');
  });
});

/** Returns JSON in which every letter is escaped. */
function escapeLetters(json: unknown): string {
  return JSON.stringify(json).replace(
    /[\wé|/]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const location = `https://elsewhere.example/of/${ENCODED}/?k=${ENCODED}`;
const challenge = { 'cf-mitigated': `challenge ${ENCODED}` };
const pause = { 'retry-after': ENCODED };
const report = { id: '1', url: 'https://a.example/', part: { [KEY]: [`k:${KEY}`] } };
/** An answer that contains the secret. Each call reads it as a report, a list or an account. */
const quoting = { ...report, data: [report] };

const SECRETS: [secret: string, credentials: Partial<Credentials>][] = [
  ['the key', { apiKey: KEY }],
  ['the value of a header', { headers: [PLAIN, { name: 'X-Pass', value: KEY }] }],
];
const EVERY_CALL = SECRETS.flatMap(([secret, credentials]) =>
  CALLS.map(([name, call]) => [name, secret, credentials, call] as const),
);

describe.each(EVERY_CALL)('the outcome of %s when the service quotes %s', (_, __, secret, call) => {
  it.each<[what: string, words: string, answer: () => Response]>([
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
  ])('describes %s without the secret', async (_, words, answer) => {
    const outcome = JSON.stringify(await call(clientOf(answer, secret)));
    expect(outcome).toContain(words);
    expect(outcome).not.toContain('aB3');
  });
});

const CALLS_WITH_EXTRA_FIELDS = ['get', 'create', 'update', 'account'];

describe.each(EVERY_CALL.filter(([name]) => CALLS_WITH_EXTRA_FIELDS.includes(name)))(
  'the data from %s when the service quotes %s',
  (_, __, secret, call) => {
    it.each([
      ['plain', () => Response.json(quoting)],
      ['escaped', () => new Response(escapeLetters(quoting))],
    ])('does not contain the secret if the quote is %s', async (_, answer) => {
      const outcome = JSON.stringify(await call(clientOf(answer, secret)));
      expect(outcome).toContain('k:•••');
      expect(outcome).not.toContain('aB3');
    });

    it.each([0, 5, 12])('has no part of a secret that is cut after %i characters', async (rest) => {
      const long = 'x'.repeat(10_000 - rest);
      const quoted = { ...report, text: `${long}${KEY}`, [`${'y'.repeat(200 - rest)}${KEY}`]: 1 };
      const answer = () => Response.json(quoted);
      const outcome = JSON.stringify(await call(clientOf(answer, secret)));
      expect(outcome).toContain('xxx');
      expect(outcome).not.toMatch(/[xy]+1|aB3/);
    });
  },
);

describe.each(SECRETS)('a report whose texts are equal to %s', (_, secret) => {
  const row = {
    id: KEY,
    url: `https://a.example/${ENCODED}`,
    project: KEY,
    results: { [KEY]: { passed: false, value: `https://a.example/${ENCODED}`, errors: {} } },
  };
  const expected = { url: row.url, project: KEY, failedChecks: [{ name: KEY }] };

  it('keeps its address and names in a list', async () => {
    const list = await clientOf(() => Response.json([{ ...row, id: 'acme-corp' }]), secret).list(
      RECENT_REPORTS_QUERY,
    );
    expect(list).toMatchObject({ value: { reports: [{ ...expected, id: 'acme-corp' }] } });
    expect(JSON.stringify(list)).not.toContain('•••');
  });

  it('keeps its address and names when it is created, read or changed', async () => {
    const from = clientOf(() => Response.json({ ...row, id: '1' }), secret);
    const answers = [from.get('1'), from.create(draft), from.update('1', { results: 1 })];
    for (const answer of answers) expect(await answer).toMatchObject({ value: expected });
  });
});

it('the id of a report may be the value of a header', async () => {
  const headers = [{ name: 'X-Tenant', value: 'acme-corp' }];
  const from = clientOf(() => Response.json([{ id: 'acme-corp' }]), { headers });
  const list = await from.list(RECENT_REPORTS_QUERY);
  expect(list).toMatchObject({ value: { reports: [{ id: 'acme-corp' }] } });
});

it.each(SECRETS)('a field whose name quotes %s keeps its value', async (_, secret) => {
  const from = clientOf(() => Response.json({ id: 1, quoted: { [KEY]: 'kept' } }), secret);
  const quoted = { name: 'quoted', value: { fields: [{ name: '•••', value: 'kept' }] } };
  expect(await from.get('1')).toMatchObject({ value: { extraFields: { fields: [quoted] } } });
});

it.each(SECRETS)(
  'a failure does not contain %s when the error of fetch contains the secret',
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

  it.each([422, 200])('is replaced in a refusal with the status %i', async (status) => {
    const from = clientOf(() => Response.json({ errors: { password: [words] } }, { status }));
    for (const outcome of [from.create({ ...draft, ...change }), from.update('1', change)]) {
      const outcomeText = JSON.stringify(await outcome);
      expect(outcomeText).toContain('"••• is too common."');
      expect(outcomeText).not.toContain('correct');
    }
  });

  it.each([422, 200])(
    'is replaced in a refusal with the status %i even if it is short',
    async (status) => {
      const short = { privacy: Privacy.Password, password: 'hunter' };
      const errors = { password: ['hunter is too short.', 'No hunters.'] };
      const from = clientOf(() => Response.json({ errors }, { status }));
      for (const outcome of [from.create({ ...draft, ...short }), from.update('1', short)]) {
        const outcomeText = JSON.stringify(await outcome);
        expect(outcomeText).toContain('"••• is too short.","No hunters."');
      }
    },
  );

  it.each(['message', 'errors', 'password', 'url'])(
    'leaves a refusal readable if the password is "%s"',
    async (password) => {
      const errors = { url: ['No.'] };
      const from = clientOf(() => Response.json({ message: 'Sorry.', errors }, { status: 422 }));
      expect(await from.create({ ...draft, privacy: Privacy.Password, password })).toMatchObject({
        failure: { message: 'Sorry.', fields: [{ field: 'url', messages: ['No.'] }] },
      });
    },
  );

  it('stays in the answer to another request if it is short', async () => {
    const from = clientOf(() => Response.json({ message: 'No hunter.' }, { status: 403 }));
    await from.create({ ...draft, privacy: Privacy.Password, password: 'hunter' });
    expect(await from.get('1')).toMatchObject({ failure: { message: 'No hunter.' } });
  });

  it.each([480, 500])('is not shown in part where a long message is cut', async (length) => {
    const password = 'correct-horse-battery';
    const message = `${'x'.repeat(length - 10)}${password}`;
    const from = clientOf(() => Response.json({ message }, { status: 422 }));
    const outcomeText = await from.create({ ...draft, privacy: Privacy.Password, password });
    expect(JSON.stringify(outcomeText)).not.toContain('xc');
  });

  it('stays in an address that contains the password', async () => {
    const url = `${change.password}page`;
    const from = clientOf(() => Response.json({ data: { id: 1, url } }));
    expect(await from.update('1', change)).toMatchObject({ value: { id: '1', url } });
  });
});
