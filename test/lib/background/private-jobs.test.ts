import { describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openDatabase } from '@/lib/history/database';
import { listHistories } from '@/lib/history/histories';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { connectedAtService } from '../../support/background-at-service';
import { useFastTime } from '../../support/fast-time';
import { readConnection } from '../../support/stored-connection';
import { waitUntil } from '../../support/wait-until';

const SECRET = 'secret.example';
const subjects = [{ kind: 'create', url: `https://${SECRET}/`, privacy: 1 }] as const;

async function diskContent(): Promise<string> {
  const histories = (await listHistories()).map(async ({ connectionId }) => {
    const database = await openDatabase(connectionId, new AbortController().signal);
    return database?.read((opened) =>
      Promise.all([...opened.objectStoreNames].map((store) => opened.getAll(store))),
    );
  });
  return JSON.stringify([await fakeBrowser.storage.local.get(), await Promise.all(histories)]);
}

async function startBackground() {
  useFastTime();
  const started = await connectedAtService({ sampleReports: true });
  const { api, id, service, queue } = started;
  await api.listReports(id, RECENT_REPORTS_QUERY);
  return {
    ...started,
    async createPrivately(): Promise<string> {
      await api.createJob(id, { id: 'private', isPrivate: true, subjects });
      await waitUntil(async () => expect((await queue()).recentOperations).toHaveLength(1));
      const [report] = service.reports();
      return String(report?.id);
    },
  };
}

describe('a private job', () => {
  it('keeps its report from the newest list on disk until a page reads that list', async () => {
    const { api, id, createPrivately } = await startBackground();
    await createPrivately();
    expect(await diskContent()).not.toContain(SECRET);
    await api.listReports(id, RECENT_REPORTS_QUERY);
    await waitUntil(async () => expect(await diskContent()).toContain(SECRET));
  });

  it('keeps its opened report from the disk', async () => {
    const { api, id, createPrivately } = await startBackground();
    const reportId = await createPrivately();
    const page = `${SECRET}/`;
    await api.getReport(id, { id: reportId, page, url: null, generatedAt: null });
    expect(await api.getPages(id, [page])).toEqual({
      value: [expect.objectContaining({ reports: [] })],
    });
    expect(await diskContent()).not.toContain(SECRET);
  });

  it('keeps its update from the newest list on disk when a page opens the report', async () => {
    const { api, id, queue, service } = await startBackground();
    const privacies = async () =>
      (await readConnection())?.newest?.reports.map((one) => one.privacy);
    const before = await privacies();
    const [row] = service.reports();
    const report = { id: String(row?.id), page: '', url: null, generatedAt: null };
    await api.createJob(id, {
      id: 'private',
      isPrivate: true,
      subjects: [{ kind: 'update', report, update: { privacy: row?.privacy === 0 ? 1 : 0 } }],
    });
    await waitUntil(async () => expect((await queue()).recentOperations).toHaveLength(1));
    await api.getReport(id, report);
    await api.retryNow(id);
    expect(await privacies()).toEqual(before);
  });

  it('keeps the id of its deleted report from the disk', async () => {
    const { api, id, service, queue } = await startBackground();
    const [first] = service.reports();
    const report = { id: String(first?.id), page: 'any.example/', url: null, generatedAt: null };
    const deletion = { kind: 'delete', report } as const;
    await api.createJob(id, { id: 'private', isPrivate: true, subjects: [deletion] });
    await waitUntil(async () => expect((await queue()).recentOperations).toHaveLength(1));
    const stored = await fakeBrowser.storage.local.get();
    expect(stored[`connection/${id}/deleted-reports`]).toBeUndefined();
  });

  it('keeps the lists of its lookups from the disk', async () => {
    const { service, createPrivately } = await startBackground();
    const fail = { kind: 'cut', afterWork: true } as const;
    service.behave({ on: { method: 'POST' }, times: 1, fail });
    await createPrivately();
    expect(await diskContent()).not.toContain(SECRET);
  });
});
