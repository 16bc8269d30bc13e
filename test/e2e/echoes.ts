import type { Failure } from '../service/served-failure';

/** Makes an answer that says again what the service should keep to itself. */
export type Echo = (key: string, password: string, elsewhere: string) => Failure;

const JSON_TYPE = { 'content-type': 'application/json' };

function text(status: number, body: string, headers: Record<string, string> = {}): Failure {
  return { kind: 'answer', status, headers, body };
}

/** As a service refuses that quotes the key and the form in its words. */
export function refuse(status: number, key: string, password: string): Failure {
  const errors = { [key]: [key], password: [`${password} is no good`, encodeURIComponent(key)] };
  const message = `Bearer ${key} may not do this. ${password}`;
  return text(status, JSON.stringify({ message, errors }), JSON_TYPE);
}

/** As a service answers whose reports and rows hold the key. */
export function answerWithKey(key: string): Failure {
  const answer = {
    id: 1,
    url: `https://shop.example/?key=${key}`,
    project: key,
    token: { [key]: [key, `k:${key}`] },
    data: [{ id: 2, url: `https://shop.example/${key}`, project: `of ${key}` }],
  };
  return text(200, JSON.stringify(answer), JSON_TYPE);
}

function escaped(plain: string): string {
  return [...plain].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
}

const STATUSES = [401, 403, 404, 422, 429, 500];

/** Every kind of answer, each with the key in it, and refusals with the report password as well. */
export const ECHOES: [name: string, echo: Echo][] = [
  ['an answer', answerWithKey],
  ['an answer in escapes', (key) => text(200, `{"id":1,"a":"${escaped(key)}"}`, JSON_TYPE)],
  ...STATUSES.map((status): [string, Echo] => [
    `a refusal by ${status}`,
    (key, password) => refuse(status, key, password),
  ]),
  ['an answer that percent-encodes it', (key) => answerWithKey(encodeURIComponent(key))],
  ['a web page', (key) => text(200, `<!doctype html><title>${key}</title>`)],
  ['broken JSON', (key) => text(200, `{"key":"${key}","data":[`, JSON_TYPE)],
  ['a redirect', (key, _, elsewhere) => text(302, key, { location: `${elsewhere}/${key}` })],
  ['a protection page', (key) => text(403, key, { 'cf-mitigated': `challenge ${key}` })],
  [
    'a pause',
    (key) => {
      const headers = { ...JSON_TYPE, 'retry-after': key, 'x-key': key };
      return text(429, JSON.stringify({ message: key }), headers);
    },
  ],
];
