import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import {
  listFiltersItem,
  listOrderItem,
  rememberedQuery,
  rememberQuery,
} from '@/components/list/list-query';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { emptyBrowser } from '../../support/empty-browser';
import { waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;
const query: ReportQuery = {
  search: 'shop',
  project: 'Blog',
  result: 'bad',
  sortBy: 'url',
  sort: 'asc',
  perPage: 25,
};
const readRemembered = async (connectionId = 'a') =>
  rememberedQuery(await listOrderItem.read(), await listFiltersItem(connectionId).read());

beforeEach(emptyBrowser);

it('the order is remembered, and search and filters only until the browser closes', async () => {
  rememberQuery('a', query);
  await waitUntil(async () => expect(await readRemembered()).toEqual(query));
  expect(JSON.stringify(await local.get())).not.toMatch(/shop|Blog|bad/);
  await session.clear();
  const { sortBy, sort, perPage } = query;
  expect(await readRemembered()).toEqual({ ...RECENT_REPORTS_QUERY, sortBy, sort, perPage });
});

it('a query is not remembered if storage is full', async () => {
  for (const area of [local, session]) {
    vi.spyOn(area, 'set').mockRejectedValueOnce(new Error('Full'));
  }
  rememberQuery('a', query);
  expect(await readRemembered()).toEqual(RECENT_REPORTS_QUERY);
});

it('order is remembered for all connections, and search and filters for one connection', async () => {
  rememberQuery('a', query);
  await waitUntil(async () => expect(await readRemembered('a')).toEqual(query));
  const { sortBy, sort, perPage } = query;
  expect(await readRemembered('b')).toEqual({ ...RECENT_REPORTS_QUERY, sortBy, sort, perPage });
});
