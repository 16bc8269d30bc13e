import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPage } from './page-checks';
import { fetchPage, isLoopbackPage } from './page-fetch';
import { type Service, startService } from './service';
import { callJson } from './test-client';
import { checkUrl } from './url-checks';

const reports = '/api/v1/reports';

describe('the service', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ path: '/s' });
  });
  afterEach(() => service.close());

  test.each(['good', 'decent', 'bad'] as const)('rates its %s sample page so', async (result) => {
    const url = `${service.samplePages[result]}?utm_source=x`;
    const { json } = await callJson(service, 'POST', reports, { form: { url } });
    expect(json).toMatchObject({ data: { url, result, generated_at: expect.any(String) } });
  });

  test('rates a page that is not there as bad', async () => {
    const form = { url: `${service.baseUrl}/pages/none` };
    const { json } = await callJson(service, 'POST', reports, { form });
    expect(json).toMatchObject({ data: { result: 'bad', checks: { failed: ['page'] } } });
  });

  test('leaves results open until the analyses are finished, when told so', async () => {
    service.behave({ analysis: 'later' });
    const form = { url: service.samplePages.decent };
    const pending = { result: null, generated_at: null };
    expect(await callJson(service, 'POST', reports, { form })).toMatchObject({
      status: 201,
      json: { data: { id: 25, ...pending } },
    });
    await callJson(service, 'PUT', `${reports}/1`, { form: { results: '1' } });
    expect(service.reports().at(-1)).toMatchObject(pending);

    await service.finishAnalyses();
    expect(service.reports()[0]).toMatchObject({ id: 25, result: 'decent' });
    expect(service.reports().filter(({ result }) => result === null)).toEqual([]);
  });

  test('starts with samples of every kind, one of them without result', () => {
    const samples = service.reports();
    expect(samples.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, i) => 24 - i));
    expect(new Set(samples.map(({ privacy }) => privacy)).size).toBe(3);
    expect(samples.filter(({ result }) => result === null)).toHaveLength(1);
    for (const rating of ['good', 'decent', 'bad']) {
      expect(samples.filter(({ result }) => result === rating).length).toBeGreaterThan(2);
    }
    const dates = samples.map(({ created_at }) => created_at);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('can leave all analyses for later from the start', async () => {
    const later = await startService({ analysis: 'later', sampleReports: false });
    const form = { url: 'https://example.com/' };
    const { json } = await callJson(later, 'POST', reports, { form });
    await later.close();
    expect(json).toMatchObject({ data: { result: null } });
  });
});

describe('a URL that is not fetched', () => {
  test.each([
    ['https://example.com/', 'good', []],
    ['http://example.com/', 'decent', ['https']],
    ['https://example.com/?q=1', 'decent', ['no query']],
    [`https://example.com/${'a'.repeat(60)}`, 'decent', ['short path']],
    ['https://example.com/Old_Page', 'decent', ['readable path']],
    ['https://example.com/a/b/c/d', 'decent', ['shallow path']],
    ['https://example.com/größe/أخبار', 'good', []],
    ['https://example.com/%zz', 'decent', ['readable path']],
    ['http://example.com/Old_Page?q=1', 'bad', ['https', 'no query', 'readable path']],
  ])('%s is %s', (url, result, failed) => {
    const analysis = checkUrl(url);
    expect(analysis.result).toBe(result);
    expect(analysis.checks.filter((check) => !check.passed).map(({ name }) => name)).toEqual(
      failed,
    );
  });
});

describe('the HTML of a page', () => {
  const title = '<title>A title that says it all</title>';
  const description =
    '<meta content="Fifty characters and more that say what this page is about." name=Description>';
  const viewport = "<meta name='viewport' content='width=device-width'>";
  const whole = `<html lang=en>${title}${description}${viewport}<h1>One</h1><img alt src=x>`;

  test.each([
    ['nothing', whole, []],
    ['a missing title', whole.replace(title, ''), ['title']],
    ['a short title', whole.replace(title, '<title>Short</title>'), ['title']],
    ['a missing description', whole.replace(description, ''), ['description']],
    [
      'a commented description',
      whole.replace(description, `<!--${description}-->`),
      ['description'],
    ],
    ['a missing viewport', whole.replace(viewport, ''), ['viewport']],
    ['no heading', whole.replace('<h1>', '<h2>'), ['heading']],
    ['two headings', `${whole}<h1>Two</h1>`, ['heading']],
    ['a heading only in a script', whole.replace('<h1>', '<script>"<h1>"</script>'), ['heading']],
    ['no language', whole.replace(' lang=en', ''), ['language']],
    ['an empty language', whole.replace('lang=en', 'lang=""'), ['language']],
    ['an image without alternative', whole.replace(' alt', ' data-alt'), ['image alternatives']],
  ])('fails by %s', (_, html, failed) => {
    const { checks } = checkPage(html);
    expect(checks.filter((check) => !check.passed).map(({ name }) => name)).toEqual(failed);
  });
});

describe('fetching a page', () => {
  let server: Server;
  let origin: string;
  const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/page?q=1': (response) => html(response).end('<h1>ü</h1>'),
    '/large': (response) => html(response).end('x'.repeat(600 * 1024)),
    '/text': (response) => response.setHeader('content-type', 'text/plain').end('text'),
    '/moved': (response) => response.writeHead(302, { location: '/page?q=1' }).end(),
    '/silent': () => {},
  };
  const html = (response: ServerResponse) => response.setHeader('content-type', 'text/html');
  beforeAll(async () => {
    server = createServer((request, response) => pages[request.url ?? '']?.(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const never = new AbortController().signal;

  test('reads HTML from this machine under either name', async () => {
    expect(await fetchPage(new URL('/page?q=1', origin), never)).toBe('<h1>ü</h1>');
    const numbered = origin.replace('localhost', '127.0.0.1');
    expect(await fetchPage(new URL('/page?q=1', numbered), never)).toBe('<h1>ü</h1>');
  });

  test.each(['/large', '/text', '/moved'])('gives up on %s', async (path) => {
    expect(await fetchPage(new URL(path, origin), never)).toBeNull();
  });

  test('gives up when it is told to', async () => {
    const stop = new AbortController();
    server.once('request', () => stop.abort());
    expect(await fetchPage(new URL('/silent', origin), stop.signal)).toBeNull();
  });

  test.each([
    'https://example.com/',
    'http://example.com/',
    'http://localhost.example/',
    'http://192.168.0.1/',
    'http://0.0.0.0/',
    'https://127.0.0.1/',
  ])('never touches %s', async (url) => {
    expect(isLoopbackPage(new URL(url))).toBe(false);
    expect(await fetchPage(new URL(url), never)).toBeNull();
  });
});
