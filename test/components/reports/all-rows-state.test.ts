import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createAllRows } from '@/components/reports/all-rows-state';
import { createHistoryReports } from '@/components/reports/history-reports-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { HistoryChanges, HistoryPart } from '@/lib/history/history-items';
import { NO_READING } from '@/lib/reading-progress';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../support/deferred-calls';
import { NO_MARKS } from '../../support/no-marks';
import { openList } from '../../support/open-list';
import { deletion, finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const READ_AT = '2026-11-26T18:40:00.000Z';
interface Opening {
  /** Ids of the rows of the history. */
  ids: string[];
  /** Ids of the first page of the list. */
  first: string[];
  total?: number | null;
  readAt?: string | null;
  unreadable?: number;
}

async function openWithHistory(opening: Opening) {
  const { ids, first, total = first.length + ids.length, readAt = READ_AT } = opening;
  const reports = ids.map((id) => sampleReport(id));
  const reading = readAt === null ? null : { readAt, unreadable: opening.unreadable ?? 0 };
  const facts = { count: ids.length, reading, revision: 5 };
  const parts: HistoryPart[] = [
    { ...facts, reports: reports.slice(0, 3), after: [0, '3'] },
    { ...facts, reports: reports.slice(3), after: null, revision: 6 },
  ];
  const listHistory = vi.fn<BackgroundApi['listHistory']>(async (_, after) => ({
    value: parts[after === null ? 0 : 1] ?? expect.fail('There are two parts.'),
  }));
  const changes = createDeferredCalls<Result<HistoryChanges | null>>();
  const getHistoryChanges = vi.fn((_: string, _since: number) => changes.call());
  const opened = openList({ query: NEWEST_QUERY, newest: null });
  const { list, kernel, answers, deleting } = opened;
  const [revision, progress] = [signal(5), signal(NO_READING)];
  const stored = createHistoryReports({
    background: { listHistory, getHistoryChanges },
    connectionId: 'a',
    reports: kernel.reports,
    revision,
  });
  const rows = createAllRows({
    list,
    stored,
    versions: kernel.reports,
    clientNames: NO_MARKS.clientNames,
    deleting,
    progress,
  });
  await stored.read();
  const refreshing = list.refresh();
  const next = total === null || first.length < total ? 2 : null;
  answers.answer(0, { value: { ...replyOf(...first), total, next } });
  await refreshing;
  const idsOf = () => rows.value.reports.map(({ id }) => id);
  const shownRevision = () => stored.now.value?.revision;
  const changesOf = (changed: Partial<HistoryChanges>) => ({
    value: { reports: [], removed: [], reading, revision: 9, isLast: true, ...changed },
  });
  return {
    ...opened,
    rows,
    shownRevision,
    idsOf,
    listHistory,
    getHistoryChanges,
    changes,
    changesOf,
    revision,
    progress,
  };
}

describe('the rows of all reports', () => {
  it('begin with the list, and continue with the history', async () => {
    const { rows, idsOf, listHistory } = await openWithHistory({
      ids: ['7', '6', '5', '4', '3'],
      first: ['9', '8', '7', '6'],
      total: 7,
    });
    expect(listHistory.mock.calls.map(([, after]) => after)).toEqual([null, [0, '3']]);
    expect(idsOf()).toEqual(['9', '8', '7', '6', '5', '4', '3']);
    expect([rows.value.partRead, rows.value.completeAt]).toEqual([null, READ_AT]);
  });

  it('omit rows of the history that are missing on the first page', async () => {
    const { idsOf } = await openWithHistory({ ids: ['7', '6', '5', '4'], first: ['8', '7', '5'] });
    expect(idsOf()).toEqual(['8', '7', '5', '4']);
  });

  it.each<[string, Partial<Opening>, { read: number; total: number | null } | null]>([
    ['a total above the number of rows', { total: 6 }, { read: 4, total: 6 }],
    ['a total equal to the number of rows', { total: 4 }, null],
    ['unreadable rows', { total: 6, unreadable: 2 }, null],
    ['no total after a complete reading', { total: null }, null],
    ['no total before a complete reading', { total: null, readAt: null }, { read: 4, total: null }],
  ])('are counted with %s', async (_, opening, expected) => {
    const { rows } = await openWithHistory({
      ids: ['5', '4'],
      first: ['8', '7'],
      ...opening,
    });
    expect(rows.value.partRead).toEqual(expected);
  });

  it('follow the operations of this browser', async () => {
    const { rows, idsOf, finish, deleting } = await openWithHistory({
      ids: ['7', '6', '5', '4'],
      first: ['7', '6'],
      total: 4,
    });
    const changed = sampleReport('4', { privacy: 0 });
    finish(
      finishedCreation('a', sampleReport('8'), { endedAt: Date.now() }),
      finishedEdit('b', update({ privacy: 0 }), changed, { endedAt: Date.now() + 1 }),
    );
    expect(rows.value.reports.at(-1)).toEqual(changed);
    deleting.value = ['5'];
    expect([idsOf(), rows.value.partRead]).toEqual([['8', '7', '6', '4'], null]);
  });

  it('follow the changes of the history, in parts', async () => {
    const opened = await openWithHistory({ ids: ['7', '6', '5'], first: ['9', '8'] });
    const { idsOf, revision, changes, changesOf, getHistoryChanges, shownRevision } = opened;
    revision.value = 9;
    expect(shownRevision()).toBe(5);
    const part = { reports: [sampleReport('4')], revision: 8, isLast: false };
    changes.answer(0, changesOf(part));
    await changes.untilCount(2);
    expect([idsOf(), shownRevision()]).toEqual([['9', '8', '7', '6', '5', '4'], 5]);
    changes.answer(1, changesOf({ removed: ['6'] }));
    await waitUntil(() => expect(shownRevision()).toBe(9));
    expect(idsOf()).toEqual(['9', '8', '7', '5', '4']);
    expect(getHistoryChanges.mock.calls.map(([, since]) => since)).toEqual([5, 8]);
  });

  it('are read again if the worker does not know all changes', async () => {
    const { revision, changes, listHistory, shownRevision } = await openWithHistory({
      ids: ['7'],
      first: ['9', '8'],
    });
    revision.value = 9;
    changes.answer(0, { value: null });
    await waitUntil(() => expect(shownRevision()).toBe(9));
    expect(listHistory).toHaveBeenCalledTimes(2);
  });

  it('follow an operation that ends during a request for changes', async () => {
    const opened = await openWithHistory({ ids: ['7', '6'], first: ['9', '8'], total: 4 });
    const { idsOf, finish, revision, changes, changesOf, shownRevision } = opened;
    revision.value = 9;
    finish(finishedEdit('d', deletion(sampleReport('6')), null, { endedAt: Date.now() }));
    changes.answer(0, changesOf({ reports: ['7', '6'].map((id) => sampleReport(id)) }));
    await waitUntil(() => expect(shownRevision()).toBe(9));
    expect(idsOf()).toEqual(['9', '8', '7']);
  });

  it('have the names of the clients with unread reports', async () => {
    const { rows, progress } = await openWithHistory({ ids: ['6', '5'], first: ['9', '8'] });
    expect(rows.value.unreadClients).toBeNull();
    progress.value = { ...NO_READING, joinedAt: '6' };
    expect(rows.value.unreadClients?.size).toBe(1);
    progress.value = { ...NO_READING, joinedAt: '5' };
    expect(rows.value.unreadClients?.size).toBe(0);
  });

  it('are behind until the page has the reports that the worker has read', async () => {
    const opened = await openWithHistory({ ids: ['6', '5'], first: ['9', '8'] });
    const { rows, revision, progress, changes, changesOf } = opened;
    expect(rows.value.isBehind).toBe(false);
    progress.value = { ...NO_READING, revision: 9 };
    revision.value = 9;
    expect(rows.value.isBehind).toBe(true);
    changes.answer(0, changesOf({}));
    await waitUntil(() => expect(rows.value.isBehind).toBe(false));
  });

  it('match the search and the filters before the reply', async () => {
    const { list, idsOf } = await openWithHistory({ ids: ['7', '6', '5', '4'], first: ['7', '6'] });
    list.change({ search: 'host' });
    expect(idsOf()).toEqual(['7', '6', '5', '4']);
    list.change({ search: 'other' });
    expect(idsOf()).toEqual([]);
  });

  it('contain only the list if it has another order or a single page', async () => {
    const sorted = await openWithHistory({ ids: ['7', '6', '5', '4'], first: ['7', '6'] });
    sorted.list.change({ sort: 'asc' });
    expect(sorted.idsOf()).toEqual(['6', '7']);
    const complete = await openWithHistory({
      ids: ['7', '6', '5', '4'],
      first: ['7', '6'],
      total: 2,
    });
    const readAt = complete.list.shown.value?.readAt;
    expect([complete.idsOf(), complete.rows.value.completeAt]).toEqual([['7', '6'], readAt]);
  });
});
