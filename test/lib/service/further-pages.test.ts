import { expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { readReportList } from '@/lib/service/answer/answer-bodies';
import { createClient } from '@/lib/service/client';

const BASE = 'https://service.example/s';

/** Source: Enspirer/ESEO-Tool, app/Http/Controllers/API/ReportController.php, `index`. */
const listWithNext = (next: unknown) => ({
  data: [{ id: 4711, url: 'example.com/visit' }],
  links: { first: `${BASE}/api/v1/reports?page=1`, last: null, prev: null, next },
  meta: { current_page: 1, last_page: 2, per_page: 100, total: 142 },
  status: 200,
});

it.each<[next: unknown, page: number, number | null]>([
  [`${BASE}/api/v1/reports?sort_by=id&sort=desc&per_page=100&page=2`, 1, 2],
  // Laravel behind a proxy that is not configured as trusted: laravel.com/docs/requests, Configuring
  // Trusted Proxies.
  ['http://php:8080/api/v1/reports?page=2', 1, 2],
  [`${BASE}/api/v1/reports?page=3`, 2, 3],
  [`${BASE}/api/v1/reports?page=3`, 1, null],
  [`${BASE}/api/v1/reports?page=1`, 1, null],
  [`${BASE}/api/v1/reports?page=02`, 1, null],
  // Another pagination of Laravel: laravel.com/docs/pagination, Cursor Pagination.
  [`${BASE}/api/v1/reports?cursor=eyJpZCI6MTUsIl9wb2ludHNUb05leHRJdGVtcyI6dHJ1ZX0`, 1, null],
  ['/api/v1/reports?page=2', 1, null],
  ['', 1, null],
  [2, 1, null],
])('the next link %j on page %i leads to page %j', (next, page, number) => {
  expect(readReportList(listWithNext(next), page)?.next).toBe(number);
});

it('the client requests a further page by its own query and base URL', async () => {
  const requested: string[] = [];
  const fetchFrom: typeof fetch = async (url) => {
    requested.push(String(url));
    const next =
      requested.length < 3 ? `http://php:8080/reports?page=${requested.length + 1}&x=y` : null;
    return new Response(JSON.stringify(listWithNext(next)), {
      headers: { 'content-type': 'application/json' },
    });
  };
  const client = createClient({ baseUrl: BASE, apiKey: 'key' }, { fetchFrom });
  const query: ReportQuery = { ...RECENT_REPORTS_QUERY, search: 'visit', perPage: 100 };
  let page: number | undefined;
  do {
    const list = await client.list(query, undefined, page);
    page = ('value' in list && list.value.next) || undefined;
  } while (page !== undefined);
  const first = `${BASE}/api/v1/reports?search=visit&search_by=url&sort_by=id&sort=desc&per_page=100`;
  expect(requested).toEqual([first, `${first}&page=2`, `${first}&page=3`]);
});

it.each([
  ['www.example-shoes.com', 'example-shoes.com'],
  ['https://www.Example-Shoes.com/', 'Example-Shoes.com'],
  ['HTTP://example-shoes.com/visit/?a=1', 'example-shoes.com/visit/?a=1'],
  [' “https://example-shoes.com/visit” ', 'example-shoes.com/visit'],
  ['shop/', 'shop'],
  ['/visit/', '/visit/'],
  ['https://', null],
  [' ', null],
])('a search typed as %j is sent as %j', async (search, sent) => {
  let requested = '';
  const fetchFrom: typeof fetch = async (url) => {
    requested = String(url);
    return Response.json([]);
  };
  const client = createClient({ baseUrl: BASE, apiKey: 'key' }, { fetchFrom });
  await client.list({ ...RECENT_REPORTS_QUERY, search });
  const { searchParams } = new URL(requested);
  expect(searchParams.get('search')).toBe(sent);
  expect(searchParams.has('search_by')).toBe(sent !== null);
});
