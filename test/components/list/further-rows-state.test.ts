import { describe, expect, it } from 'vitest';
import type { ResolvedList } from '@/lib/archive/stored-list';
import { placeOf } from '@/lib/report/report-page';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { TaskOutcome } from '@/lib/task/view';
import { listOf } from '../../support/fake-client';
import { openList } from '../../support/open-list';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const later = '2026-11-02T12:00:00.000Z';
const reportsOf = (ids: readonly string[]) => ids.map((id) => sampleReport(id));
const outcome = (kind: TaskOutcome['kind'], id: string, score = 80): TaskOutcome => ({
  ...{
    id: `${kind} ${id}`,
    kind,
    end: 'done',
    place: placeOf(sampleReport(id)),
    report: sampleReport(id, { score }),
  },
  ...{ keeping: 'disk', askedAt: 1, wasHeld: false },
});

/** A first page of three rows, of nine in all, where the service has more. */
const first: ResolvedList = {
  ...storedList('9', '8', '7'),
  ...{ query: NEWEST_QUERY, total: 9, next: 2 },
};

/** A list whose first page is stored. */
function open(list = first, query: ReportQuery = list.query) {
  const opened = openList({ stored: [list], query });
  const { pages, askPage, answers } = opened;
  /** Answers the page that was asked for last. */
  async function showMore(next: number | null, ...ids: string[]) {
    const count = pages.count + 1;
    opened.list.showMore();
    await pages.asked(count);
    pages.answer(count - 1, { value: { ...listOf(...reportsOf(ids)), next } });
    await expect.poll(() => opened.list.isReading.value).toBe(false);
  }
  const asked = () => askPage.mock.calls.map(([, page]) => page);
  return { ...opened, answers, showMore, asked };
}

describe('Show more', () => {
  it('reads page after page until the service names no next page', async () => {
    const { list, showMore, shownIds, asked, askPage } = open();
    expect(list.canShowMore.value).toBe(true);
    await showMore(3, '6', '5', '4');
    expect(shownIds()).toEqual(['9', '8', '7', '6', '5', '4']);
    expect(list.shown.value).toMatchObject({ isPart: true, total: 9, hidden: 0 });
    await showMore(null, '3', '2', '1');
    expect(list.shown.value).toMatchObject({ isPart: false, total: 9 });
    expect([shownIds()?.length, list.canShowMore.value, asked()]).toEqual([9, false, [2, 3]]);
    expect(askPage.mock.calls[0]?.[0]).toEqual(NEWEST_QUERY);
  });

  it('first asks for a larger page size', () => {
    const { list, ask, askPage } = open({ ...first, query: { ...NEWEST_QUERY, perPage: 50 } });
    list.showMore();
    expect(ask.mock.calls).toEqual([[NEWEST_QUERY]]);
    expect(askPage).not.toHaveBeenCalled();
  });

  it('asks for nothing where the service names no next page', () => {
    const { list, askPage } = open({ ...first, next: null });
    expect(list.canShowMore.value).toBe(false);
    list.showMore();
    expect(askPage).not.toHaveBeenCalled();
  });

  it('sends a single request at a time, and tells why it failed', async () => {
    const { list, pages, askPage, shownIds } = open();
    list.showMore();
    list.showMore();
    expect(askPage).toHaveBeenCalledOnce();
    pages.answer(0, { failure: { code: 'unreachable' } });
    await expect.poll(() => list.failure.value).toEqual({ code: 'unreachable' });
    expect([shownIds(), list.canShowMore.value]).toEqual([['9', '8', '7'], true]);
  });

  it('ends at twenty pages, which are 2,000 rows', async () => {
    const { list, showMore } = open();
    for (let page = 2; page <= 20; page += 1) {
      expect(list.canShowMore.value).toBe(true);
      await showMore(page + 1, `${100 + page}`);
    }
    expect(list.shown.value?.isPart).toBe(true);
    expect(list.canShowMore.value).toBe(false);
  });

  it('reads on with the spelling of the search that had found rows', async () => {
    const query = { ...NEWEST_QUERY, search: 'straße' };
    const asked = { ...query, search: 'stra%C3%9Fe' };
    const { showMore, askPage } = open({ ...first, query, asked });
    await showMore(null, '6');
    expect(askPage).toHaveBeenCalledExactlyOnceWith(asked, 2);
  });

  it('adds its unreadable rows to the unreadable rows of the first page', async () => {
    const { list, pages } = open({ ...first, unreadable: 1 });
    list.showMore();
    pages.answer(0, { value: { ...listOf(sampleReport('6')), unreadable: 2 } });
    await expect.poll(() => list.shown.value?.unreadable).toBe(3);
  });
});

describe('the rows beyond the first page', () => {
  it('are dropped when the query changes', async () => {
    const { list, shownIds, showMore } = open();
    await showMore(3, '6');
    list.change({ sort: 'asc' });
    list.change({ sort: 'desc' });
    expect(shownIds()).toEqual(['9', '8', '7']);
  });

  it('that arrive after the query has changed are ignored', async () => {
    const { list, pages, answers, stored, shownIds } = open();
    list.showMore();
    list.change({ sort: 'asc' });
    const query: ReportQuery = { ...NEWEST_QUERY, sort: 'asc' };
    stored.value = [{ ...first, query, reports: reportsOf(['7', '8', '9']) }];
    pages.answer(0, { value: listOf(sampleReport('6')) });
    answers.answer(0, { value: null });
    await expect.poll(() => list.isReading.value).toBe(false);
    expect(shownIds()).toEqual(['7', '8', '9']);
  });

  it('are dropped by Refresh', async () => {
    const { list, answers, shownIds, showMore } = open();
    await showMore(3, '6');
    const refreshing = list.refreshAloud();
    answers.answer(0, { value: null });
    await refreshing;
    expect(shownIds()).toEqual(['9', '8', '7']);
  });

  it('show no row twice, and keep rows that new reports push off the first page', async () => {
    const { showMore, stored, shownIds, asked } = open();
    await showMore(3, '6', '5', '4');
    // One report made here, one elsewhere; another was deleted elsewhere.
    stored.value = [{ ...first, reports: reportsOf(['11', '10', '9']), total: 10, readAt: later }];
    expect(shownIds()).toEqual(['11', '10', '9', '8', '7', '6', '5', '4']);
    await showMore(4, '5', '4', '3');
    expect(shownIds()).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(asked()).toEqual([2, 3]);
  });

  it('do not bring back a report that has left the first page', async () => {
    const { showMore, stored, shownIds } = open();
    await showMore(3, '6');
    stored.value = [{ ...first, reports: reportsOf(['9', '7']), total: 8, readAt: later }];
    stored.value = [{ ...first, reports: reportsOf(['9']), total: 7, readAt: later }];
    expect(shownIds()).toEqual(['9', '6']);
  });

  it('lose a deleted report, and the last page is then read again before the next', async () => {
    const { showMore, deleting, outcomes, shownIds, list, pages, asked } = open();
    await showMore(3, '6', '5', '4');
    deleting.value = ['5'];
    expect(list.shown.value).toMatchObject({ hidden: 1, total: 8 });
    deleting.value = [];
    outcomes.value = [outcome('delete', '5')];
    expect(shownIds()).toEqual(['9', '8', '7', '6', '4']);
    list.showMore();
    pages.answer(1, { value: { ...listOf(...reportsOf(['6', '4', '3'])), next: 3 } });
    await pages.asked(3);
    pages.answer(2, { value: { ...listOf(...reportsOf(['2', '1'])), next: null } });
    await expect.poll(shownIds).toEqual(['9', '8', '7', '6', '4', '3', '2', '1']);
    expect(asked()).toEqual([2, 2, 3]);
  });

  it('are read only after the first page was read again, if a deletion has shortened it', async () => {
    const { outcomes, list, answers, pages, stored, ask, asked } = open();
    outcomes.value = [outcome('delete', '8')];
    list.showMore();
    expect(ask.mock.calls).toEqual([[NEWEST_QUERY]]);
    stored.value = [{ ...first, reports: reportsOf(['9', '7', '6']), readAt: later }];
    answers.answer(0, { value: null });
    await pages.asked(1);
    expect(asked()).toEqual([2]);
  });

  it('need no page read again if the list was read after the deletion', async () => {
    const { outcomes, stored, showMore, ask } = open();
    outcomes.value = [outcome('delete', '8')];
    stored.value = [{ ...first, reports: reportsOf(['9', '7', '6']), readAt: later }];
    await showMore(null, '5');
    expect(ask).not.toHaveBeenCalled();
  });

  it('show a changed report as it is now, and drop a report that is gone', async () => {
    const { list, outcomes, showMore } = open();
    await showMore(null, '6');
    outcomes.value = [outcome('change', '6', 91)];
    expect(list.shown.value?.reports.at(-1)?.score).toBe(91);
    const gone: TaskOutcome = { ...outcome('change', '6'), id: 'later', end: 'gone' };
    outcomes.value = [...outcomes.value, gone];
    expect(list.shown.value?.reports.map(({ id }) => id)).toEqual(['9', '8', '7']);
  });
});

describe('a list by date from a service that sorts by nothing but ids', () => {
  const query: ReportQuery = { ...NEWEST_QUERY, sortBy: 'generated_at', perPage: 10 };
  const dated = (id: number, day: number) =>
    sampleReport(String(id), { generatedAt: new Date(Date.UTC(2026, 0, day)).toISOString() });
  const hundred: ResolvedList = {
    ...{ ...first, query, asked: NEWEST_QUERY, total: 142 },
    // 7 has no divisor in common with 100: each day is there once.
    reports: Array.from({ length: 100 }, (_, at) => dated(200 - at, (at * 7) % 100)),
  };

  it('is sorted here, cut to a page, and said to be of the newest hundred reports', () => {
    const { list } = open(hundred);
    const dates = list.shown.value?.reports.map(({ generatedAt }) => generatedAt);
    const newestDays = Array.from({ length: 10 }, (_, at) => dated(0, 99 - at).generatedAt);
    expect(dates).toEqual(newestDays);
    expect(list.shown.value).toMatchObject({ ofNewest: 100, isPart: true });
    expect(list.canShowMore.value).toBe(true);
  });

  it('is not said to be of the newest reports where all were read', () => {
    const { list } = open({ ...hundred, next: null, total: 100 });
    expect(list.shown.value).toMatchObject({ ofNewest: null, isPart: true, total: 100 });
  });

  it('is sorted again with the rows that Show more reads', async () => {
    const all: ReportQuery = { ...query, perPage: 100 };
    const { list, pages, shownIds, askPage } = open({ ...hundred, query: all });
    list.showMore();
    pages.answer(0, { value: { ...listOf(dated(3, 101)), next: 3 } });
    await expect.poll(() => shownIds()?.[0]).toBe('3');
    expect(askPage.mock.calls).toEqual([[NEWEST_QUERY, 2]]);
    expect(list.shown.value).toMatchObject({ ofNewest: 101 });
    expect(shownIds()).toHaveLength(101);
  });
});
