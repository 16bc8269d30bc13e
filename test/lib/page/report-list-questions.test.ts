import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import { TYPING_PAUSE_MS } from '@/lib/page/report-list';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { quiescence } from '../../support/quiescence';

const answered: Outcome<null> = { value: null };

describe('what is chosen', () => {
  it.each<Partial<ReportQuery>>([
    { result: 'bad' },
    { result: null },
    { sortBy: 'generated_at' },
    { sort: 'asc' },
    { perPage: 100 },
  ])('is asked for at once: %j', (change) => {
    const { ask, list } = openList();
    list.change(change);
    expect(ask).toHaveBeenCalledExactlyOnceWith({ ...RECENT_REPORTS_QUERY, ...change });
  });

  it('adds to what was asked for before, and is remembered', () => {
    const { ask, list, queryItem } = openList();
    list.change({ result: 'bad' });
    list.change({ sort: 'asc' });
    const query = { ...RECENT_REPORTS_QUERY, result: 'bad', sort: 'asc' };
    expect(ask).toHaveBeenLastCalledWith(query);
    expect(list.query.value).toEqual(query);
    expect(queryItem.stored).toEqual(query);
  });
});

describe('what is typed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is asked for once, when the typing pauses', () => {
    const { ask, list, queryItem } = openList();
    for (const search of ['s', 'sh', 'sho', 'shop']) {
      vi.advanceTimersByTime(TYPING_PAUSE_MS - 1);
      list.change({ search });
      expect(list.query.value.search).toBe(search);
    }
    expect(queryItem.stored?.search).toBe('shop');
    vi.advanceTimersByTime(TYPING_PAUSE_MS - 1);
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ask).toHaveBeenCalledExactlyOnceWith({ ...RECENT_REPORTS_QUERY, search: 'shop' });
    vi.advanceTimersByTime(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (list: ReturnType<typeof openList>['list']) => void, Partial<ReportQuery>]>([
    ['something is chosen', (list) => list.change({ sort: 'asc' }), { sort: 'asc' }],
    ['Refresh is pressed', (list) => void list.refresh(), {}],
  ])('is asked for at once when %s, and not again', (_, press, change) => {
    const { ask, list } = openList();
    list.change({ search: 'shop' });
    press(list);
    vi.advanceTimersByTime(60_000);
    expect(ask).toHaveBeenCalledExactlyOnceWith({
      ...RECENT_REPORTS_QUERY,
      search: 'shop',
      ...change,
    });
  });

  it('is kept where the filters are taken off at once, and so is the order', () => {
    const { ask, list, queryItem } = openList();
    list.change({ sortBy: 'url', sort: 'asc', perPage: 25, result: 'bad' });
    list.change({ search: 'shop', project: 'Shop' });
    list.clearFilters();
    vi.advanceTimersByTime(60_000);
    const query = {
      ...RECENT_REPORTS_QUERY,
      search: 'shop',
      sortBy: 'url',
      sort: 'asc',
      perPage: 25,
    };
    expect(ask).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenLastCalledWith(query);
    expect(queryItem.stored).toEqual(query);
  });
});

describe('what is searched for', () => {
  it('in the address bar is searched in all reports, and not remembered', async () => {
    vi.useFakeTimers();
    const { ask, list, queryItem } = openList();
    list.change({ search: 'shop', result: 'bad' });
    const remembered = queryItem.stored;
    list.searchOnce('blog');
    const query = { ...RECENT_REPORTS_QUERY, search: 'blog' };
    expect(list.query.value).toEqual(query);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledExactlyOnceWith(query);
    expect(queryItem.stored).toEqual(remembered);
    vi.useRealTimers();
  });

  it('in a private window is not remembered', () => {
    const { list, queryItem } = openList({ privateWindow: true });
    list.change({ result: 'bad' });
    expect(list.query.value.result).toBe('bad');
    expect(queryItem.written).toEqual([]);
  });
});

describe('Refresh', () => {
  it('says that it has brought the list up to date, until something else is asked', async () => {
    const { answers, list } = openList();
    expect(list.isFresh.value).toBe(false);
    const refreshing = list.refreshAloud();
    expect(list.isFresh.value).toBe(false);
    answers.answer(0, answered);
    await refreshing;
    expect(list.isFresh.value).toBe(true);
    list.change({ sort: 'asc' });
    expect(list.isFresh.value).toBe(false);
  });

  it('does not say so where it failed or was overtaken, nor where nobody pressed it', async () => {
    const { answers, list } = openList();
    const failing = list.refreshAloud();
    answers.answer(0, { failure: { code: 'unreachable' } });
    await failing;
    expect(list.isFresh.value).toBe(false);
    const silent = list.refresh();
    answers.answer(1, answered);
    await silent;
    expect(list.isFresh.value).toBe(false);
    const overtaken = list.refreshAloud();
    list.change({ sort: 'asc' });
    answers.answer(2, answered);
    await overtaken;
    expect(list.isFresh.value).toBe(false);
  });
});

describe('a question', () => {
  it('is said to be open until its answer comes', async () => {
    const { answers, list } = openList();
    const refreshing = list.refresh();
    expect(list.isReading.value).toBe(true);
    answers.answer(0, answered);
    await refreshing;
    expect(list.isReading.value).toBe(false);
    expect(list.failure.value).toBeNull();
  });

  it('that fails keeps the rows, and says why until one succeeds', async () => {
    const { answers, list } = openList();
    const failing = list.refresh();
    answers.answer(0, { failure: { code: 'unreachable' } });
    await failing;
    expect(list.failure.value).toEqual({ code: 'unreachable' });
    expect(list.shown.value?.reports).toHaveLength(2);
    const succeeding = list.refresh();
    expect(list.failure.value).toEqual({ code: 'unreachable' });
    answers.answer(1, answered);
    await succeeding;
    expect(list.failure.value).toBeNull();
  });

  it('can be asked again after the background was stopped', async () => {
    const { answers, ask, list } = openList();
    const refreshing = list.refresh();
    answers.reject(0);
    await refreshing;
    expect(list.failure.value).toEqual({ code: 'interrupted' });
    expect(list.isReading.value).toBe(false);
    void list.refresh();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('that was followed by another does not hide, answered late, why that failed', async () => {
    const { answers, list } = openList();
    list.change({ sort: 'asc' });
    list.change({ sort: 'desc' });
    answers.answer(1, { failure: { code: 'unreachable' } });
    await quiescence();
    answers.answer(0, answered);
    await quiescence();
    expect(list.failure.value).toEqual({ code: 'unreachable' });
  });
});
