import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { archiveItems } from '@/lib/archive/archive-items';
import { frontItem } from '@/lib/front/front';
import { outcomesItem } from '@/lib/front/outcomes';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';

/** A background that is connected, and has read the reports 2 and 1 as the newest. */
async function start() {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  client.list.mockClear();
  return { api, client };
}

beforeEach(emptyBrowser);

it('a further page of a list is answered, noted in the archive, and not stored as a list', async () => {
  const { api, client } = await start();
  const front = await frontItem.read();
  const page = { ...listOf(sampleReport('7')), next: 4 };
  client.list.mockResolvedValue({ value: page });
  expect(await api.listPage(NEWEST_QUERY, { place: 200, after: 0, next: 3 })).toEqual({
    value: page,
  });
  expect(client.list).toHaveBeenCalledExactlyOnceWith(NEWEST_QUERY, expect.anything(), 3);
  expect(await archiveItems.page('a', 'host.example/7').read()).toMatchObject({
    reports: [{ id: '7' }],
  });
  expect(await frontItem.read()).toEqual(front);
});

it('a creation without an answer is found when a further page shows its report', async () => {
  const { api, client } = await start();
  const draft = { url: 'https://host.example/new', privacy: 1 as const };
  client.create.mockResolvedValue({ failure: { code: 'timedOut', seconds: 180 } });
  client.list.mockResolvedValue({ failure: { code: 'notAllowed', message: null } });
  await api.add([{ id: 'new', kind: 'create', draft }]);
  await expect.poll(() => client.list.mock.calls.length).toBeGreaterThan(1);
  client.list.mockResolvedValue({ value: listOf(sampleReport('3', { url: draft.url })) });
  await api.listPage(NEWEST_QUERY, { place: 100, after: 0, next: 2 });
  await expect.poll(outcomesItem.read).toMatchObject({
    singles: [{ id: 'new', standing: { name: 'done' }, summary: { id: '3' } }],
  });
});

it('a further page does not count as the list of the newest reports', async () => {
  const { api, client } = await start();
  client.list.mockResolvedValue({ value: listOf(sampleReport('1')) });
  await api.listPage(NEWEST_QUERY, { place: 100, after: 0, next: 2 });
  client.create.mockImplementation(() => holdAnswers<Outcome<ReportDetails>>().call());
  const draft = { url: 'https://host.example/new', privacy: 1 as const };
  await api.add([{ id: 'new', kind: 'create', draft }]);
  await expect.poll(() => client.create.mock.calls.length).toBe(1);
  const stored = await fakeBrowser.storage.local.get('connection/a/task/new');
  expect(stored['connection/a/task/new']).toMatchObject({ work: { known: { newestId: '2' } } });
});

it.each<[string, number, number | null, number[]]>([
  ['the next page where nothing is gone since', 100, null, [2]],
  ['the page before it as well where a row is gone since', 99, 0, [1, 2]],
  ['the next page where the rows that it has lack the row already', 100, 1, [2]],
])('a list is read on from %s', async (_, place, seen, pages) => {
  const { api, client } = await start();
  const { last = 0 } = (await outcomesItem.read()) ?? {};
  if (seen !== null) {
    client.update.mockResolvedValue({ failure: { code: 'gone', what: 'report', message: null } });
    const report = sampleReport('1');
    await api.add([{ id: 'u', kind: 'change', report, change: { results: 1 } }]);
    await vi.waitFor(async () => expect((await outcomesItem.read())?.last).toBe(last + 1));
  }
  client.list.mockClear().mockResolvedValue({ value: { ...listOf(sampleReport('7')), next: 3 } });
  const asked = await api.listPage(NEWEST_QUERY, { place, after: last + (seen ?? 0), next: 2 });
  expect(client.list.mock.calls.map(([, , page]) => page)).toEqual(pages);
  expect(asked).toMatchObject({ value: { reports: pages.map(() => ({ id: '7' })), next: 3 } });
});
