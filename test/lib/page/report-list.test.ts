import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StoredList } from '@/lib/list/stored-list';
import { TYPING_PAUSE_MS } from '@/lib/page/report-list';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { EARLIER, storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const shopping = sampleReport('7', { url: 'https://shop.example/' });
const later = '2026-11-02T12:00:00.000Z';

afterEach(() => void vi.useRealTimers());

describe('the list of a page that opens', () => {
  it('shows what is stored before anything is asked', () => {
    const { ask, list } = openList();
    expect(list.shown.value).toMatchObject({
      reports: storedList('2', '1').reports,
      isAnswer: true,
      unreadable: 0,
      total: 2,
      readAt: EARLIER,
    });
    expect(list.query.value).toEqual(RECENT_REPORTS_QUERY);
    expect(list.isReading.value).toBe(false);
    expect(list.failure.value).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it('is not known where none was ever read', () => {
    const { list, stored } = openList({ stored: [] });
    expect(list.shown.value).toBeUndefined();
    expect(list.projects.value).toEqual([]);
    stored.value = [storedList('1')];
    expect(list.shown.value?.reports).toEqual([sampleReport('1')]);
  });

  it('is asked for what it was last asked for, with what is known here meanwhile', () => {
    const stored = [{ ...storedList('2'), reports: [sampleReport('2'), shopping] }];
    const { ask, list } = openList({ stored, query: search });
    expect(list.shown.value).toEqual({
      reports: [shopping],
      isAnswer: false,
      unreadable: 0,
      hidden: 0,
      total: null,
      readAt: EARLIER,
    });
    void list.refresh();
    expect(ask).toHaveBeenCalledExactlyOnceWith(search);
  });

  it('shows a report once that the service lists twice, as often as it counts', () => {
    const rows = [sampleReport('2'), sampleReport('1'), sampleReport('1', { result: 'bad' })];
    const { list } = openList({ stored: [{ ...storedList(), reports: rows, total: 3 }] });
    expect(list.shown.value).toMatchObject({
      reports: [sampleReport('2'), sampleReport('1')],
      hidden: 1,
      total: 2,
    });
    const distinct = openList({ stored: [{ ...storedList(), reports: rows, total: 2 }] });
    expect(distinct.list.shown.value?.total).toBe(2);
  });

  it('follows what the background stores', () => {
    const { list, stored } = openList();
    stored.value = [{ ...storedList('3', '2', '1'), unreadable: 1, total: 40, readAt: later }];
    expect(list.shown.value).toMatchObject({ unreadable: 1, total: 40, readAt: later });
    expect(list.shown.value?.reports).toHaveLength(3);
  });
});

describe('the rows until the answer is stored', () => {
  it('are those known here that match, marked as no answer', () => {
    const stored = [{ ...storedList('2'), reports: [sampleReport('2'), shopping] }];
    const { list } = openList({ stored });
    list.change({ result: 'bad' });
    expect(list.shown.value).toMatchObject({ reports: [], isAnswer: false, total: null });
    list.change({ result: 'good', sortBy: 'url', sort: 'desc' });
    expect(list.shown.value).toMatchObject({
      reports: [shopping, sampleReport('2')],
      isAnswer: false,
    });
  });

  it('give way to the answer, and to no answer to another question', () => {
    const { list, stored } = openList({ query: search });
    const blog: StoredList = { ...storedList('8'), query: { ...search, search: 'blog' } };
    stored.value = [blog];
    expect(list.shown.value).toMatchObject({ reports: [], isAnswer: false });
    stored.value = [{ ...storedList('7'), reports: [shopping], query: search }, blog];
    expect(list.shown.value).toMatchObject({ reports: [shopping], isAnswer: true, total: 1 });
  });

  it('are as old as the oldest that is taken from no newer list', () => {
    const lists: StoredList[] = [
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

  it('are found in all lists that are stored, each report once', () => {
    const found: StoredList = { ...storedList('1'), reports: [shopping], query: search };
    const { list } = openList({ stored: [found, { ...storedList('2'), reports: [shopping] }] });
    list.change({ sort: 'asc' });
    expect(list.shown.value).toMatchObject({ reports: [shopping], isAnswer: false });
    const { list: both } = openList({ stored: [found, storedList('2', '1')] });
    both.change({ sort: 'asc' });
    const ids = both.shown.value?.reports.map(({ id }) => id);
    expect(ids).toEqual(['1', '2', '7']);
  });
});

describe('an answer from before its query was chosen', () => {
  const found: StoredList = { ...storedList(), reports: [shopping], query: search, total: 9 };
  const chosen = { reports: [shopping], total: 9, readAt: EARLIER };

  function openBeside() {
    const opened = openList({ stored: [storedList('3', '2', '1'), found] });
    opened.list.change({ search: 'shop' });
    return opened;
  }

  it('is shown at once, as one that is not the answer yet', () => {
    const { list, stored } = openBeside();
    expect(list.shown.value).toMatchObject({ ...chosen, isAnswer: false });
    stored.value = [storedList('4'), found];
    expect(list.shown.value).toMatchObject({ ...chosen, isAnswer: false });
  });

  it('gives way to the next, whichever window has asked for it', () => {
    const { list, stored } = openBeside();
    stored.value = [{ ...found, total: 10, readAt: later }, storedList('3', '2', '1')];
    expect(list.shown.value).toMatchObject({ ...chosen, total: 10, readAt: later, isAnswer: true });
  });

  it('is no more than that where the service does not answer', async () => {
    vi.useFakeTimers();
    const { list, answers } = openBeside();
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);
    answers.answer(0, { failure: { code: 'unreachable' } });
    await vi.waitFor(() => expect(list.failure.value).not.toBeNull());
    expect(list.shown.value).toMatchObject({ ...chosen, isAnswer: false });
  });
});

it('a report that is being deleted goes from the rows at once, and comes back when that is undone', () => {
  const { list, deleting } = openList();
  const shownIds = () => list.shown.value?.reports.map(({ id }) => id);
  deleting.value = ['1'];
  expect(shownIds()).toEqual(['2']);
  expect(list.shown.value).toMatchObject({ isAnswer: true, hidden: 1, total: 1 });
  deleting.value = [];
  expect(shownIds()).toEqual(['2', '1']);
  expect(list.shown.value).toMatchObject({ hidden: 0, total: 2 });
});

describe('the projects to offer', () => {
  it('are those of all reports that are listed, as far as they go with what is typed', () => {
    const projects = ['Shop', null, 'Blog'];
    const reports = projects.map((project, index) => sampleReport(String(index), { project }));
    const found = { ...storedList(), reports: reports.slice(2), query: search };
    const { list } = openList({ stored: [found, { ...storedList(), reports }] });
    expect(list.projects.value).toEqual(['Blog', 'Shop']);
    list.change({ project: 'sh' });
    expect(list.projects.value).toEqual(['Shop']);
  });
});
