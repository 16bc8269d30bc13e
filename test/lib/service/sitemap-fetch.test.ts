import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFailed } from '@/lib/result';
import { createSitemapFetch } from '@/lib/service/sitemap-fetch';
import { listen, stopListening } from '../../service/listening';
import { BOT_CHECKS } from '../../service/recorded-answers';
import { settle } from '../../support/wait-until';

const HEADER_CHECKS = [...BOT_CHECKS.keys()].filter(
  (at) => !BOT_CHECKS[at]?.[0].startsWith('Imunify'),
);

let server: Server;
let allowedOrigin: string;
let otherOrigin: string;
let requests: { path: string; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers });
    const [, kind, rest = ''] = url.split('/');
    if (kind === 'silence') return;
    if (kind === 'to-own') response.writeHead(301, { location: `${allowedOrigin}/file?a=b` }).end();
    else if (kind === 'to-foreign')
      response.writeHead(302, { location: `${otherOrigin}/file?a` }).end();
    else if (kind === 'status')
      response.writeHead(Number(rest), { 'retry-after': '60' }).end('No.');
    else if (kind === 'check') {
      const [, check] = BOT_CHECKS[Number(rest)] ?? [];
      response.writeHead(check?.status ?? 500, check?.headers).end(check?.body);
    } else if (kind === 'half')
      response.writeHead(200, { 'content-length': 100 }).write('<urlset>');
    else if (kind === 'cut') response.destroy();
    else response.end('<urlset/>');
  });
  const port = await listen(server);
  allowedOrigin = `http://127.0.0.1:${port}`;
  otherOrigin = `http://localhost:${port}`;
});
afterAll(() => stopListening(server));

/** @param limit the time limit, in milliseconds */
async function readSitemapFile(
  path: string,
  limit = 10_000,
  signal = new AbortController().signal,
) {
  requests = [];
  const isAllowed = (origin: string) => origin === allowedOrigin;
  const timeLimit = (_milliseconds: number) => AbortSignal.timeout(limit);
  const outcome = await createSitemapFetch(
    isAllowed,
    fetch,
    timeLimit,
  )(path.startsWith('/') ? allowedOrigin + path : path, signal);
  if (hasFailed(outcome)) return outcome;
  const { bytes, failure } = outcome.value;
  const content = await text(bytes).catch(() => null);
  return { content, failure: failure() };
}

describe('a sitemap file', () => {
  it.each(['/file', '/to-own'])(
    'is read without key and cookies, even after a redirect on its host: %s',
    async (path) => {
      expect(await readSitemapFile(path)).toEqual({ content: '<urlset/>', failure: null });
      expect(requests).toHaveLength(path === '/file' ? 1 : 2);
      for (const { headers } of requests) {
        expect(Object.keys(headers)).not.toContain('authorization');
        expect(Object.keys(headers)).not.toContain('cookie');
        expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
      }
    },
  );

  it('is not requested if the host is not allowed', async () => {
    expect(await readSitemapFile(`${otherOrigin}/file`)).toEqual({
      failure: { code: 'noPermission', origin: otherOrigin },
    });
    expect(await readSitemapFile('file:///etc/passwd')).toMatchObject({
      failure: { code: 'noPermission' },
    });
    expect(requests).toEqual([]);
  });

  it('is not read if a redirect ends on a host that is not allowed', async () => {
    const failure = { code: 'redirected', to: `${otherOrigin}/file` };
    expect(await readSitemapFile('/to-foreign')).toEqual({ failure });
  });

  it.each<[path: string, failure: object]>([
    ['/status/404', { code: 'refused', status: 404, message: null }],
    ['/status/401', { code: 'refused', status: 401, message: null }],
    ['/status/429', { code: 'tooManyRequests', retryAt: expect.any(String), message: null }],
    [
      '/status/503',
      { code: 'serviceDown', status: 503, retryAt: expect.any(String), message: null },
    ],
    ...HEADER_CHECKS.map((at): [string, object] => [`/check/${at}`, { code: 'protectionPage' }]),
    ['/cut', { code: 'unreachable' }],
  ])('fails with the reason when it cannot be read: %s', async (path, failure) => {
    expect(await readSitemapFile(path)).toEqual({ failure });
  });

  it.each(['/silence', '/half'])('fails at its time limit: %s', async (path) => {
    expect(await readSitemapFile(path, 50)).toMatchObject({
      failure: { code: 'timedOut', seconds: 60 },
    });
  });

  it.each(['/silence', '/half'])(
    'fails as interrupted when its reader aborts: %s',
    async (path) => {
      const failure = { code: 'interrupted' };
      expect(await readSitemapFile(path, 10_000, AbortSignal.timeout(50))).toMatchObject({
        failure,
      });
    },
  );
});

it('a redirect hidden by the browser is distinguished from a broken connection', async () => {
  const hidden: typeof fetch = async (_, init) => {
    if (init?.redirect === 'follow') throw new TypeError('Failed to fetch');
    return Object.defineProperties(new Response(null), { status: { value: 0 } });
  };
  const fetchFile = createSitemapFetch(() => true, hidden);
  const failure = { code: 'redirected', to: null };
  expect(await fetchFile('https://a.example/', new AbortController().signal)).toEqual({ failure });
});

it('a file has not failed if its reader cancels the stream', async () => {
  const readSitemapFile = createSitemapFetch(
    () => true,
    async () => new Response(new ReadableStream()),
  );
  const fetched = await readSitemapFile(
    'https://shop.example/sitemap.xml',
    new AbortController().signal,
  );
  if (hasFailed(fetched)) throw new Error('The file was not read.');
  const reader = fetched.value.bytes.getReader();
  void reader.read();
  await reader.cancel();
  await settle();
  expect(fetched.value.failure()).toBeNull();
});
