import { computed, effect } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createHistoryRows } from '@/components/reports/rows-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { HistoryPart } from '@/lib/history/history-items';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const HOUR = 3_600_000;

/** The reports of the history, and how many more reports the service counted. */
interface KnownRows {
  ids: string[];
  difference?: number;
  hoursAgo?: number;
}

async function openWithHistory(
  { ids, difference = 0, hoursAgo = 1 }: KnownRows,
  first: string[],
  total: number,
) {
  const reports = ids.map((id) => sampleReport(id));
  const readAt = new Date(Date.now() - hoursAgo * HOUR).toISOString();
  const reading = { readAt, difference };
  const parts: HistoryPart[] = [
    { reports: reports.slice(0, 3), after: [0, '3'], count: ids.length, reading },
    { reports: reports.slice(3), after: null, count: ids.length, reading },
  ];
  const listHistory = vi.fn<BackgroundApi['listHistory']>(async (_, after) => ({
    value: parts[after === null ? 0 : 1] ?? expect.fail('There are two parts.'),
  }));
  const noteFullReading = vi.fn<BackgroundApi['noteFullReading']>(async () => ({ value: null }));
  const opened = openList({ query: NEWEST_QUERY, newest: null });
  const { list, answers, queue, deleting } = opened;
  const historyRows = createHistoryRows({
    background: { listHistory, noteFullReading },
    connectionId: 'a',
    list,
    deleting,
    recentOperations: computed(() => queue.value.recentOperations),
  });
  await historyRows.read();
  const refreshing = list.refresh();
  const next = first.length < total ? 2 : null;
  answers.answer(0, { value: { ...replyOf(...first), total, next } });
  await refreshing;
  const idsOf = () => historyRows.rows.value.map(({ id }) => id);
  return { ...opened, historyRows, idsOf, listHistory, noteFullReading };
}

describe('a list of all reports', () => {
  it('is complete with its first page and the history', async () => {
    const { historyRows, idsOf, listHistory } = await openWithHistory(
      { ids: ['7', '6', '5', '4', '3'] },
      ['9', '8', '7', '6'],
      7,
    );
    expect(listHistory.mock.calls.map(([, after]) => after)).toEqual([null, [0, '3']]);
    expect(idsOf()).toEqual(['9', '8', '7', '6', '5', '4', '3']);
    expect(historyRows.isComplete.value).toBe(true);
    expect(Date.parse(historyRows.readAt.value ?? '')).toBeCloseTo(Date.now() - HOUR, -4);
  });

  it('omits rows of the history that are missing on the first page', async () => {
    const { historyRows, idsOf } = await openWithHistory(
      { ids: ['7', '6', '5', '4'] },
      ['8', '7', '5'],
      4,
    );
    expect(idsOf()).toEqual(['8', '7', '5', '4']);
    expect(historyRows.isComplete.value).toBe(true);
  });

  it.each<[string, KnownRows, string[], number]>([
    [
      'the history does not have the last row of the first page',
      { ids: ['5', '4'] },
      ['9', '8'],
      4,
    ],
    ['the service has more reports than the history', { ids: ['7', '6', '5', '4'] }, ['8', '7'], 6],
    [
      'the service has fewer reports than the history',
      { ids: ['7', '6', '5', '4'] },
      ['8', '7'],
      4,
    ],
    [
      'the rows of the history are a day old',
      { ids: ['7', '6', '5', '4'], hoursAgo: 25 },
      ['8', '7'],
      5,
    ],
  ])('is incomplete if %s', async (_, known, first, total) => {
    const { historyRows } = await openWithHistory(known, first, total);
    expect(historyRows.isComplete.value).toBe(false);
  });

  it('is complete even if the service counts unreadable rows and rows beyond the limit', async () => {
    const { historyRows } = await openWithHistory(
      { ids: ['7', '6', '5'], difference: 40 },
      ['8', '7'],
      44,
    );
    expect(historyRows.isComplete.value).toBe(true);
  });

  it('stays complete while this browser creates, updates and deletes reports', async () => {
    const { historyRows, idsOf, finish, deleting } = await openWithHistory(
      { ids: ['7', '6', '5', '4'] },
      ['7', '6'],
      4,
    );
    const changed = sampleReport('4', { privacy: 0 });
    finish(
      finishedCreation('a', sampleReport('8'), { endedAt: Date.now() }),
      finishedEdit('b', update({ privacy: 0 }), changed, { endedAt: Date.now() + 1 }),
    );
    expect(historyRows.rows.value.at(-1)).toEqual(changed);
    deleting.value = ['5'];
    expect([idsOf(), historyRows.isComplete.value]).toEqual([['8', '7', '6', '4'], true]);
  });

  it('names the clients with unread rows after a row of the history', async () => {
    const known = { ids: ['5', '4'] };
    const far = await openWithHistory(known, ['9', '8'], 6);
    expect(far.historyRows.unreadClients.value).toBe(null);
    const near = await openWithHistory(known, ['6', '5'], 6);
    expect(near.historyRows.unreadClients.value?.size).toBe(1);
  });

  it('has no rows of the history during a search, or if its first page is its last page', async () => {
    const searching = await openWithHistory({ ids: ['7', '6', '5', '4'] }, ['7', '6'], 4);
    searching.list.change({ search: 'host' });
    expect([searching.idsOf(), searching.historyRows.isComplete.value]).toEqual([
      ['7', '6'],
      false,
    ]);
    const complete = await openWithHistory({ ids: ['7', '6', '5', '4'] }, ['7', '6'], 2);
    expect([complete.idsOf(), complete.historyRows.readAt.value]).toEqual([['7', '6'], null]);
  });
});

it('a complete reading is reported to the worker once, with the time of its first page', async () => {
  const { historyRows, noteFullReading, listHistory } = await openWithHistory(
    { ids: ['2', '1'] },
    ['2', '1'],
    2,
  );
  await waitUntil(() => expect(listHistory).toHaveBeenCalledTimes(2));
  const reading = {
    reportIds: ['2', '1'],
    requestedAt: replyOf().requestedAt,
    readAt: expect.any(String),
    total: 2,
  };
  expect(noteFullReading.mock.calls).toEqual([['a', reading]]);
  expect(historyRows.readAt.value).toBeNull();
});

it('force() makes a complete list incomplete, so that all reports are read', async () => {
  const { historyRows } = await openWithHistory({ ids: ['7', '6', '5', '4'] }, ['7', '6'], 4);
  const values: boolean[] = [];
  effect(() => void values.push(historyRows.isComplete.value));
  historyRows.force();
  expect(values).toEqual([true, false]);
});

it('force() during a search starts no reading of all reports', async () => {
  const { historyRows, list } = await openWithHistory({ ids: ['7', '6', '5', '4'] }, ['7', '6'], 4);
  list.change({ search: 'host' });
  historyRows.force();
  list.change({ search: '' });
  expect(historyRows.isComplete.value).toBe(true);
});
