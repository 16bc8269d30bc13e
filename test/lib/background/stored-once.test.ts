import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createArchiveState } from '@/components/page/archive-state';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { watchStored } from '@/lib/browser/browser-storage';
import { pageBadgeOf } from '@/lib/browser-ui/badge';
import type { NewJob } from '@/lib/jobs/job';
import type { Report } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { connectionItem } from '@/lib/shared-state/shared-items';
import { keyOf } from '@/lib/storage/keys';
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

/** A background of reports 2 and 1 that makes a batch of 3, and 4 alone, and updates 1. */
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
  const create = (id: string) => ({ kind: 'create', url: url(id), privacy: 1 }) as const;
  await api.createJob('a', { id: 'b', isBatch: true, subjects: [create('3')] });
  await vi.waitFor(() => expect(client.create).toHaveBeenCalledTimes(1));
  await api.createJob('a', { id: 'c', subjects: [create('4')] });
  await api.createJob('a', updating('u', '1', { results: 1 }));
  await vi.waitFor(async () => {
    expect(await archiveItems.page('a', pageKey(url('1'))).read()).toBeDefined();
    expect(await archiveItems.page('a', pageKey(url('4'))).read()).toBeDefined();
  });
  client.update.mockImplementation(async () => ({
    failure: { code: 'notAllowed', message: null },
  }));
  await api.createJob('a', updating('d', '2', { privacy: 0 }));
  await vi.waitFor(() => expect(client.update).toHaveBeenCalledTimes(2));
  return { api, client };
}

function updating(id: string, reportId: string, update: StoredChange): NewJob {
  const report = referTo(marked(reportId));
  return { id, subjects: [{ kind: 'update', report, update }] };
}

beforeEach(emptyBrowser);

it('results of a report are on the disk in the archive, in the newest list while it is new, and in the operation that made it', async () => {
  await start();
  const all = Object.entries(await local.get());
  const others = all.filter(([key]) => !key.startsWith(archivePrefix('a')) && key !== 'connection');
  const archive = JSON.stringify(all.filter(([key]) => key.startsWith(archivePrefix('a'))));
  for (const id of ['1', '2', '3', '4']) {
    expect(archive.split(`"check_${id}"`)).toHaveLength(2);
    expect(archive.split(`"score":${40 + Number(id)},`)).toHaveLength(2);
  }
  expect(JSON.stringify(others)).not.toMatch(/"(failed|project)":|check_/);
  const scored = others.filter(([, value]) => /"score[\\"]+:/.test(JSON.stringify(value)));
  expect(scored.map(([key]) => key)).toEqual([keyOf('a', 'job/b'), keyOf('a', 'operations/b-0')]);
});

it('a new result in a list reaches row, page and badge by one write of each value', async () => {
  const { api, client } = await start();
  await api.listReports('a', RECENT_REPORTS_QUERY);
  const renewed = marked('3', { score: 12, generatedAt: '2026-11-05T10:00:00.000Z' });
  client.list.mockResolvedValue({ value: listOf(renewed, marked('2'), marked('1')) });
  const archive = createArchiveState({
    readValues: archiveItems.values('a').read,
    watchValues: (onChange) => watchStored(archivePrefix('a'), onChange),
  });
  const page = pageKey(url('3'));
  await archive.read(page);
  const seen = () => [
    archive.historyOf(page)?.reports[0]?.score,
    archive.historyOf(page)?.results.map(({ score }) => score),
  ];
  expect(seen()).toEqual([43, [43]]);
  const set = vi.spyOn(local, 'set');
  await api.listReports('a', RECENT_REPORTS_QUERY);
  await vi.waitFor(async () =>
    expect((await connectionItem.read())?.newest?.reports[0]).toEqual(renewed),
  );
  const written = set.mock.calls.flatMap(([values]) => Object.keys(values));
  set.mockRestore();
  expect(written.filter((key) => key.startsWith(archivePrefix('a')))).toHaveLength(1);
  expect(seen()).toEqual([12, [43, 12]]);
  expect(pageBadgeOf(await archiveItems.page('a', page).read())).toMatchObject({ score: 12 });
});

it('an update is published, and noted in the archive', async () => {
  const { api, client } = await start();
  const published = marked('1', { privacy: 0 });
  client.update.mockResolvedValue({ value: { ...sampleDetails('1'), ...published } });
  const writes: string[] = [];
  for (const area of [local, session]) {
    const set = area.set.bind(area);
    vi.spyOn(area, 'set').mockImplementation((values) => {
      for (const [key, value] of Object.entries(values)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        const isNews = text.includes(
          key === 'recent-operations' ? '"jobId":"p"' : '"privacy":0,"generatedAt"',
        );
        if (isNews) writes.push(key.startsWith(archivePrefix('a')) ? 'archive' : key);
      }
      return set(values);
    });
  }
  await api.createJob('a', updating('p', '1', { privacy: 0 }));
  await vi.waitFor(() => expect(writes).toContain('recent-operations'));
  await vi.waitFor(() => expect(writes).toContain('archive'));
  vi.restoreAllMocks();
});
