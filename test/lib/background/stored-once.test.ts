import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createArchiveState } from '@/components/list/archive-state';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { pageBadgeOf } from '@/lib/surface/badge';
import { batchEntries } from '@/lib/task/batch/batch-entries';
import { pageKey } from '@/lib/url/page-key';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';

const { local, session } = fakeBrowser.storage;
const url = (id: string) => `https://host.example/${id}`;

/** A report whose score and failed check no other report has. */
function marked(id: string, fields: Partial<Report> = {}): Report {
  const failedChecks = [{ name: `check_${id}`, importance: 'high' as const }];
  return sampleReport(id, { score: 40 + Number(id), failedChecks, ...fields });
}

/** A background of reports 2 and 1 that makes a batch of 3, and 4 alone, and awaits new results of 1. */
async function start() {
  const client = createFakeClient();
  let last = 2;
  client.create.mockImplementation(async (draft) => {
    last += 1;
    return { value: { ...sampleDetails(`${last}`), ...marked(`${last}`, { url: draft.url }) } };
  });
  client.list.mockImplementation(async () => ({ value: listOf(marked('2'), marked('1')) }));
  client.update.mockImplementation(async (id) => ({
    value: { ...sampleDetails(id), ...marked(id) },
  }));
  const { api } = await connectedBackground(() => client);
  const batch = { id: 'b', kind: 'create', privacy: 1, leftOut: {}, urls: [url('3')] } as const;
  await api.addBatch(batch);
  await vi.waitFor(() => expect(client.create).toHaveBeenCalledTimes(1));
  await api.add([{ id: 'c', kind: 'create', draft: { url: url('4'), privacy: 1 } }]);
  await api.add([{ id: 'u', kind: 'change', report: marked('1'), change: { results: 1 } }]);
  await vi.waitFor(async () => {
    expect((await archiveItems.awaited('a').read())?.results).toHaveLength(1);
    expect(await archiveItems.page('a', pageKey(url('4'))).read()).toBeDefined();
  });
  client.update.mockImplementation(async () => ({
    failure: { code: 'notAllowed', message: null },
  }));
  await api.add([{ id: 'd', kind: 'change', report: marked('2'), change: { privacy: 0 } }]);
  await vi.waitFor(() => expect(client.update).toHaveBeenCalledTimes(2));
  return { api, client };
}

beforeEach(emptyBrowser);

it('score and failed checks of a report are stored once, in the archive', async () => {
  await start();
  const all = Object.entries(await local.get());
  const holding = (part: string) =>
    all.flatMap(([key, value]) => (JSON.stringify(value).includes(part) ? key : []));
  const text = JSON.stringify(all);
  for (const id of ['1', '2', '3', '4']) {
    expect(text.split(`"check_${id}"`)).toHaveLength(2);
    expect(text.split(`"score":${40 + Number(id)},`)).toHaveLength(2);
  }
  const elsewhere = (part: string) =>
    holding(part).filter((key) => !key.startsWith(archivePrefix('a')));
  expect(['score', 'failed', 'link', 'project'].flatMap((name) => elsewhere(`"${name}":`))).toEqual(
    // What the query of a list asks for.
    ['connection/a/lists'],
  );
  expect(elsewhere('"privacy"').sort()).toEqual(['connection/a/batches', 'connection/a/task/d']);
});

it('a new result in a list reaches row, page, batch and badge by a single archive write', async () => {
  const { api, client } = await start();
  await api.list(RECENT_REPORTS_QUERY);
  const renewed = marked('3', { score: 12, generatedAt: '2026-11-05T10:00:00.000Z' });
  client.list.mockResolvedValue({ value: listOf(renewed, marked('2'), marked('1')) });
  const archive = createArchiveState({
    lists: signal((await archiveItems.lists('a').read()) ?? []),
    readValues: archiveItems.values('a').read,
    watchValues: (onChange) => watchStored(archivePrefix('a'), onChange),
  });
  const page = pageKey(url('3'));
  await archive.readFor(RECENT_REPORTS_QUERY, page);
  const [[[, entry] = []] = []] = await batchEntries('a').read({ id: 'b', size: 1 });
  const seen = () => [
    archive.historyOf(page)?.reports[0]?.score,
    archive.historyOf(page)?.results.map(({ score }) => score),
    entry?.report && archive.reportAt(entry.report)?.score,
  ];
  expect(seen()).toEqual([43, [43], 43]);
  const set = vi.spyOn(local, 'set');
  await api.list(RECENT_REPORTS_QUERY);
  const written = set.mock.calls.flatMap(([values]) => Object.keys(values));
  expect(written.map((key) => key.replace(/\d+$/, ''))).toEqual([
    archivePrefix('a'),
    'connection/a/lists',
  ]);
  set.mockRestore();
  expect(seen()).toEqual([12, [43, 12], 12]);
  expect(pageBadgeOf(await archiveItems.page('a', page).read())).toMatchObject({ score: 12 });
  const listed = createArchiveState({
    lists: signal((await archiveItems.lists('a').read()) ?? []),
    readValues: archiveItems.values('a').read,
    watchValues() {},
  });
  await listed.readFor(RECENT_REPORTS_QUERY, page);
  expect(listed.lists.value[0]).toMatchObject({ isWhole: true, reports: [{ score: 12 }, {}, {}] });
});

it('the archive has the changed report before pages hear that the change was made', async () => {
  const { api, client } = await start();
  const published = marked('1', { privacy: 0 });
  client.update.mockResolvedValue({ value: { ...sampleDetails('1'), ...published } });
  const writes: string[] = [];
  for (const area of [local, session]) {
    const set = area.set.bind(area);
    vi.spyOn(area, 'set').mockImplementation((values) => {
      const text = JSON.stringify(values);
      if (text.includes('"privacy":0,"generatedAt"')) writes.push('archive');
      if (text.includes('"id":"p","kind"')) writes.push('view');
      return set(values);
    });
  }
  await api.add([{ id: 'p', kind: 'change', report: marked('1'), change: { privacy: 0 } }]);
  await vi.waitFor(() => expect(writes).toContain('view'));
  vi.restoreAllMocks();
  expect(writes[0]).toBe('archive');
});

it('a report made in a private window is on the disk only once a list shows it', async () => {
  const { api, client } = await start();
  const secret = marked('5', { url: url('secret'), result: null, generatedAt: null });
  client.create.mockResolvedValue({ value: { ...sampleDetails('5'), ...secret } });
  await api.add([{ id: 's', kind: 'create', draft: { url: url('secret'), privacy: 1 } }], 'memory');
  await vi.waitFor(async () =>
    expect((await archiveItems.awaited('a').read())?.results).toHaveLength(2),
  );
  expect(JSON.stringify(await local.get())).not.toContain('secret');
  client.list.mockResolvedValue({ value: listOf(secret, marked('1')) });
  await api.list({ ...RECENT_REPORTS_QUERY, search: 'secret' }, 'memory');
  expect(await archiveItems.page('a', pageKey(url('secret'))).read()).toMatchObject({
    reports: [{ id: '5' }],
  });
  expect(JSON.stringify(await archiveItems.lists('a').read())).not.toContain('secret');
  expect(await archiveItems.privateLists('a').read()).toHaveLength(1);
});
