import { describe, expect, it } from 'vitest';
import type { ResolvedList } from '@/lib/archive/stored-list';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { openList } from '../../support/open-list';
import { EARLIER, storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const shopping = sampleReport('7', { url: 'https://shop.example/' });
const found: ResolvedList = { ...storedList(), reports: [shopping], query: search, total: 9 };
const later = '2026-11-02T12:00:00.000Z';

describe('the list of a page that opens', () => {
  it('shows the stored rows without a request, and follows their changes', () => {
    const { ask, list, stored, shownIds } = openList();
    expect(list.shown.value).toMatchObject({ isAnswer: true, total: 2, readAt: EARLIER });
    expect(shownIds()).toEqual(['2', '1']);
    expect([list.isReading.value, list.failure.value]).toEqual([false, null]);
    expect(ask).not.toHaveBeenCalled();
    stored.value = [{ ...storedList('3', '2', '1'), unreadable: 1, total: 40, readAt: later }];
    expect(list.shown.value).toMatchObject({ unreadable: 1, total: 40, readAt: later });
    expect(shownIds()).toEqual(['3', '2', '1']);
  });

  it('is unknown until a list has been stored', () => {
    const { list, stored, shownIds } = openList({ stored: [] });
    expect([list.shown.value, list.project.offered.value]).toEqual([undefined, []]);
    stored.value = [storedList('1')];
    expect(shownIds()).toEqual(['1']);
  });
});

describe('the rows until the answer is stored', () => {
  it('are known reports that match, marked as no answer, until the answer replaces them', () => {
    const reports = [sampleReport('2'), shopping];
    const { list, stored } = openList({ stored: [{ ...storedList(), reports }], query: search });
    const none = {
      ...{ isAnswer: false, unreadable: 0, hidden: 0, total: null },
      ...{ isPart: false, ofNewest: null },
    };
    expect(list.shown.value).toEqual({ ...none, reports: [shopping], readAt: EARLIER });
    const blog: ResolvedList = { ...storedList('8'), query: { ...search, search: 'blog' } };
    stored.value = [blog];
    expect(list.shown.value).toMatchObject({ ...none, reports: [] });
    stored.value = [found, blog];
    expect(list.shown.value).toMatchObject({ reports: [shopping], isAnswer: true, total: 9 });
  });

  it('are the rows that the archive still has, if it has lost others of the stored list', async () => {
    const part: ResolvedList = { ...storedList('3', '1'), total: 40, isWhole: false };
    const { ask, answers, list, stored, shownIds } = openList({ stored: [part] });
    expect(list.shown.value).toMatchObject({ isAnswer: false, total: null });
    expect(shownIds()).toEqual(['3', '1']);
    void list.refresh();
    expect(ask).toHaveBeenCalledOnce();
    stored.value = [storedList('3', '2', '1')];
    answers.answer(0, { value: null });
    expect(list.shown.value).toMatchObject({ isAnswer: true, total: 3 });
  });

  it('come from all stored lists, each report once', () => {
    const { list, shownIds } = openList({ stored: [found, storedList('2', '7', '1')] });
    list.change({ sort: 'asc' });
    expect(shownIds()).toEqual(['1', '2', '7']);
    expect(list.shown.value?.reports).toContainEqual(shopping);
  });

  it('have the age of the oldest list that a row had to be taken from', () => {
    const lists: ResolvedList[] = [
      { ...storedList('3', '2'), readAt: later },
      { ...storedList('2', '1'), query: { ...search, search: 'host.example' } },
      { ...storedList('2'), query: search, readAt: '2026-10-01T12:00:00.000Z' },
    ];
    const { list } = openList({ stored: lists });
    list.change({ sort: 'asc' });
    expect(list.shown.value).toMatchObject({ isAnswer: false, readAt: EARLIER });
    list.change({ search: 'host.example/3' });
    expect(list.shown.value).toMatchObject({ isAnswer: false, readAt: later });
  });
});

it('a stored list counts as the answer only if it is read after its query was chosen', () => {
  const { list, stored } = openList({ stored: [storedList('3', '2', '1'), found] });
  list.change({ search: 'shop' });
  const chosen = { reports: [shopping], total: 9, readAt: EARLIER };
  expect(list.shown.value).toMatchObject({ ...chosen, isAnswer: false });
  stored.value = [storedList('4'), found];
  expect(list.shown.value).toMatchObject({ ...chosen, isAnswer: false });
  stored.value = [{ ...found, total: 10, readAt: later }, storedList('3', '2', '1')];
  expect(list.shown.value).toMatchObject({ total: 10, readAt: later, isAnswer: true });
});

it('a report that the service lists twice is shown and counted once', () => {
  const rows = [sampleReport('2'), sampleReport('1'), sampleReport('1', { result: 'bad' })];
  for (const total of [2, 3]) {
    const { list } = openList({ stored: [{ ...storedList(), reports: rows, total }] });
    const shown = { reports: rows.slice(0, 2), hidden: 1, total: 2 };
    expect(list.shown.value).toMatchObject(shown);
  }
});

it('an answer without readable rows keeps the total of the service', () => {
  const nothing: ResolvedList = { ...found, reports: [], unreadable: 10, total: 10 };
  const { list } = openList({ stored: [nothing], query: search });
  expect(list.shown.value).toMatchObject({ isAnswer: true, unreadable: 10, total: 10 });
});

it('known reports stay in sight where the service finds nothing for foreign letters', () => {
  const known = sampleReport('9', { url: 'https://xn--bergren-4va0s1b.example/' });
  const foreign = { ...search, search: 'übergr' };
  const nothing: ResolvedList = { ...storedList(), query: foreign };
  const { list, stored, shownIds } = openList({
    stored: [nothing, { ...storedList(), reports: [known, sampleReport('6')] }],
    query: foreign,
  });
  expect(shownIds()).toEqual(['9']);
  expect(list.shown.value).toMatchObject({ isAnswer: true, hidden: 0, total: null });
  stored.value = [{ ...nothing, reports: [shopping], total: 1 }, ...stored.value.slice(1)];
  expect(shownIds()).toEqual(['7']);
});

describe('the reports of a page', () => {
  const home = 'https://shop.example/?token=1';
  const asked = { ...RECENT_REPORTS_QUERY, search: 'shop.example', perPage: 100 } as const;
  const below = sampleReport('8', { url: 'https://shop.example/cart' });
  const answer: ResolvedList = { ...found, query: asked, reports: [below, shopping], total: 2 };
  const ofPage = sampleReport('5', { url: home });

  it('are of this page alone, without pages below it', () => {
    const { list, ask, stored, shownIds } = openList();
    list.searchPage(home);
    expect(ask.mock.calls).toEqual([[asked]]);
    stored.value = [{ ...answer, reports: [below, shopping, ofPage], total: 3 }];
    expect(list.query.value).toEqual(asked);
    expect(shownIds()).toEqual(['5']);
    expect(list.shown.value).toMatchObject({ isAnswer: true, hidden: 2, total: null });
  });

  it.each([{ search: 'shop.example/c' }, { perPage: 25 }] as const)(
    'give way to all matching rows once the query changes to %j',
    (fields) => {
      const { list, stored, shownIds } = openList({ stored: [answer] });
      list.searchPage('https://shop.example/');
      expect(shownIds()).toEqual(['7']);
      list.change({ sort: 'asc' });
      expect(shownIds()).toEqual(['7']);
      list.change(fields);
      const query = { ...asked, perPage: 10, sort: 'asc', ...fields } as const;
      expect(list.query.value).toEqual(query);
      stored.value = [{ ...answer, query }];
      expect(shownIds()).toEqual(['8', '7']);
    },
  );
});

it('the list is read again once all deletions have ended, to fill the free places', () => {
  const { deleting, outcomes, ask } = openList();
  const outcome = {
    kind: 'delete',
    keeping: 'disk',
    askedAt: 1,
    wasHeld: false,
  } as const;
  const end = (id: string, how: 'done' | 'cancelled') => {
    const report = sampleReport(id);
    const ended = { ...outcome, id: `d${id}`, end: how, report, place: referTo(report) };
    outcomes.value = [...outcomes.value, ended];
    deleting.value = deleting.value.filter((one) => one !== id);
  };
  deleting.value = ['1'];
  end('1', 'cancelled');
  deleting.value = ['1', '2'];
  end('1', 'done');
  expect(ask).not.toHaveBeenCalled();
  end('2', 'done');
  expect(ask).toHaveBeenCalledOnce();
});
