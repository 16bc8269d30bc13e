import { computed, effect, signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHistoryState } from '@/components/app/history-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Marks, NO_MARKS } from '@/lib/history/marks';
import { type PageHistory, pageHistory } from '@/lib/history/page-history';
import type { RecentOperation } from '@/lib/jobs/types';
import type { PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { createGate } from '../../service/gate';
import { deletion, finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { testKernel } from '../../support/test-kernel';

const PAGE = 'host.example/2';
const MUTE: PageMute = {
  id: 'm',
  check: 'title',
  at: '2026-11-20T10:00:00.000Z',
  note: '',
  errors: null,
  host: null,
};
const report = sampleReport('2');
const NEWS = { worse: 3, better: 1, since: null };
const changed = sampleReport('2', { privacy: 0 });

/** Creates the history state of a page after its first paint. The worker has these reports. */
const startHistory = (...reports: Report[]) => startAfter(Promise.resolve(), ...reports);

function startAfter(firstPaint: Promise<void>, ...reports: Report[]) {
  const stored = new Map(reports.map((one) => [one.id, one]));
  const historyOf = (page: string): PageHistory => {
    const own = [...stored.values()].filter(({ id }) => page === `host.example/${id}`);
    return pageHistory(own, []);
  };
  const getPages = vi.fn<BackgroundApi['getPages']>(async (_, keys) => ({
    value: keys.map(historyOf),
  }));
  const getReportsById = vi.fn<BackgroundApi['getReportsById']>(async (_, ids) => ({
    value: ids.map((id) => stored.get(id) ?? null),
  }));
  const getNews = vi.fn<BackgroundApi['getNews']>(async () => ({ value: NEWS }));
  const mutes: Record<string, PageMute[]> = {};
  let marks: Marks = NO_MARKS;
  const getMarks = vi.fn<BackgroundApi['getMarks']>(async () => ({
    // A copy, like every reply of the worker.
    value: structuredClone(marks),
  }));
  const getMutes = vi.fn<BackgroundApi['getMutes']>(async (_, keys) => ({
    value: keys.map((page) => mutes[page] ?? []),
  }));
  const changeMarks = vi.fn<BackgroundApi['changeMarks']>(async (_, change) => {
    marks = change.kind === 'star' ? { ...marks, starred: [change.page] } : marks;
    return { value: { marks, changes: [] } };
  });
  const revision = signal(0);
  const recentOperations = signal<RecentOperation[]>([]);
  const queue = computed(() => ({
    historyRevision: revision.value,
    recentOperations: recentOperations.value,
  }));
  const history = createHistoryState(
    testKernel({
      background: { getPages, getReportsById, getNews, getMarks, getMutes, changeMarks },
      queue,
      firstPaint,
    }),
  );
  const idsOf = (page: string) => history.historyOf(page)?.reports.map(({ id }) => id);
  return {
    history,
    idsOf,
    stored,
    historyOf,
    getPages,
    getReportsById,
    getNews,
    getMarks,
    getMutes,
    mutes,
    setMarks(next: Marks) {
      marks = next;
    },
    changeMarks,
    revision,
    recentOperations,
  };
}

const unreadable = { failure: { code: 'storeUnreadable' } } as const;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the history requests all needed pages in one call, each page once', async () => {
  const { history, idsOf, getPages } = startHistory(report, sampleReport('1'));
  expect(getPages).not.toHaveBeenCalled();
  const values: unknown[] = [];
  effect(() => void values.push([PAGE, 'host.example/1', PAGE, 'host.example/0'].map(idsOf)));
  await settle();
  expect(getPages.mock.calls).toEqual([['a', [PAGE, 'host.example/1', 'host.example/0']]]);
  expect(values[0]).toEqual(Array(4).fill(undefined));
  expect(values.at(-1)).toEqual([['2'], ['1'], ['2'], []]);
  expect(history.historyOf(PAGE)).toEqual(pageHistory([report], []));
  await settle();
  expect(getPages).toHaveBeenCalledOnce();
});

it('the history requests nothing before the first paint', async () => {
  const paint = createGate();
  const { history, idsOf, getPages, getMarks } = startAfter(paint.opened, report);
  expect([idsOf(PAGE), history.marks()]).toEqual([undefined, undefined]);
  await settle();
  expect(getPages).not.toHaveBeenCalled();
  expect(getMarks).not.toHaveBeenCalled();
  paint.open();
  await settle();
  expect([idsOf(PAGE), history.marks()]).toEqual([['2'], NO_MARKS]);
});

it('reportAt() returns null until the report is read, and undefined without a stored report', async () => {
  const { history, getReportsById } = startHistory(report);
  const values: unknown[] = [];
  effect(() => void values.push(['2', '9'].map((id) => history.reportAt({ id }))));
  await settle();
  expect(getReportsById.mock.calls).toEqual([['a', ['2', '9']]]);
  expect(values[0]).toEqual([null, null]);
  expect(values.at(-1)).toEqual([report, undefined]);
});

it('the history requests a page separately if the page is needed later', async () => {
  const { idsOf, getPages } = startHistory(report, sampleReport('1'));
  idsOf(PAGE);
  await settle();
  idsOf('host.example/1');
  await settle();
  expect(getPages.mock.calls).toEqual([
    ['a', [PAGE]],
    ['a', ['host.example/1']],
  ]);
});

it('the history reads shown pages again after each change, with one call in flight', async () => {
  const { idsOf, stored, getPages, historyOf, revision } = startHistory(report, sampleReport('1'));
  const shown: unknown[] = [];
  effect(() => void shown.push([PAGE, 'host.example/1'].map(idsOf)));
  await settle();
  getPages.mockClear();
  const gate = createGate();
  getPages.mockImplementationOnce(async (_, keys) => {
    await gate.opened;
    return { value: keys.map(historyOf) };
  });
  revision.value = 1;
  await settle();
  stored.delete('1');
  revision.value = 2;
  revision.value = 3;
  await settle();
  expect(getPages).toHaveBeenCalledOnce();
  gate.open();
  await settle();
  expect(shown.at(-1)).toEqual([['2'], []]);
  expect(getPages).toHaveBeenCalledTimes(2);
});

it('the history requests nothing after a change if no page is needed', async () => {
  const { getPages, revision } = startHistory(report);
  revision.value = 1;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(getPages).not.toHaveBeenCalled();
});

it('read() requests a page each time, and resolves when the page is available', async () => {
  const { idsOf, history, stored, getPages } = startHistory();
  await history.read(PAGE);
  expect(idsOf(PAGE)).toEqual([]);
  stored.set('2', report);
  await history.read(PAGE);
  expect(idsOf(PAGE)).toEqual(['2']);
  expect(getPages).toHaveBeenCalledTimes(2);
});

it('reportAt() returns the changed report as soon as an operation has finished', async () => {
  const { history, getReportsById, recentOperations } = startHistory(report);
  const values: unknown[] = [];
  effect(() => void values.push(history.reportAt({ id: '2' })));
  await settle();
  recentOperations.value = [
    finishedCreation('c', sampleReport('7')),
    finishedEdit('u', update({ privacy: 0 }, report), changed, { endedAt: 5 }),
  ];
  expect(values).toContain(report);
  expect(values.at(-1)).toEqual(changed);
  expect(getReportsById).toHaveBeenCalledOnce();
  const removal = finishedEdit('d', deletion(report), null, { endedAt: 6 });
  recentOperations.value = [...recentOperations.peek(), removal];
  expect(values.at(-1)).toBeUndefined();
  expect(getReportsById).toHaveBeenCalledOnce();
});

it('a late answer does not replace the report of a finished operation', async () => {
  const { history, getReportsById, recentOperations } = startHistory(report);
  let answer = () => {};
  getReportsById.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { value: [report] };
  });
  history.reportAt({ id: '2' });
  await settle();
  recentOperations.value = [
    finishedEdit('u', update({ privacy: 0 }, report), changed, { endedAt: 5 }),
  ];
  answer();
  await settle();
  expect(history.reportAt({ id: '2' })).toEqual(changed);
});

it('an earlier operation does not replace a report that was read later', async () => {
  const { history, recentOperations } = startHistory(changed);
  const earlier = finishedEdit('u', update({ privacy: 0 }, report), report, { endedAt: 5 });
  recentOperations.value = [earlier];
  history.reportAt({ id: '2' });
  await settle();
  recentOperations.value = [earlier, finishedCreation('c', sampleReport('7'), { endedAt: 6 })];
  expect(history.reportAt({ id: '2' })).toEqual(changed);
});

it.each<[string, () => Promise<typeof unreadable>]>([
  ['the worker cannot read the page', async () => unreadable],
  ['the worker does not answer', () => Promise.reject(new Error('No answer'))],
])('an unreadable page is undefined until the next read succeeds: %s', async (_, fail) => {
  const { history, idsOf, getPages, getReportsById, revision } = startHistory(report);
  getPages.mockImplementationOnce(fail);
  getReportsById.mockImplementationOnce(fail);
  const read = () => [idsOf(PAGE), history.reportAt({ id: '2' })];
  read();
  await settle();
  expect(read()).toEqual([undefined, undefined]);
  revision.value = 1;
  read();
  await settle();
  expect(idsOf(PAGE)).toEqual(['2']);
});

it('a page keeps its known reports if a later read fails', async () => {
  const { history, idsOf, getPages, revision } = startHistory(report);
  await history.read(PAGE);
  getPages.mockResolvedValueOnce(unreadable);
  revision.value = 1;
  idsOf(PAGE);
  await settle();
  expect(getPages).toHaveBeenCalledTimes(2);
  expect(idsOf(PAGE)).toEqual(['2']);
});

it('the history requests more than 500 keys in several calls', async () => {
  const reports = Array.from({ length: 1_100 }, (_, index) => sampleReport(`${index}`));
  const { history, idsOf, getPages, getReportsById } = startHistory(...reports);
  const keys = reports.map(({ id }) => `host.example/${id}`);
  for (const key of keys) idsOf(key);
  for (const one of reports) history.reportAt(one);
  await settle();
  const inCalls = (all: unknown[]) => [all.slice(0, 500), all.slice(500, 1_000), all.slice(1_000)];
  expect(getPages.mock.calls.map(([, requested]) => requested)).toEqual(inCalls(keys));
  expect(getReportsById.mock.calls.map(([, requested]) => requested)).toEqual(
    inCalls(reports.map(({ id }) => id)),
  );
  expect(keys.map(idsOf)).toEqual(reports.map(({ id }) => [id]));
  expect(reports.map((one) => history.reportAt(one))).toEqual(reports);
});

it('the history reads the news of clients once, when needed', async () => {
  const { history, getNews, revision } = startHistory(report);
  await settle();
  expect(getNews).not.toHaveBeenCalled();
  const values: unknown[] = [];
  effect(() => void values.push(history.newsSince('week')));
  await settle();
  revision.value = 1;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(values[0]).toBeUndefined();
  expect(values.at(-1)).toEqual(NEWS);
  expect(getNews).toHaveBeenCalledExactlyOnceWith('a', 'week');
});

it('newsSince() returns undefined if the news of clients cannot be read', async () => {
  const { history, getNews } = startHistory();
  getNews.mockResolvedValueOnce(unreadable);
  history.newsSince('week');
  await settle();
  expect(history.newsSince('week')).toBeUndefined();
});

it('the history does not change marks in a private window', async () => {
  const changeMarks = vi.fn<BackgroundApi['changeMarks']>();
  const history = createHistoryState(testKernel({ background: { changeMarks }, isPrivate: true }));
  expect(await history.changeMarks({ kind: 'endMute', id: 'm', pages: null })).toEqual({
    failure: { code: 'notStored' },
  });
  expect(changeMarks).not.toHaveBeenCalled();
});

it('the history reads the mutes of shown pages again when the mutes change', async () => {
  const { history, mutes, setMarks, getMutes, revision } = startHistory(report);
  const shown: unknown[] = [];
  effect(() => void shown.push(history.mutes.of(PAGE)));
  await settle();
  expect(shown).toEqual([null, []]);
  expect(getMutes).not.toHaveBeenCalled();
  mutes[PAGE] = [MUTE];
  setMarks({ ...NO_MARKS, mutesVersion: 1 });
  revision.value += 1;
  await settle();
  expect(shown.at(-1)).toEqual([MUTE]);
  // Another change of the history changes no mute.
  revision.value += 1;
  await settle();
  expect(getMutes.mock.calls).toEqual([['a', [PAGE]]]);
});

it('the history reads mutes again after a failed read when the history changes', async () => {
  const { history, mutes, setMarks, getMutes, revision } = startHistory(report);
  mutes[PAGE] = [MUTE];
  setMarks({ ...NO_MARKS, mutesVersion: 1 });
  getMutes.mockResolvedValueOnce(unreadable);
  effect(() => void history.mutes.of(PAGE));
  await settle();
  expect(history.mutes.statusOf(PAGE)).toBe('failed');
  revision.value += 1;
  await settle();
  expect([history.mutes.of(PAGE), history.mutes.statusOf(PAGE)]).toEqual([[MUTE], 'ready']);
});

it('the history has no mutes if the marks cannot be read', async () => {
  const { history, getMarks } = startHistory(report);
  getMarks.mockResolvedValue(unreadable);
  history.mutes.of(PAGE);
  await settle();
  expect([history.mutes.of(PAGE), history.mutes.statusOf(PAGE)]).toEqual([[], 'ready']);
});

it('the history reads marks when needed, and shows the latest stored marks', async () => {
  const { history, getMarks, changeMarks, revision } = startHistory(report);
  await settle();
  expect(getMarks).not.toHaveBeenCalled();
  expect(history.marks()).toBeUndefined();
  await settle();
  expect(history.marks()).toEqual(NO_MARKS);
  await history.changeMarks({ kind: 'star', page: PAGE });
  expect(history.marks()?.starred).toEqual([PAGE]);
  expect(getMarks).toHaveBeenCalledTimes(1);
  changeMarks.mockResolvedValueOnce({ failure: { code: 'notStored' } });
  await history.changeMarks({ kind: 'unstar', page: PAGE });
  expect(history.marks()?.starred).toEqual([PAGE]);
  // Another page may have changed the marks.
  revision.value += 1;
  history.marks();
  await settle();
  expect(getMarks).toHaveBeenCalledTimes(2);
});
