import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { type ListState, TYPING_PAUSE_MS } from '@/components/list/list-state';
import type { Outcome } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';

const answered: Outcome<null> = { value: null };
const unreachable: Outcome<null> = { failure: { code: 'unreachable' } };

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the service is asked for after presses, once all pauses are over, and what is remembered. */
async function askedAfter(...presses: ((list: ListState) => void)[]) {
  const { ask, list, queryItem } = openList();
  for (const press of presses) press(list);
  await vi.advanceTimersByTimeAsync(60_000);
  const asked = ask.mock.calls.map(([query]) => query);
  return { asked, list, remembered: await queryItem.read() };
}

const change = (fields: Partial<ReportQuery>) => (list: ListState) => list.change(fields);
const type = change({ search: 'shop' });

describe('the query that the service is asked', () => {
  it.each<[string, ((list: ListState) => void)[], Partial<ReportQuery>[]]>([
    ['each choice', [change({ result: 'bad' })], [{ result: 'bad' }]],
    ['typed text once', [change({ search: 's' }), type], [{ search: 'shop' }]],
    [
      'typed text with a choice',
      [type, change({ sort: 'asc' })],
      [{ search: 'shop', sort: 'asc' }],
    ],
    ['typed text with Refresh', [type, (list) => void list.refresh()], [{ search: 'shop' }]],
    [
      'the search without its filters after Clear filters',
      [change({ result: 'bad', sort: 'asc' }), type, (list) => list.clearFilters()],
      [
        { result: 'bad', sort: 'asc' },
        { search: 'shop', sort: 'asc' },
      ],
    ],
  ])('holds %s, and is remembered', async (_, presses, asked) => {
    const said = await askedAfter(...presses);
    const queries = asked.map((fields) => ({ ...RECENT_REPORTS_QUERY, ...fields }));
    expect(said.asked).toEqual(queries);
    expect(said.list.query.value).toEqual(queries.at(-1));
    expect(said.remembered).toEqual(queries.at(-1));
  });

  it('waits until typing pauses', () => {
    const { ask, list } = openList();
    for (const search of ['s', 'sh']) {
      vi.advanceTimersByTime(TYPING_PAUSE_MS - 1);
      list.change({ search });
      expect(list.isReading.value).toBe(true);
    }
    vi.advanceTimersByTime(TYPING_PAUSE_MS - 1);
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('from the address bar searches all reports, and is not remembered', async () => {
    const searched = await askedAfter(type, change({ result: 'bad' }), (list) =>
      list.searchOnce('blog'),
    );
    expect(searched.asked.at(-1)).toEqual({ ...RECENT_REPORTS_QUERY, search: 'blog' });
    expect(searched.remembered).toMatchObject({ search: 'shop', result: 'bad' });
  });

  it('is sent even if the store is too full to remember it', async () => {
    vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('Full'));
    const { asked, remembered } = await askedAfter(type);
    expect([asked.length, remembered]).toEqual([1, undefined]);
  });
});

it('Refresh says that the list is up to date, until the query changes', async () => {
  const { answers, list } = openList();
  const freshAfter = async (
    refreshing: Promise<void>,
    index: number,
    outcome: Outcome<null> = answered,
  ) => {
    expect(list.isFresh.value).toBe(false);
    answers.answer(index, outcome);
    await refreshing;
    return list.isFresh.value;
  };
  expect(await freshAfter(list.refreshAloud(), 0, unreachable)).toBe(false);
  expect(await freshAfter(list.refresh(), 1)).toBe(false);
  expect(await freshAfter(list.refreshAloud(), 2)).toBe(true);
  const overtaken = list.refreshAloud();
  list.change({ sort: 'asc' });
  expect(await freshAfter(overtaken, 3)).toBe(false);
  expect(await freshAfter(list.refreshAloud(), 5)).toBe(true);
  list.change({ sort: 'desc' });
  expect(list.isFresh.value).toBe(false);
});

describe('a request for the list', () => {
  it('that fails keeps the rows, and the reason is shown until a request succeeds', async () => {
    const { answers, list, shownIds } = openList();
    const failing = list.refresh();
    expect(list.isReading.value).toBe(true);
    answers.answer(0, unreachable);
    await failing;
    expect([list.failure.value, list.isReading.value]).toEqual([{ code: 'unreachable' }, false]);
    expect(shownIds()).toEqual(['2', '1']);
    const interrupted = list.refresh();
    expect(list.failure.value).toEqual({ code: 'unreachable' });
    answers.reject(1);
    await interrupted;
    expect([list.failure.value, list.isReading.value]).toEqual([{ code: 'interrupted' }, false]);
    const succeeding = list.refresh();
    answers.answer(2, answered);
    await succeeding;
    expect(list.failure.value).toBeNull();
  });

  it('that is answered late does not hide the failure of a later request', async () => {
    const { answers, list } = openList();
    const first = list.refresh();
    const second = list.refresh();
    answers.answer(1, unreachable);
    await second;
    expect(list.isReading.value).toBe(true);
    answers.answer(0, answered);
    await first;
    expect(list.failure.value).toEqual({ code: 'unreachable' });
  });
});
