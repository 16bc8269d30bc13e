import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { draftItem } from '@/components/form/form-draft';
import {
  listFiltersItem,
  listOrderItem,
  rememberedQuery,
} from '@/components/list/remembered-query';
import { openFront } from '@/components/page/followed-front';
import { openPopupPage } from '@/components/popup/popup-page';
import { archivePrefix } from '@/lib/archive/archive-items';
import type { BackgroundApi } from '@/lib/background/background-api';
import { frontItem } from '@/lib/front/front';
import { noOutcomes, outcomesItem, withTaskOutcome } from '@/lib/front/outcomes';
import { EMPTY_VIEW, type View, viewItem } from '@/lib/front/view';
import type { Keeping } from '@/lib/private-windows';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { FORM, formItems } from '@/lib/storage/form';
import { handoverItem } from '@/lib/surface/handover';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { emptyBrowser } from '../../support/empty-browser';
import { newestReports, replyOf } from '../../support/sample-list';
import { deletedOutcome, madeOutcome } from '../../support/sample-outcome';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { storeReports } from '../../support/stored-archive';

const { local, session } = fakeBrowser.storage;
const URL_IN_FRONT = 'https://host.example/';
const connection = { id: 'a', baseUrl: 'https://host.example' };
const report = sampleReport('7');
const actions = {
  ...{ onOpenSettings() {}, onOpenPage() {}, onOpenBatch() {} },
  async onCopy() {},
};

const show = (fields: Partial<View>) =>
  viewItem.write({ ...EMPTY_VIEW, connectionId: 'a', ...fields });

let outcomes = noOutcomes('a', 0);
async function note(outcome: Omit<TaskOutcome, 'number'>): Promise<void> {
  outcomes = withTaskOutcome(outcomes, outcome);
  await outcomesItem.write(outcomes);
}

/** Makes the model of a popup as its entrance does. */
async function openPopup(keeping: Keeping = 'disk') {
  const stored = async () => ({ value: null });
  const background = {
    add: vi.fn<BackgroundApi['add']>(stored),
    addBatch: vi.fn<BackgroundApi['addBatch']>(stored),
    list: vi.fn<BackgroundApi['list']>(async () => ({ value: replyOf('2', '1') })),
    get: vi.fn<BackgroundApi['get']>(async ({ id }) => ({ value: sampleDetails(id) })),
  };
  const items = [preferencesItem, listOrderItem, listFiltersItem, draftItem, handoverItem('')];
  const { stored: remembered, ...front } = await openFront(items, async () => {});
  const popup = await openPopupPage({
    ...{ front, connection, background: background as Partial<BackgroundApi> as BackgroundApi },
    ...{ actions, preferences: INITIAL_PREFERENCES, isInTab: false, given: undefined },
    lastDraft: remembered(draftItem),
    tab: { id: 1, url: URL_IN_FRONT, keeping },
    lastQuery: rememberedQuery(remembered(listOrderItem), remembered(listFiltersItem)),
  });
  const shownIds = () => popup.list.shown.value?.reports.map(({ id }) => id);
  /** The reports that are known of the page in front. */
  const ofPage = () => popup.historyOf('host.example')?.reports;
  return { popup, shownIds, ofPage, ...background };
}

beforeEach(async () => {
  emptyBrowser();
  outcomes = noOutcomes('a', 0);
  await formItems.local.write(FORM);
  await formItems.session.write(FORM);
  await frontItem.write({ connection, newest: newestReports('2', '1') });
});

it('an update from the list asks first where another report has a later result of the page', async () => {
  const older = sampleReport('1', { url: URL_IN_FRONT, generatedAt: '2026-10-26T09:00:00.000Z' });
  const newer = sampleReport('2', { url: URL_IN_FRONT });
  await storeReports('a', older, newer);
  const { popup, add } = await openPopup();
  await popup.update(older);
  expect(add).not.toHaveBeenCalled();
  expect(popup.reportState.open.value?.report.id).toBe('1');
  expect(popup.reportState.replaced.value).toBe(older.generatedAt);
  await popup.update(newer);
  expect(add).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ report: newer, change: { results: 1 } }),
  ]);
});

it('a popup reads the store once, and one value of the archive for the page in front', async () => {
  await storeReports('a', sampleReport('1', { url: URL_IN_FRONT }), report);
  const gets = [local, session].map((area) => vi.spyOn(area, 'get'));
  const { ofPage, shownIds, list } = await openPopup();
  expect([ofPage()?.length, shownIds()]).toEqual([1, ['2', '1']]);
  await new Promise((resolve) => setTimeout(resolve));
  const asked = gets.map(({ mock }) => mock.calls.map(([keys]) => [keys].flat()));
  vi.restoreAllMocks();
  expect(asked).toEqual([
    [expect.arrayContaining(['front', 'form']), [expect.stringContaining(archivePrefix('a'))]],
    [expect.arrayContaining(['view', 'outcomes', 'form'])],
  ]);
  expect(list).not.toHaveBeenCalled();
});

it('a report knows the result before that its page had', async () => {
  const before = sampleReport('1', { url: URL_IN_FRONT });
  const now = { ...before, generatedAt: '2026-11-02T10:00:00.000Z' };
  await storeReports('a', before);
  await storeReports('a', now);
  const { popup } = await openPopup();
  expect(popup.baseOf(now)?.generatedAt).toBe(before.generatedAt);
});

describe('the list of a popup', () => {
  it('shows without a press what happens elsewhere', async () => {
    const { list, shownIds } = await openPopup();
    await note(madeOutcome('3'));
    await vi.waitFor(() => expect(shownIds()).toEqual(['3', '2', '1']));
    await note({ ...deletedOutcome('2'), isRow: true });
    await vi.waitFor(() => expect(shownIds()).toEqual(['3', '1']));
    await frontItem.write({ connection, newest: { ...newestReports('8', '3', '1'), after: 2 } });
    await vi.waitFor(() => expect(shownIds()).toEqual(['8', '3', '1']));
    expect(list).not.toHaveBeenCalled();
  });

  it('and the history of the page hide a report while it is deleted', async () => {
    const ofPage = ['2', '1'].map((id) => sampleReport(id, { url: URL_IN_FRONT }));
    await storeReports('a', ...ofPage);
    await show({ deleting: ['2'] });
    const popup = await openPopup();
    expect(popup.shownIds()).toEqual(['1']);
    expect(popup.ofPage()).toEqual(ofPage.slice(1));
    await show({});
    await vi.waitFor(() => expect(popup.shownIds()).toEqual(['2', '1']));
  });
});

it.each([
  ['url', 1],
  ['id', 0],
] as const)(
  'a list sorted by %s is read again %i times for a report that is created',
  async (sortBy, reads) => {
    const { sort, perPage } = RECENT_REPORTS_QUERY;
    await listOrderItem.write({ sortBy, sort, perPage });
    const { popup, list, add } = await openPopup();
    await popup.form.submit();
    const [[task] = []] = add.mock.calls[0] ?? [];
    await note({ ...madeOutcome('9'), id: String(task?.id), endedAt: Date.now() });
    await vi.waitFor(() => expect(popup.createdId.value).toBe('9'));
    await vi.waitFor(() => expect(popup.list.isReading.value).toBe(false));
    expect(list).toHaveBeenCalledTimes(reads);
  },
);

it('an open report is read again when a list shows that it changed, and closes when deleted', async () => {
  const { popup, get } = await openPopup();
  await popup.reportState.show(sampleReport('2'));
  const changed = sampleReport('2', { privacy: 0 });
  const reports = [changed, sampleReport('1')];
  await frontItem.write({ connection, newest: { ...newestReports('2', '1'), reports } });
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  await show({ deleting: ['2'] });
  await vi.waitFor(() => expect(popup.reportState.open.value).toBeNull());
});

describe('private windows', () => {
  it.each(['memory', 'disk'] as const)(
    'what is asked for in a window says how it is kept: %s',
    async (keeping) => {
      const { popup, add, addBatch } = await openPopup(keeping);
      await popup.form.submit();
      popup.remove(report);
      await popup.update(report);
      await popup.activity.batches.ask({ id: 'b', kind: 'delete', reports: [] });
      const asked = add.mock.calls.map(([[task]]) => [task?.kind, task?.keeping]);
      expect(asked).toEqual([
        ['create', keeping],
        ['delete', keeping],
        ['change', keeping],
      ]);
      expect(addBatch.mock.calls).toMatchObject([[{ id: 'b', keeping }]]);
    },
  );

  it('what is typed is kept for the next popup of the page, but from private windows nowhere', async () => {
    const type = async (word: string, keeping: Keeping) => {
      const { list, form } = (await openPopup(keeping)).popup;
      list.change({ search: word, perPage: keeping === 'disk' ? 25 : 50 });
      form.enterUrl(`https://host.example/${word}`);
    };
    await type('shop', 'disk');
    await vi.waitFor(async () => expect(await draftItem.read()).toBeDefined());
    await type('secret', 'memory');
    await new Promise((resolve) => setTimeout(resolve));
    const stored = JSON.stringify([await session.get(), await local.get()]);
    expect(stored).not.toMatch(/secret|"perPage":50/);
    const opened = async (keeping: Keeping) => {
      const { list, form } = (await openPopup(keeping)).popup;
      const { search, perPage }: ReportQuery = list.query.value;
      return [search, perPage, form.url.value];
    };
    expect(await opened('disk')).toEqual(['shop', 25, 'https://host.example/shop']);
    expect(await opened('memory')).toEqual(['', 10, URL_IN_FRONT]);
    const other = { page: 'https://other.example/', url: 'other', privacy: null };
    await draftItem.write(other);
    expect(await opened('disk')).toEqual(['shop', 25, URL_IN_FRONT]);
  });
});
