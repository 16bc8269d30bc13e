import { createServer } from 'node:http';
import { bodyOf, listen, stopListening } from './listening';

interface EchoedAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Makes an answer of the key and the form that came with a request, and of another origin. */
type Echo = (key: string, password: string, elsewhere: string) => EchoedAnswer;

/** A service that says again what it should keep to itself. */
export interface EchoingService {
  baseUrl: string;
  apiKey: string;
  page: string;
  /** How it answers from now on; the first of `ECHOES` when it starts. */
  echo: Echo;
  close(): Promise<void>;
}

function json(status: number, value: unknown): EchoedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function refusal(status: number): [name: string, echo: Echo] {
  return [
    `a refusal by ${status}`,
    (key, password) =>
      json(status, {
        message: `Bearer ${key} may not do this. ${password}`,
        errors: { [key]: [key], password: [`${password} is no good`, encodeURIComponent(key)] },
      }),
  ];
}

function escaped(text: string): string {
  return [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
}

/** Every kind of answer, each with the key in it, and refusals with the report password as well. */
export const ECHOES: [name: string, echo: Echo][] = [
  [
    'an answer',
    (key) =>
      json(200, {
        id: 1,
        url: `https://shop.example/?key=${key}`,
        project: key,
        token: { [key]: [key, `k:${key}`] },
        data: [{ id: 2, url: `https://shop.example/${key}`, project: `of ${key}` }],
      }),
  ],
  [
    'an answer in escapes',
    (key) => ({ ...json(200, null), body: `{"id":1,"a":"${escaped(key)}"}` }),
  ],
  ...[400, 401, 403, 404, 410, 418, 422, 429, 500, 503].map(refusal),
  ['a web page', (key) => ({ status: 200, body: `<!doctype html><title>${key}</title>` })],
  ['broken JSON', (key) => ({ ...json(200, null), body: `{"key":"${key}","data":[` })],
  [
    'a redirect',
    (key, _, elsewhere) => ({
      status: 302,
      headers: { location: `${elsewhere}/${key}` },
      body: key,
    }),
  ],
  [
    'a protection page',
    (key) => ({ status: 403, headers: { 'cf-mitigated': `challenge ${key}` }, body: key }),
  ],
  [
    'a pause',
    (key) => ({ ...json(429, { message: key }), headers: { 'retry-after': key, 'x-key': key } }),
  ],
];

/** Starts it on this computer. */
export async function startEchoingService(): Promise<EchoingService> {
  const service: EchoingService = {
    baseUrl: '',
    apiKey: 'sk-live-7d41c9e2b8',
    page: '',
    echo: () => json(200, []),
    close: () => stopListening(server),
  };
  const server = createServer(async (request, response) => {
    const password = new URLSearchParams(await bodyOf(request)).get('password') ?? '';
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const elsewhere = service.baseUrl.replace('127.0.0.1', 'localhost');
    const { status, headers, body } = service.echo(key, password, elsewhere);
    const isCall = request.url?.startsWith('/api/') === true;
    response.writeHead(isCall ? status : 200, isCall ? headers : {});
    response.end(isCall ? body : 'A page');
  });
  service.baseUrl = `http://127.0.0.1:${await listen(server)}`;
  service.page = `${service.baseUrl}/page`;
  return service;
}
