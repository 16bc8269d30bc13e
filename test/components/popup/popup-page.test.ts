import { effect, signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openSharedState } from '@/components/app/followed-state';
import { draftItem } from '@/components/form/form-draft';
import { listFiltersItem, listOrderItem, rememberedQuery } from '@/components/list/list-query';
import { openPopupPage } from '@/components/popup/popup-page';
import type { BackgroundApi } from '@/lib/background/background-api';
import { popupRequestItem } from '@/lib/browser-ui/popup-request';
import { createClock } from '@/lib/jobs/clock';
import { EMPTY_QUEUE } from '@/lib/jobs/queue';
import type { RecentOperation } from '@/lib/jobs/types';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { type NewestReports, newestListItem, type Queue } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import {
  creation,
  deletion,
  finishedCreation,
  finishedEdit,
  recentOperation,
  refused,
  sampleLine,
  update,
} from '../../support/sample-job';
import { newestReports, replyOf } from '../../support/sample-list';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { sampleConnection, storeConnection } from '../../support/stored-connection';
import { openHistory } from '../../support/stored-history';
import { storeQueue } from '../../support/stored-queue';
import { createTabHistory } from '../../support/tab-history';
import { settle, waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;
const ACTIVE_TAB_URL = 'https://host.example/';
const report = sampleReport('7');
const actions = {
  onOpenSettings() {},
  onOpenPage() {},
  onOpenBatch() {},
  onOpenView() {},
  async onCopy() {},
};

const publish = (fields: Partial<Queue>) =>
  storeQueue({
    ...EMPTY_QUEUE,
    historyRevision: 0,
    historyState: 'stored',
    ...fields,
  });

let history = openHistory('a');

const clock = createClock(Date.now);
let recentOperations: RecentOperation[] = [];
async function finish(one: RecentOperation): Promise<void> {
  recentOperations = [...recentOperations, { ...one, endedAt: clock.next() }];
  await publish({ recentOperations });
}

/** Opens the popup like its entrypoint. */
async function openPopup(isPrivate = false, window = createTabHistory('popup.html').tab) {
  const background = {
    createJob: vi.fn<BackgroundApi['createJob']>(async () => ({ value: null })),
    listReports: vi.fn<BackgroundApi['listReports']>(async () => ({
      value: { ...replyOf('2', '1'), requestedAt: clock.next() },
    })),
    getReport: vi.fn<BackgroundApi['getReport']>(async (_, { id }) => ({
      value: sampleDetails(id),
    })),
    getPages: vi.fn<BackgroundApi['getPages']>(async (_, keys) => ({
      value: await history.pages(keys),
    })),
  };
  const { stored: remembered, ...state } = await openSharedState(
    [preferencesItem, listOrderItem, popupRequestItem('')],
    async () => {},
    { rememberedOf: (id) => [listFiltersItem(id), draftItem(id)] },
  );
  const connection = state.connection.value ?? sampleConnection();
  const popup = openPopupPage({
    state,
    connection,
    background: background as Partial<BackgroundApi> as BackgroundApi,
    actions,
    preferences: signal(INITIAL_PREFERENCES),
    isInTab: false,
    window,
    request: undefined,
    lastDraft: remembered(draftItem(connection.id)),
    firstPaint: Promise.resolve(),
    tab: { id: 1, url: ACTIVE_TAB_URL, isPrivate },
    lastQuery: rememberedQuery(
      remembered(listOrderItem),
      remembered(listFiltersItem(connection.id)),
    ),
  });
  const shownIds = () => popup.list.shown.value?.reports.map(({ id }) => id);
  const reportsInFront = () => popup.historyOf('host.example')?.reports;
  return { popup, shownIds, reportsInFront, ...background };
}

beforeEach(async () => {
  emptyBrowser();
  useDatabases();
  recentOperations = [];
  history = openHistory('a');
  await schemaVersionItems.local.write(SCHEMA_VERSION);
  await schemaVersionItems.session.write(SCHEMA_VERSION);
  await storeConnection({ newest: newestReports('2', '1') });
});

it('an update from the list needs confirmation if the page has a newer report', async () => {
  const older = sampleReport('1', { url: ACTIVE_TAB_URL, generatedAt: '2026-10-26T09:00:00.000Z' });
  const newer = sampleReport('2', { url: ACTIVE_TAB_URL });
  await history.add([older, newer]);
  await storeConnection({ newest: { ...newestReports(), reports: [newer, older] } });
  const { popup, createJob } = await openPopup();
  await popup.update(older);
  expect(createJob).not.toHaveBeenCalled();
  expect(popup.reportState.open.value?.report.id).toBe('1');
  expect(popup.reportState.replaced.value).toBe(older.generatedAt);
  await popup.update(newer);
  const subject = { kind: 'update', report: referTo(newer), update: { results: 1 } };
  const job = expect.objectContaining({ subjects: [subject] });
  expect(createJob).toHaveBeenCalledExactlyOnceWith('a', job);
});

it('a double press on Update creates one update', async () => {
  const newest = sampleReport('2');
  await history.add([newest]);
  const { popup, createJob } = await openPopup();
  const pressed = [popup.update(newest), popup.update(newest)];
  expect(popup.isUpdating('2')).toBe(true);
  await Promise.all(pressed);
  expect(createJob).toHaveBeenCalledOnce();
  expect(popup.isUpdating('2')).toBe(false);
  await popup.update(newest);
  expect(createJob).toHaveBeenCalledTimes(2);
});

it('Update results does nothing while an update from the list is being requested', async () => {
  const { popup, createJob } = await openPopup();
  popup.show(sampleReport('2'));
  await Promise.all([popup.update(sampleReport('2')), popup.reportState.updateResults()]);
  expect(createJob).toHaveBeenCalledOnce();
});

it('a reloaded popup opens the report of its only history entry', async () => {
  const { tab, entries } = createTabHistory('popup.html');
  const { popup } = await openPopup(false, tab);
  popup.show(sampleReport('2'));
  await waitUntil(() => expect(tab.history.state).toMatchObject({ route: { reportId: '2' } }));
  const reloaded = await openPopup(false, tab);
  expect(reloaded.popup.reportState.open.value?.report.id).toBe('2');
  reloaded.popup.back();
  await waitUntil(() => expect(reloaded.popup.reportState.open.value).toBeNull());
  expect(entries.map(({ hash }) => hash)).toEqual(['']);
});

it('a popup requests only the history of the page in front', async () => {
  await history.add([sampleReport('1', { url: ACTIVE_TAB_URL }), report]);
  const reads = [local, session].map((area) => vi.spyOn(area, 'get'));
  const { reportsInFront, shownIds, listReports, getPages } = await openPopup();
  expect([reportsInFront(), shownIds()]).toEqual([undefined, ['2', '1']]);
  await waitUntil(() => expect(reportsInFront()).toHaveLength(1));
  await settle();
  const readKeys = reads.map(({ mock }) => mock.calls.map(([keys]) => [keys].flat()));
  vi.restoreAllMocks();
  expect(readKeys).toEqual([
    [
      expect.arrayContaining(['connections', 'schema-version']),
      ['connection/a/newest-list', 'connection/a/headline'],
    ],
    [
      expect.arrayContaining(['popup-request/', 'schema-version']),
      expect.arrayContaining([
        'connection/a/queue',
        'connection/a/recent-operations/0',
        'connection/a/draft',
        'connection/a/list-filters',
      ]),
    ],
  ]);
  expect(getPages).toHaveBeenCalledExactlyOnceWith('a', ['host.example']);
  expect(listReports).not.toHaveBeenCalled();
});

it('a page has the reports of the newest list until its history is read', async () => {
  const newer = sampleReport('9', { url: 'https://host.example/2', generatedAt: null });
  await history.add([newer, sampleReport('2')]);
  const { popup } = await openPopup();
  const ids = () => popup.historyOf('host.example/2')?.reports.map(({ id }) => id);
  expect([ids(), popup.historyOf('host.example')]).toEqual([['2'], undefined]);
  await waitUntil(() => expect(ids()).toEqual(['9', '2']));
});

describe('the page in front', () => {
  it('has a report right after the creation of the report', async () => {
    const { reportsInFront } = await openPopup();
    reportsInFront();
    await vi.waitFor(() => expect(reportsInFront()).toEqual([]));
    const created = sampleReport('9', { url: ACTIVE_TAB_URL, generatedAt: null });
    await finish(finishedCreation('c', created));
    await vi.waitFor(() => expect(reportsInFront()).toEqual([created]));
    const rated = { ...created, generatedAt: '2026-11-29T10:00:00.000Z' };
    await finish(finishedEdit('u', update({ results: 1 }, created), rated));
    await vi.waitFor(() => expect(reportsInFront()).toEqual([rated]));
    await finish(finishedEdit('d', deletion(rated)));
    await vi.waitFor(() => expect(reportsInFront()).toEqual([]));
  });

  const listNewest = (fields: Partial<NewestReports> = {}) => {
    const requestedAt = clock.next();
    const newest = { ...newestReports('2', '1'), ...fields, requestedAt, mergedUpTo: requestedAt };
    return newestListItem('a').write(newest);
  };

  it('counts as unreported only after a list of the service', async () => {
    const { popup, reportsInFront } = await openPopup();
    const searchedFor = () => popup.searchedFor('host.example');
    reportsInFront();
    await vi.waitFor(() => expect(reportsInFront()).toEqual([]));
    expect(searchedFor()).toBeNull();
    await listNewest();
    await vi.waitFor(() => expect(searchedFor()).toBe('all'));
    await listNewest({ total: 980, next: 2 });
    await vi.waitFor(() => expect(searchedFor()).toBe(2));
    await listNewest({ unreadable: 1 });
    await vi.waitFor(() => expect(searchedFor()).toBe(2));
    await listNewest({ reports: [sampleReport('1', { url: ACTIVE_TAB_URL })], total: 1 });
    await vi.waitFor(() => expect(searchedFor()).toBeNull());
  });

  const created = creation({ url: ACTIVE_TAB_URL });
  const batch = { ...sampleLine('b', creation()), isBatch: true };
  it.each<[string, Partial<Queue>]>([
    ['is being created', { all: { ...EMPTY_QUEUE.all, create: 1 } }],
    ['a batch may create', { batches: [batch] }],
    ['needs attention', { singles: [sampleLine('c', refused(created, { code: 'unreachable' }))] }],
    [
      'was created, but is not in the answer',
      {
        recentOperations: [
          recentOperation('c', { ...created, status: { name: 'done', report: null } }),
        ],
      },
    ],
  ])('may have a report that %s', async (_, queue) => {
    await publish(queue);
    const { popup, shownIds } = await openPopup();
    await listNewest(newestReports('3', '2', '1'));
    await vi.waitFor(() => expect(shownIds()).toEqual(['3', '2', '1']));
    expect(popup.searchedFor('host.example')).toBeNull();
    await publish({});
    await vi.waitFor(() => expect(popup.searchedFor('host.example')).toBe('all'));
  });
});

it('a report has the previous result of its page as base', async () => {
  const before = sampleReport('1', { url: ACTIVE_TAB_URL });
  const now = { ...before, generatedAt: '2026-11-02T10:00:00.000Z' };
  await history.add([before]);
  await history.add([now]);
  const { popup } = await openPopup();
  await waitUntil(() => expect(popup.baseOf(now)?.generatedAt).toBe(before.generatedAt));
});

describe('the list of a popup', () => {
  it('shows changes of other pages without a press', async () => {
    const { listReports, shownIds } = await openPopup();
    await finish(finishedCreation('c', sampleReport('3')));
    await waitUntil(() => expect(shownIds()).toEqual(['3', '2', '1']));
    await finish(finishedEdit('d', deletion(sampleReport('2')), null, { isBatch: true }));
    await waitUntil(() => expect(shownIds()).toEqual(['3', '1']));
    const requestedAt = clock.next();
    const newest = { ...newestReports('8', '3', '1'), requestedAt, mergedUpTo: requestedAt };
    await newestListItem('a').write(newest);
    await waitUntil(() => expect(shownIds()).toEqual(['8', '3', '1']));
    expect(listReports).not.toHaveBeenCalled();
  });

  it('hides a report during its deletion, like the history of the page', async () => {
    const reportsInFront = ['2', '1'].map((id) => sampleReport(id, { url: ACTIVE_TAB_URL }));
    await history.add(reportsInFront);
    await publish({ deleting: ['2'] });
    const popup = await openPopup();
    expect(popup.shownIds()).toEqual(['1']);
    await waitUntil(() => expect(popup.reportsInFront()).toEqual(reportsInFront.slice(1)));
    await publish({});
    await waitUntil(() => expect(popup.shownIds()).toEqual(['2', '1']));
    expect(popup.reportsInFront()).toEqual(reportsInFront);
  });
});

it.each([
  ['url', 2],
  ['id', 1],
] as const)(
  'a list sorted by %s has been read %i times in all after a report is created',
  async (sortBy, reads) => {
    const { sort, perPage } = RECENT_REPORTS_QUERY;
    await listOrderItem.write({ sortBy, sort, perPage });
    const { popup, listReports, createJob } = await openPopup();
    await popup.list.refresh();
    await popup.form.submit();
    const [, job] = createJob.mock.calls[0] ?? [];
    await finish(finishedCreation(String(job?.id), sampleReport('9')));
    await waitUntil(() => expect(popup.createdId.value).toBe('9'));
    await waitUntil(() => expect(popup.list.isReading.value).toBe(false));
    expect(listReports).toHaveBeenCalledTimes(reads);
  },
);

it('an open report is read again when a list shows a change, and closes when deleted', async () => {
  const { popup, getReport } = await openPopup();
  popup.show(sampleReport('2'));
  // Reads the open report, like a view.
  effect(() => void popup.reportState.open.value);
  await waitUntil(() => expect(getReport).toHaveBeenCalledOnce());
  const changed = sampleReport('2', { privacy: 0 });
  const reports = [changed, sampleReport('1')];
  await newestListItem('a').write({ ...newestReports('2', '1'), reports });
  await waitUntil(() => expect(getReport).toHaveBeenCalledTimes(2));
  await publish({ deleting: ['2'] });
  await waitUntil(() => expect(popup.reportState.open.value).toBeNull());
});

describe('a notice', () => {
  type Popup = Awaited<ReturnType<typeof openPopup>>['popup'];
  const submit = ({ form }: Popup) => form.submit();

  it.each<[string, url: string, act: (popup: Popup) => unknown]>([
    ['a press stores a job', ACTIVE_TAB_URL, submit],
    ['a press finds a problem in the form', '', submit],
    ['the form needs a confirmation', 'https://host.example/?email=a@host.example', submit],
    ['a report opens', '', ({ show }) => show(sampleReport('2'))],
    ['an operation ends', '', () => finish(finishedCreation('c', sampleReport('9')))],
  ])('is shown until %s', async (_, url, act) => {
    const { popup } = await openPopup();
    popup.form.choosePrivacy(0);
    popup.form.enterUrl(url);
    popup.notices.announce('Not copied', { isFailure: true });
    await settle();
    expect(popup.notices.shown.value).toMatchObject({ text: 'Not copied' });
    await act(popup);
    await waitUntil(() => expect(popup.notices.shown.value).toBeNull());
  });

  it('is shown until a change of the open report lacks its password', async () => {
    const { popup } = await openPopup();
    popup.show(sampleReport('2'));
    popup.reportState.toggleFields();
    popup.reportState.choosePrivacy(2);
    popup.notices.announce('Not copied', { isFailure: true });
    await popup.reportState.save();
    expect(popup.reportState.fields.value?.lacksPassword).toBe(true);
    expect(popup.notices.shown.value).toBeNull();
  });

  it('stays when a list changes', async () => {
    const { popup, shownIds } = await openPopup();
    popup.notices.announce('Not copied', { isFailure: true });
    await newestListItem('a').write(newestReports('8', '2', '1'));
    await waitUntil(() => expect(shownIds()).toContain('8'));
    expect(popup.notices.shown.value).not.toBeNull();
  });
});

describe('private windows', () => {
  it.each([true, false])('new jobs have isPrivate %s, like their window', async (isPrivate) => {
    const { popup, createJob } = await openPopup(isPrivate);
    await popup.form.submit();
    popup.remove(report);
    await popup.update(report);
    await popup.queue.batches.create({ id: 'b', subjects: [] });
    expect(createJob.mock.calls).toMatchObject([
      ['a', { isPrivate, subjects: [{ kind: 'create' }] }],
      ['a', { isPrivate, subjects: [{ kind: 'delete' }] }],
      ['a', { isPrivate, subjects: [{ kind: 'update' }] }],
      ['a', { isPrivate, isBatch: true }],
    ]);
  });

  it('a draft is stored for the next popup of the page, but not in private windows', async () => {
    const type = async (word: string, isPrivate: boolean) => {
      const { list, form } = (await openPopup(isPrivate)).popup;
      list.change({ search: word, perPage: isPrivate ? 50 : 25 });
      form.enterUrl(`https://host.example/${word}`);
    };
    await type('shop', false);
    await waitUntil(async () => expect(await draftItem('a').read()).toBeDefined());
    await type('secret', true);
    await settle();
    const stored = JSON.stringify([await session.get(), await local.get()]);
    expect(stored).not.toMatch(/secret|"perPage":50/);
    const valuesOfNewPopup = async (isPrivate: boolean) => {
      const { list, form } = (await openPopup(isPrivate)).popup;
      const { search, perPage }: ReportQuery = list.query.value;
      return [search, perPage, form.url.value];
    };
    expect(await valuesOfNewPopup(false)).toEqual(['shop', 25, 'https://host.example/shop']);
    expect(await valuesOfNewPopup(true)).toEqual(['', 10, ACTIVE_TAB_URL]);
    const other = { page: 'https://other.example/', url: 'other', privacy: null };
    await draftItem('a').write(other);
    expect(await valuesOfNewPopup(false)).toEqual(['shop', 25, ACTIVE_TAB_URL]);
  });

  it('a draft and a search return when their service is used again', async () => {
    const { list, form } = (await openPopup()).popup;
    list.change({ search: 'shop', perPage: 25 });
    form.enterUrl('https://host.example/shop');
    await waitUntil(async () => expect(await draftItem('a').read()).toBeDefined());
    const valuesOfNewPopup = async () => {
      const { list, form } = (await openPopup()).popup;
      const { search, perPage }: ReportQuery = list.query.value;
      return [search, perPage, form.url.value];
    };
    await storeConnection({ id: 'b' });
    expect(await valuesOfNewPopup()).toEqual(['', 25, ACTIVE_TAB_URL]);
    await storeConnection({ id: 'a' });
    expect(await valuesOfNewPopup()).toEqual(['shop', 25, 'https://host.example/shop']);
  });
});
