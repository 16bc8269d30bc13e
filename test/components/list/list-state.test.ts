import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ListState, TYPING_PAUSE_MS } from '@/components/list/list-state';
import { MAX_RECENT } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { ListReply } from '@/lib/shared-state/loaded-list';
import { openList } from '../../support/open-list';
import { deletion, finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { newestReports, READ_AT, replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const shopping = sampleReport('7', { url: 'https://shop.example/' });
const later = '2026-11-02T12:00:00.000Z';
/** Returns a time that is `offset` milliseconds after the request of the stored list. */
const timeAfter = (offset: number) => Date.parse(READ_AT) + offset;
const creationOf = (id: string, offset: number): RecentOperation =>
  finishedCreation(`job-${id}`, sampleReport(id), { endedAt: timeAfter(offset) });
const deletionOf = (id: string, offset: number): RecentOperation =>
  finishedEdit(`job-${id}`, deletion(sampleReport(id)), null, { endedAt: timeAfter(offset) });
const updateOf = (id: string, offset: number, fields: Partial<Report>): RecentOperation => {
  const edit = update({ privacy: 0 }, sampleReport(id));
  return finishedEdit(`job-${id}`, edit, sampleReport(id, fields), { endedAt: timeAfter(offset) });
};
const unreachable = { failure: { code: 'unreachable' } } as const;
const change = (fields: Partial<ReportQuery>) => (list: ListState) => list.change(fields);

async function openWithReply(reply: ListReply, query = RECENT_REPORTS_QUERY) {
  const opened = openList({ query });
  const reading = opened.list.refresh();
  opened.answers.answer(0, { value: reply });
  await reading;
  return opened;
}

describe('a newly opened list', () => {
  it('shows the stored newest reports without a request', () => {
    const { listReports, list, shownIds } = openList();
    expect(list.shown.value).toMatchObject({ isAnswer: true, total: 2, readAt: READ_AT });
    expect(shownIds()).toEqual(['2', '1']);
    expect([list.isReading.value, list.failure.value]).toEqual([false, null]);
    expect(listReports).not.toHaveBeenCalled();
  });

  it('applies the known operations after the stored list', () => {
    expect(openList({ recentOperations: [deletionOf('2', 1)] }).shownIds()).toEqual(['1']);
    const many = Array.from({ length: MAX_RECENT }, (_, index) =>
      creationOf(String(index + 3), index + 2),
    );
    const { listReports, shownIds } = openList({ recentOperations: many });
    expect(shownIds()?.slice(0, 2)).toEqual(['102', '101']);
    expect(listReports).not.toHaveBeenCalled();
  });

  it('contains a private report that the stored list omits', () => {
    const recentOperations = [{ ...creationOf('3', 1), isPrivate: true }, deletionOf('2', 2)];
    const newest = { ...newestReports('1'), mergedUpTo: timeAfter(2) };
    expect(openList({ newest, recentOperations }).shownIds()).toEqual(['3', '1']);
  });

  it('is unknown until an extension page has read a list', () => {
    const { list, newest, shownIds } = openList({ newest: null });
    expect([list.shown.value, list.rows.value]).toEqual([undefined, []]);
    newest.value = newestReports('1');
    expect(shownIds()).toEqual(['1']);
  });
});

describe('the rows of a list', () => {
  it('are the known matching reports until the reply arrives', async () => {
    const { answers, list, newest } = openList();
    newest.value = { ...newestReports('2'), reports: [sampleReport('2'), shopping] };
    list.change({ search: 'shop', result: 'good' });
    list.change({ search: '', result: null, project: 'shop.example' });
    list.change({ search: 'shop', project: '' });
    const none = { isAnswer: false, unreadable: 0, total: null, isPart: false, ofNewest: null };
    const begunAt = Date.parse(READ_AT);
    expect(list.shown.value).toEqual({ ...none, reports: [shopping], begunAt, readAt: READ_AT });
    void list.refresh();
    const found = { ...replyOf(), reports: [shopping], total: 9, readAt: later };
    answers.answer(answers.count - 1, { value: found });
    const shown = { reports: [shopping], isAnswer: true, total: 9, readAt: later };
    await waitUntil(() => expect(list.shown.value).toMatchObject(shown));
    expect(list.rows.value).toEqual([shopping]);
  });

  it('never come from the reply to an earlier query', async () => {
    const { answers, list, shownIds } = openList({ query: search });
    void list.refresh();
    list.change({ search: '' });
    answers.answer(0, { value: replyOf('9') });
    answers.answer(1, { value: replyOf('3', '2', '1') });
    await waitUntil(() => expect(shownIds()).toEqual(['3', '2', '1']));
  });

  it('are read again with only the search if the list opens with another query', () => {
    const { list, query, listReports } = openList();
    query.value = NEWEST_QUERY;
    expect(listReports).not.toHaveBeenCalled();
    void list.refresh();
    list.change({ sort: 'asc', search: 'shop', result: 'bad' });
    query.value = RECENT_REPORTS_QUERY;
    const wanted = { ...RECENT_REPORTS_QUERY, search: 'shop' };
    expect([list.query.value, listReports.mock.lastCall]).toEqual([wanted, ['a', wanted]]);
    query.value = NEWEST_QUERY;
    expect(list.query.value).toEqual({ ...NEWEST_QUERY, search: 'shop' });
  });

  it('are the rows of the reply, changed by the operations after its request', async () => {
    const { answers, list, finish, shownIds } = openList();
    const reading = list.refresh();
    finish(deletionOf('2', 1), creationOf('4', 3));
    answers.answer(0, { value: { ...replyOf('3', '2'), requestedAt: timeAfter(2) } });
    await reading;
    expect(shownIds()).toEqual(['4', '3', '2']);
  });

  it('are requested once more if operations after the list are unknown', async () => {
    const { listReports, answers, finish, shownIds } = openList();
    const all = Array.from({ length: MAX_RECENT + 1 }, (_, index) =>
      creationOf(String(index + 3), index + 1),
    );
    finish(...all.slice(0, -1));
    expect(listReports).toHaveBeenCalledOnce();
    finish(...all.slice(1));
    expect(listReports).toHaveBeenCalledOnce();
    const requestedAt = timeAfter(MAX_RECENT);
    answers.answer(0, { value: { ...replyOf('102', '101'), requestedAt } });
    await waitUntil(() => expect(shownIds()).toEqual(['103', '102', '101']));
  });

  it('contain a private report that a newer stored list omits', () => {
    const { finish, newest, shownIds } = openList();
    finish({ ...creationOf('3', 1), isPrivate: true }, deletionOf('2', 2));
    newest.value = { ...newestReports('1'), mergedUpTo: timeAfter(2) };
    expect(shownIds()).toEqual(['3', '1']);
  });

  it('are requested once more if a shorter list of another page has none of the rows', () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(100 - index));
    const { listReports, newest } = openList({
      newest: { ...newestReports(...ids), perPage: 100 },
      query: NEWEST_QUERY,
    });
    newest.value = { ...newestReports('199', '198'), next: 2 };
    newest.value = { ...newestReports('200', '199'), next: 2 };
    expect(listReports).toHaveBeenCalledOnce();
  });

  it('contain a report once if the service lists it twice', async () => {
    const reports = [sampleReport('2'), sampleReport('1'), sampleReport('1', { result: 'bad' })];
    const { list } = await openWithReply({ ...replyOf(), reports, unreadable: 8, total: 10 });
    const shown = { reports: reports.slice(0, 2), unreadable: 8, total: 10 };
    expect(list.shown.value).toMatchObject(shown);
  });

  it('and their total omit a report during its deletion', () => {
    const { list, deleting, shownIds } = openList();
    deleting.value = ['2'];
    expect([shownIds(), list.shown.value?.total]).toEqual([['1'], 1]);
  });

  it('and their total omit a report that a single read has found gone', async () => {
    const { list, kernel, shownIds } = await openWithReply(
      { ...replyOf('3', '2', '1'), total: 40, next: 2 },
      { ...RECENT_REPORTS_QUERY, result: 'good' },
    );
    const failure = { code: 'gone', what: 'report', message: null } as const;
    kernel.background.getReport = async () => ({ failure });
    await kernel.getReport(sampleReport('2'));
    expect([shownIds(), list.shown.value?.total]).toEqual([['3', '1'], 39]);
  });

  it('are sorted by the extension if the service cannot sort', async () => {
    const query: ReportQuery = { ...RECENT_REPORTS_QUERY, sortBy: 'generated_at', sort: 'asc' };
    const reportOfDay = (id: string, day: number) =>
      sampleReport(id, { generatedAt: `2026-11-0${day}T10:00:00.000Z` });
    const reports = [reportOfDay('3', 2), reportOfDay('2', 3), reportOfDay('1', 1)];
    const { list, shownIds } = await openWithReply(
      { ...replyOf(), reports, requested: NEWEST_QUERY, next: 2, total: 300 },
      query,
    );
    expect(shownIds()).toEqual(['1', '3', '2']);
    expect(list.shown.value).toMatchObject({ ofNewest: 3, isPart: true });
  });
});

describe('Show more', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => String(300 - index));

  it('requests a larger page up to a hundred rows', async () => {
    const { listReports, list, shownIds } = await openWithReply({
      ...replyOf('2', '1'),
      next: 2,
      total: 40,
    });
    expect(list.canShowMore.value).toBe(true);
    list.showMore();
    expect(listReports).toHaveBeenLastCalledWith('a', { ...RECENT_REPORTS_QUERY, perPage: 25 });
    expect(shownIds()).toEqual(['2', '1']);
    const complete = await openWithReply(replyOf('2', '1'));
    expect(complete.list.canShowMore.value).toBe(false);
  });

  it('reads the next page beyond a hundred rows, and the previous page after deletions', async () => {
    const { listFurtherReports, pages, list, finish, shownIds } = await openWithReply(
      { ...replyOf(...hundred), next: 2, total: 300 },
      NEWEST_QUERY,
    );
    finish(deletionOf('250', 1));
    list.showMore();
    list.showMore();
    expect(listFurtherReports).toHaveBeenCalledExactlyOnceWith('a', NEWEST_QUERY, 2);
    pages.answer(0, { value: { ...replyOf('199', '198'), total: 299, next: 3 } });
    await pages.untilCount(2);
    expect(listFurtherReports).toHaveBeenLastCalledWith('a', NEWEST_QUERY, 1);
    const first = [...hundred.filter((id) => id !== '250'), '200'];
    pages.answer(1, { value: replyOf(...first) });
    await waitUntil(() => expect(shownIds()?.slice(-4)).toEqual(['201', '200', '199', '198']));
    expect([shownIds()?.length, list.shown.value?.total]).toEqual([102, 299]);
    await waitUntil(() => expect(list.isReading.value).toBe(false));
    list.showMore();
    expect(listFurtherReports.mock.lastCall).toEqual(['a', NEWEST_QUERY, 3]);
  });

  it('waits for the first reply, because stored rows may be older than the next page', async () => {
    const newest = { ...newestReports(...hundred), perPage: 100 as const, next: 2 };
    const { answers, listFurtherReports, list } = openList({ newest, query: NEWEST_QUERY });
    list.showMore();
    const reading = list.refresh();
    list.showMore();
    expect(listFurtherReports).not.toHaveBeenCalled();
    answers.answer(0, { value: { ...replyOf(...hundred), next: 2 } });
    await reading;
    list.showMore();
    expect(listFurtherReports).toHaveBeenCalledOnce();
  });

  it('reads the list again, and then the next page, if the first read has failed', async () => {
    const newest = { ...newestReports(...hundred), perPage: 100 as const, next: 2 };
    const { answers, listReports, listFurtherReports, pages, list, shownIds } = openList({
      newest,
      query: NEWEST_QUERY,
    });
    const failed = list.refresh();
    answers.answer(0, unreachable);
    await failed;
    expect(list.canShowMore.value).toBe(true);
    list.showMore();
    expect(listReports).toHaveBeenCalledTimes(2);
    answers.answer(1, { value: { ...replyOf(...hundred), next: 2 } });
    await pages.untilCount(1);
    expect(listFurtherReports).toHaveBeenCalledExactlyOnceWith('a', NEWEST_QUERY, 2);
    pages.answer(0, { value: replyOf('200') });
    await waitUntil(() => expect(shownIds()).toHaveLength(101));
  });

  it('waits for a refresh in flight, and stops if the refresh fails', async () => {
    const reply = { value: { ...replyOf(...hundred), next: 2 } };
    const { answers, listFurtherReports, pages, list, shownIds } = await openWithReply(
      reply.value,
      NEWEST_QUERY,
    );
    const failed = list.refresh();
    list.showMore();
    answers.answer(1, { failure: { code: 'offline' } });
    await failed;
    expect(listFurtherReports).not.toHaveBeenCalled();
    const refreshed = list.refreshAloud();
    list.showMore();
    list.showMore();
    answers.answer(2, reply);
    await refreshed;
    expect(listFurtherReports).toHaveBeenCalledExactlyOnceWith('a', NEWEST_QUERY, 2);
    expect(list.isFresh.value).toBe(true);
    pages.answer(0, { value: replyOf('200') });
    await waitUntil(() => expect(shownIds()).toHaveLength(101));
  });

  it('shows a change of a row during the request for the row', async () => {
    const { pages, list, finish } = await openWithReply(
      { ...replyOf(...hundred), next: 2 },
      NEWEST_QUERY,
    );
    list.showMore();
    finish(updateOf('200', 1, { privacy: 0 }));
    pages.answer(0, { value: replyOf('200') });
    const changed = sampleReport('200', { privacy: 0 });
    await waitUntil(() => expect(list.shown.value?.reports[100]).toEqual(changed));
  });

  it('shows the rows of a newer list that arrives during the request', async () => {
    const { pages, list, newest, shownIds } = await openWithReply(
      { ...replyOf(...hundred), next: 2 },
      NEWEST_QUERY,
    );
    list.showMore();
    pages.answer(0, { value: { ...replyOf('200'), next: 3 } });
    await waitUntil(() => expect(shownIds()).toHaveLength(101));
    await waitUntil(() => expect(list.isReading.value).toBe(false));
    list.showMore();
    const newer = {
      ...newestReports('301', ...hundred.slice(0, 99)),
      perPage: 100 as const,
      next: 2,
    };
    newest.value = { ...newer, requestedAt: timeAfter(1), mergedUpTo: timeAfter(1) };
    expect(shownIds()?.[0]).toBe('301');
    pages.answer(1, { value: { ...replyOf('199'), next: 4 } });
    await waitUntil(() => expect(shownIds()?.at(-1)).toBe('199'));
    expect(shownIds()?.slice(0, 2)).toEqual(['301', '300']);
  });

  it('drops a page that arrives after a refresh', async () => {
    const { answers, pages, list, shownIds } = await openWithReply(
      { ...replyOf(...hundred), next: 2 },
      NEWEST_QUERY,
    );
    const page = (next: number) => ({ value: { ...replyOf(String(next)), next } });
    list.showMore();
    pages.answer(0, page(3));
    await waitUntil(() => expect(shownIds()).toHaveLength(101));
    list.showMore();
    const reading = list.refresh();
    answers.answer(1, { value: { ...replyOf(...hundred), next: 2 } });
    await reading;
    pages.answer(1, page(4));
    await waitUntil(() => expect(list.isReading.value).toBe(false));
    expect(shownIds()).toEqual(hundred);
  });

  it('reads further pages of the query that was sent to the service', async () => {
    const requested: ReportQuery = { ...NEWEST_QUERY, search: 'xn--mnchen-3ya.example' };
    const { listFurtherReports, list } = await openWithReply(
      { ...replyOf(...hundred), requested, next: 2 },
      { ...NEWEST_QUERY, search: 'münchen.example' },
    );
    list.showMore();
    expect(listFurtherReports.mock.calls).toEqual([['a', requested, 2]]);
  });
});

describe('the list of one page', () => {
  const home = 'https://shop.example/?token=1';
  const pageQuery = { ...RECENT_REPORTS_QUERY, search: 'shop.example', perPage: 100 } as const;
  const belowPage = sampleReport('8', { url: 'https://shop.example/cart' });
  const samePage = sampleReport('5', { url: home });

  it('shows reports of this page only, without a total', async () => {
    const { list, answers, listReports, shownIds } = openList();
    list.searchPage(home);
    expect(listReports.mock.calls).toEqual([['a', pageQuery]]);
    answers.answer(0, {
      value: { ...replyOf(), reports: [belowPage, shopping, samePage], total: 3 },
    });
    await waitUntil(() => expect(shownIds()).toEqual(['5']));
    expect(list.query.value).toEqual(pageQuery);
    expect(list.shown.value).toMatchObject({ isAnswer: true, total: null });
  });

  it.each([{ search: 'shop.example/c' }, { perPage: 25 }] as const)(
    'shows all matching rows when the query changes to %j',
    async (fields) => {
      const { list, answers, shownIds } = openList();
      list.searchPage('https://shop.example/');
      answers.answer(0, { value: { ...replyOf(), reports: [belowPage, shopping] } });
      await waitUntil(() => expect(shownIds()).toEqual(['7']));
      list.change({ sort: 'asc' });
      expect(shownIds()).toEqual(['7']);
      list.change(fields);
      const query = { ...pageQuery, perPage: 10, sort: 'asc', ...fields } as const;
      expect(list.query.value).toEqual(query);
      await answers.untilCount(3);
      answers.answer(2, { value: { ...replyOf(), reports: [belowPage, shopping] } });
      await waitUntil(() => expect(shownIds()).toEqual(['8', '7']));
    },
  );
});

describe('the query for the service', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /**
   * Performs presses, waits for all pauses, and returns the requested and the remembered queries.
   */
  async function queriesAfter(...presses: ((list: ListState) => void)[]) {
    const { listReports, list, remember } = openList({ pageUrl: 'https://www.shop.example/cart' });
    for (const press of presses) press(list);
    await vi.advanceTimersByTimeAsync(60_000);
    const requested = listReports.mock.calls.map(([, query]) => query);
    return { requested, list, remembered: remember.mock.lastCall?.[0] };
  }

  const typeShop = change({ search: 'shop' });
  const toggleSite = (list: ListState) => list.site.toggle();

  it.each<[string, ((list: ListState) => void)[], Partial<ReportQuery>[]]>([
    ['each chosen filter', [change({ result: 'bad' })], [{ result: 'bad' }]],
    ['only the complete typed text', [change({ search: 's' }), typeShop], [{ search: 'shop' }]],
    [
      'the typed text together with a chosen order',
      [typeShop, change({ sort: 'asc' })],
      [{ search: 'shop', sort: 'asc' }],
    ],
    [
      'the typed text when Refresh is pressed',
      [typeShop, (list) => void list.refresh()],
      [{ search: 'shop' }],
    ],
    [
      'the search without its filters after Clear filters',
      [change({ result: 'bad', sort: 'asc' }), typeShop, (list) => list.clearFilters()],
      [
        { result: 'bad', sort: 'asc' },
        { search: 'shop', sort: 'asc' },
      ],
    ],
  ])('contains %s, and is remembered', async (_, presses, expected) => {
    const result = await queriesAfter(...presses);
    const queries = expected.map((fields) => ({ ...RECENT_REPORTS_QUERY, ...fields }));
    expect(result.requested).toEqual(queries);
    expect(result.list.query.value).toEqual(queries.at(-1));
    expect(result.remembered).toEqual(queries.at(-1));
  });

  it('waits until typing pauses', () => {
    const { listReports, list } = openList();
    for (const search of ['s', 'sh']) {
      vi.advanceTimersByTime(TYPING_PAUSE_MS - 1);
      list.change({ search });
      expect(list.isReading.value).toBe(true);
    }
    vi.advanceTimersByTime(TYPING_PAUSE_MS - 1);
    expect(listReports).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listReports).toHaveBeenCalledOnce();
  });

  it('contains only the search text of the address bar, and is not remembered', async () => {
    const searched = await queriesAfter(typeShop, change({ result: 'bad' }), (list) =>
      list.searchOnce('blog'),
    );
    expect(searched.requested.at(-1)).toEqual({ ...RECENT_REPORTS_QUERY, search: 'blog' });
    expect(searched.remembered).toMatchObject({ search: 'shop', result: 'bad' });
  });

  it.each<[string, ((list: ListState) => void)[], string[], boolean, string]>([
    ['turned on', [toggleSite], ['shop.example'], true, ''],
    ['turned on and off', [toggleSite, toggleSite], ['shop.example', ''], false, ''],
    [
      'turned on and off while a project is chosen',
      [change({ project: 'Blog' }), toggleSite, toggleSite],
      ['Blog', 'shop.example', 'Blog'],
      false,
      'Blog',
    ],
    [
      'turned on while a project is chosen, which stays remembered',
      [change({ project: 'Blog' }), toggleSite, change({ sort: 'asc' })],
      ['Blog', 'shop.example', 'shop.example'],
      true,
      'Blog',
    ],
    [
      'turned on, and another project is chosen',
      [toggleSite, change({ project: 'Blog' }), toggleSite, toggleSite],
      ['shop.example', 'Blog', 'shop.example', 'Blog'],
      false,
      'Blog',
    ],
    [
      'turned on, and the filters are cleared',
      [toggleSite, (list) => list.clearFilters()],
      ['shop.example', ''],
      false,
      '',
    ],
  ])(
    'contains and remembers the right project after This site is %s',
    async (_, presses, ...expected) => {
      const pause = () => vi.advanceTimersByTime(1_000);
      const paused = presses.flatMap((press) => [press, pause]);
      const { requested, list, remembered } = await queriesAfter(...paused);
      const projects = requested.map(({ project }) => project);
      expect([projects, list.site.isOn.value, remembered?.project]).toEqual(expected);
    },
  );
});

it('Refresh announces that the list is up to date, until the query changes', async () => {
  const { answers, list } = openList();
  const freshAfter = async (refreshing: Promise<void>, index: number, hasFailed = false) => {
    expect(list.isFresh.value).toBe(false);
    answers.answer(index, hasFailed ? unreachable : { value: replyOf('1') });
    await refreshing;
    return list.isFresh.value;
  };
  expect(await freshAfter(list.refreshAloud(), 0, true)).toBe(false);
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
  it('keeps the rows when it fails, and its failure is shown until a request succeeds', async () => {
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
    answers.answer(2, { value: replyOf('3') });
    await succeeding;
    expect([list.failure.value, shownIds()]).toEqual([null, ['3']]);
  });

  it('shows the failure of a later request even after a late answer', async () => {
    const { answers, list } = openList();
    const first = list.refresh();
    const second = list.refresh();
    answers.answer(1, unreachable);
    await second;
    expect(list.isReading.value).toBe(false);
    answers.answer(0, { value: replyOf('1') });
    await first;
    expect(list.failure.value).toEqual({ code: 'unreachable' });
  });

  it('is sent again after a failure when another request succeeds', async () => {
    const { listReports, answers, list, beginBackoff, succeedElsewhere } = openList();
    const failing = list.refresh();
    answers.answer(0, unreachable);
    await failing;
    beginBackoff();
    expect(listReports).toHaveBeenCalledOnce();
    succeedElsewhere();
    expect(listReports).toHaveBeenCalledTimes(2);
  });
});

it('a failed request is sent again after a backoff without an operation', async () => {
  const { listReports, answers, list, beginBackoff, endBackoff } = openList();
  const failing = list.refresh();
  answers.answer(0, unreachable);
  await failing;
  beginBackoff();
  endBackoff();
  expect(listReports).toHaveBeenCalledTimes(2);
});

describe('a list with a report without a result', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const unfinished = sampleReport('3', { result: null });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const reply = { ...replyOf('2', '1'), reports: [unfinished, sampleReport('2')] };

  it('is read again only after 5, 15 and 60 seconds', async () => {
    const { listReports, answers } = await openWithReply(reply);
    for (const [pause, count] of [
      [4.9, 1],
      [0.2, 2],
      [10, 3],
      [45, 4],
      [600, 4],
    ] as const) {
      await pass(pause);
      expect(listReports).toHaveBeenCalledTimes(count);
      if (answers.count > 1) answers.answer(answers.count - 1, { value: reply });
    }
  });

  it('is not read again after the report has a result, nor during a backoff', async () => {
    const { listReports, answers, beginBackoff, succeedElsewhere } = await openWithReply(reply);
    beginBackoff();
    await pass(5);
    expect(listReports).toHaveBeenCalledTimes(1);
    succeedElsewhere();
    await pass(10);
    answers.answer(1, { value: replyOf('3', '2') });
    await pass(60);
    expect(listReports).toHaveBeenCalledTimes(2);
  });

  it('is read again for each report that is created without a result', async () => {
    const { listReports, finish } = await openWithReply(replyOf('2', '1'));
    await pass(60);
    expect(listReports).toHaveBeenCalledTimes(1);
    finish(finishedCreation('job', unfinished, { endedAt: timeAfter(1) }));
    await pass(5);
    expect(listReports).toHaveBeenCalledTimes(2);
  });

  it('is not read again if further pages were read', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(300 - index));
    const { list, listReports, pages } = await openWithReply(
      { ...replyOf(...ids), next: 2 },
      NEWEST_QUERY,
    );
    list.showMore();
    pages.answer(0, { value: { ...replyOf('1'), reports: [unfinished] } });
    await pass(60);
    expect(listReports).toHaveBeenCalledTimes(1);
  });
});
