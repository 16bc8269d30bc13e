import { effect } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { draftItem } from '@/components/form/form-draft';
import { openConnectedPopup } from '@/entrypoints/popup/connected-popup';
import { archiveItems } from '@/lib/archive/archive-items';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { taskItems } from '@/lib/task/task-items';
import { EMPTY_VIEW, type StoredOutcome, type StoredView } from '@/lib/task/view';
import { emptyBrowser } from '../../support/empty-browser';
import { awaitedOf } from '../../support/open-report';
import { storedList } from '../../support/sample-list';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { creation, deletion } from '../../support/sample-task';
import { asStored, storeLists, storeReports } from '../../support/stored-archive';

const URL_IN_FRONT = 'https://host.example/';
const later = { ...storedList('3'), readAt: '2026-11-02T12:00:00.000Z' };
const report = sampleReport('7');

/** The view after a task of an ordinary window was done, with its report. */
function doneView(id: string, of: Report, kind: StoredOutcome['kind'] = 'create'): StoredView {
  const facts = { keeping: 'disk', askedAt: 1, wasHeld: false } as const;
  return {
    ...EMPTY_VIEW,
    outcomes: [{ id, kind, end: 'done', report: referTo(of), ...facts }],
  };
}

async function openPopup(keeping: Keeping = 'disk') {
  const stored = async () => ({ value: null });
  const background = {
    add: vi.fn<BackgroundApi['add']>(stored),
    list: vi.fn<BackgroundApi['list']>(stored),
    get: vi.fn<BackgroundApi['get']>(async ({ id }) => ({ value: sampleDetails(id) })),
  };
  const popup = await openConnectedPopup(
    { id: 'a', baseUrl: 'https://host.example' },
    INITIAL_PREFERENCES,
    { tab: { id: 1, url: URL_IN_FRONT, keeping } },
    background as Partial<BackgroundApi> as BackgroundApi,
  );
  const shownIds = () => popup.list.shown.value?.reports.map(({ id }) => id);
  return { popup, shownIds, ...background };
}

beforeEach(emptyBrowser);

describe('the list of a popup', () => {
  it('comes from the store, and in private windows also from lists kept in memory', async () => {
    await storeLists('a', storedList('2', '1'));
    await storeReports('a', ...later.reports);
    await archiveItems.privateLists('a').write([asStored(later)]);
    const { popup, list, shownIds } = await openPopup('memory');
    expect(shownIds()).toEqual(['3']);
    await popup.list.refresh();
    expect(list).toHaveBeenCalledExactlyOnceWith(RECENT_REPORTS_QUERY, 'memory');
    const ordinary = await openPopup();
    expect(ordinary.shownIds()).toEqual(['2', '1']);
    await storeLists('a', storedList('4'));
    await vi.waitFor(() => expect(ordinary.shownIds()).toEqual(['4']));
  });

  it('and the page history hide a report while it is deleted, and the list is read again after', async () => {
    await storeLists('a', storedList('2', '1'));
    const ofPage = ['2', '1'].map((id) => sampleReport(id, { url: URL_IN_FRONT }));
    await storeReports('a', ...ofPage);
    const view = taskItems.view('a');
    await view.write({ ...EMPTY_VIEW, deleting: ['2'] });
    const { popup, shownIds, list } = await openPopup();
    expect(shownIds()).toEqual(['1']);
    expect(popup.history.value?.reports).toEqual(ofPage.slice(1));
    await view.write(doneView('d', sampleReport('2'), 'delete'));
    expect(list).toHaveBeenCalledOnce();
  });
});

it('a created report is announced with its rating, and not before it is read', async () => {
  const { popup, add } = await openPopup();
  const told: unknown[] = [];
  effect(() => {
    const newest = popup.activity.newest.value;
    if (newest?.standing.name === 'ended') told.push(newest.report?.result);
  });
  await popup.form.submit();
  const [[task] = []] = add.mock.calls[0] ?? [];
  const made = sampleReport('9', { result: 'good' });
  await storeReports('a', made);
  await taskItems.view('a').write(doneView(String(task?.id), made));
  await vi.waitFor(() => expect(told).not.toEqual([]));
  expect(new Set(told)).toEqual(new Set(['good']));
});

it('a list that is not sorted by age is read again once for each report that is created', async () => {
  const view = taskItems.view('a');
  for (const [sortBy, reads] of [
    ['url', 1],
    ['id', 0],
  ] as const) {
    await archiveItems.query('a').write({ ...RECENT_REPORTS_QUERY, sortBy });
    const { popup, list, add } = await openPopup();
    // An answer takes its time.
    list.mockImplementation(
      () => new Promise((resolve) => setTimeout(resolve, 1, { value: null })),
    );
    await popup.form.submit();
    const [[task] = []] = add.mock.calls[0] ?? [];
    await view.write(doneView(String(task?.id), sampleReport('9')));
    await vi.waitFor(() => expect(popup.createdId.value).toBe('9'));
    await vi.waitFor(() => expect(popup.list.isReading.value).toBe(false));
    expect(list).toHaveBeenCalledTimes(reads);
  }
});

it('an open report is read again when it changes in the store, and closes when deleted', async () => {
  await storeLists('a', later);
  const { popup, get } = await openPopup();
  await popup.reportState.show(sampleReport('3'));
  await storeReports('a', sampleReport('3', { privacy: 0 }));
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  await taskItems.view('a').write({ ...EMPTY_VIEW, deleting: ['3'] });
  expect(popup.reportState.open.value).toBeNull();
});

describe('what private windows ask for', () => {
  it.each(['memory', 'disk'] as const)(
    'is shown only in private windows; this window keeps its tasks in or on: %s',
    async (keeping) => {
      const secret = [creation('c'), deletion('d')].map((one) => ({
        ...one,
        keeping: 'memory' as const,
      }));
      const all = { create: 1, change: 0, delete: 1, stuck: 0 };
      await taskItems.view('a').write({ ...EMPTY_VIEW, tasks: secret, all, deleting: ['1'] });
      const nextAt = later.readAt;
      const results = [awaitedOf(report, { keeping: 'memory' })];
      await archiveItems.awaited('a').write({ version: 1, nextAt, rounds: 1, made: 0, results });
      const { popup } = await openPopup(keeping);
      const { lines, restCounts } = popup.activity;
      expect([
        lines.value.map(({ id }) => id),
        restCounts.value.waiting.create,
        popup.results.stateOf('7'),
      ]).toEqual(keeping === 'memory' ? [['d'], 1, 'awaited'] : [[], 0, null]);
    },
  );

  it('is sent to the background to be kept in memory', async () => {
    const { popup, add } = await openPopup('memory');
    await popup.form.submit();
    popup.remove(report);
    popup.update(report);
    const asked = add.mock.calls.map(([[task], keeping]) => [task?.kind, keeping]);
    expect(asked).toEqual([
      ['create', 'memory'],
      ['delete', 'memory'],
      ['change', 'memory'],
    ]);
  });
});

it('what is typed is kept for the next popup, but from private windows nowhere', async () => {
  const type = async (word: string, keeping: Keeping) => {
    const { list, form } = (await openPopup(keeping)).popup;
    list.change({ search: word });
    form.enterUrl(`https://host.example/${word}`);
  };
  await type('secret', 'memory');
  await type('shop', 'disk');
  await vi.waitFor(async () => expect(await draftItem.read()).toBeDefined());
  const { session, local } = fakeBrowser.storage;
  const stored = JSON.stringify([await session.get(), await local.get()]);
  expect(stored).not.toContain('secret');
  for (const keeping of ['disk', 'memory'] as const) {
    const { list, form } = (await openPopup(keeping)).popup;
    const held = keeping === 'memory' ? ['', URL_IN_FRONT] : ['shop', 'https://host.example/shop'];
    expect([list.query.value.search, form.url.value]).toEqual(held);
  }
});
