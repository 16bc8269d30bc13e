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
  ...{ search: 'shop', project: 'Blog', result: 'bad' },
  ...{ sortBy: 'url', sort: 'asc', perPage: 25 },
};
const remembered = async () =>
  rememberedQuery(await listOrderItem.read(), await listFiltersItem.read());

beforeEach(emptyBrowser);

it('the query is remembered, its search and filters until the browser closes', async () => {
  rememberQuery(query);
  await waitUntil(async () => expect(await remembered()).toEqual(query));
  expect(JSON.stringify(await local.get())).not.toMatch(/shop|Blog|bad/);
  await session.clear();
  const { sortBy, sort, perPage } = query;
  expect(await remembered()).toEqual({ ...RECENT_REPORTS_QUERY, sortBy, sort, perPage });
});

it('the query is forgotten if storage is full', async () => {
  for (const area of [local, session]) {
    vi.spyOn(area, 'set').mockRejectedValueOnce(new Error('Full'));
  }
  rememberQuery(query);
  expect(await remembered()).toEqual(RECENT_REPORTS_QUERY);
});
