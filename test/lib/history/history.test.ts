import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { deleteDatabases, openDatabase } from '@/lib/history/database';
import { deleteHistory } from '@/lib/history/histories';
import { createHistory } from '@/lib/history/history';
import { reportRecord } from '@/lib/history/records';
import type { Ticket } from '@/lib/report/compare/tickets';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { pageKey } from '@/lib/url/page-key';
import { removeDatabases, useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { reportOn, sampleReport } from '../../support/sample-report';
import { NOW, SIX_CLIENTS, UPDATED } from '../../support/six-clients';

const { local, session } = fakeBrowser.storage;
const page = 'https://host.example/page';
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const later = at(29);
/** A week before `NOW`. */
const SINCE_DAY = new Date(2026, 10, 19).toISOString();

/** A report of one page, made on a day of November. */
function made(day: number, fields: Partial<Report> = {}): Report {
  return sampleReport(`${day}`, { url: 'https://host.example/', generatedAt: at(day), ...fields });
}

function ticketOn(day: number): Ticket {
  return {
    ...{ id: `${day}`, client: 'host.example', at: at(day) },
    check: 'noindex',
    pages: [{ report: referTo(made(day)), found: 'noindex, follow' }],
  };
}

const unrated = { result: null, generatedAt: null };

/** A history as a worker opens it, with a clock that stands. */
function open() {
  const clock = { time: 0 };
  const [onChange, onFailure] = [vi.fn(), vi.fn()];
  const controller = new AbortController();
  const { signal } = controller;
  const history = createHistory({
    ...{ connectionId: 'a', signal, onChange, onFailure, now: () => clock.time },
  });
  const historyOf = async (url: string) => {
    const [known] = await history.pages([pageKey(url)]);
    return known ?? expect.fail('There is no answer.');
  };
  const idsOf = async (url: string) => (await historyOf(url)).reports.map(({ id }) => id);
  return { ...history, history, clock, onChange, onFailure, controller, historyOf, idsOf };
}

/** The history of a page in short: ids, the newest report first, and ratings, the oldest first. */
async function shown(...reports: Report[]) {
  empty();
  const { add, historyOf } = open();
  for (const report of reports) await add([report]);
  const history = await historyOf('https://host.example/');
  const ratings = history.results.map(({ reportId, result }) => `${reportId}: ${result}`);
  return [history.reports.map(({ id }) => id), ratings];
}

let hasDatabases = true;
function empty(): void {
  emptyBrowser();
  if (hasDatabases) useDatabases();
  else removeDatabases();
}

beforeEach(empty);
afterEach(() => void vi.restoreAllMocks());

describe.each([
  ['a database', true],
  ['storage.session', false],
])('a history in %s', (_, isDatabase) => {
  beforeEach(() => {
    hasDatabases = isDatabase;
    empty();
  });

  it('counts the clients that have become worse and better, by what the last full reading has shown', async () => {
    const { add, history, clock } = open();
    clock.time = NOW.getTime();
    expect(await history.news('week')).toEqual({ worse: 0, better: 0, since: SINCE_DAY });
    // What no reading has shown since is gone from the service.
    await add([
      reportOn(1, 'gone.example/', [26, 8], 20),
      reportOn(2, 'gone.example/', [12, 8], 90),
    ]);
    clock.time += 1;
    const beganAt = clock.time;
    await add([UPDATED]);
    await add(SIX_CLIENTS);
    await history.noteFullReading({ beganAt, total: SIX_CLIENTS.length });
    // bergblick, nordlicht, alpen and fahrrad; zahnarzt.
    expect(await history.news('week')).toEqual({ worse: 4, better: 1, since: SINCE_DAY });
    expect(await history.news('before')).toMatchObject({ since: null });
  });

  it('finds a page by every address of it, with a scheme or without', async () => {
    const { add, remove, idsOf } = open();
    const bare = sampleReport('4', { url: 'host.example/page?utm_source=mail' });
    await add([
      sampleReport('1', { url: `${page}?b=2&a=1#part` }),
      sampleReport('2', { url: `${page}/?a=1&b=2&utm_source=mail`, generatedAt: later }),
      sampleReport('3', { url: `${page}?a=2` }),
      bare,
    ]);
    await expect(idsOf(`${page}?gclid=x&a=1&b=2`)).resolves.toEqual(['2', '1']);
    await expect(idsOf(page)).resolves.toEqual(['4']);
    await remove(bare);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('stores all changes that are made at the same time, for the next worker as well', async () => {
    const { add, remove } = open();
    await Promise.all([
      add([sampleReport('1', { url: page })]),
      add([sampleReport('2', { url: page, generatedAt: later })]),
      add([sampleReport('2', { url: page, generatedAt: later, privacy: 0 })]),
      remove({ id: '1' }),
    ]);
    await expect(open().historyOf(page)).resolves.toMatchObject({
      reports: [{ id: '2', privacy: 0 }],
    });
  });

  it('has the newest report first and the oldest rating first, in any order of arrival', async () => {
    const reports = [made(1, { result: 'bad' }), made(2, { result: 'decent' }), made(3)];
    const all = fc.shuffledSubarray(reports, { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(all, async (shuffled) => {
        const ratings = ['1: bad', '2: decent', '3: good'];
        expect(await shown(...shuffled)).toEqual([['3', '2', '1'], ratings]);
      }),
      { numRuns: 10 },
    );
  });

  it.each<[string, Report[], [string[], string[]]]>([
    [
      'keeps all ratings that a report has had',
      [made(1, { result: 'bad' }), made(1, { generatedAt: at(5) })],
      [['1'], ['1: bad', '1: good']],
    ],
    [
      'has a single rating for a report and time, the last from the service',
      [made(1, { result: 'bad' }), made(1)],
      [['1'], ['1: good']],
    ],
    [
      'has each result once where a report shows an earlier one again',
      [made(1), made(1, { generatedAt: at(5) }), made(1)],
      [['1'], ['1: good', '1: good']],
    ],
    [
      'shows a report first whose result is awaited, and no rating for it',
      [made(4), made(9, unrated)],
      [['9', '4'], ['4: good']],
    ],
    [
      'shows a report last that never had a result while later ones have',
      [made(3, unrated), made(4), made(11)],
      [
        ['11', '4', '3'],
        ['4: good', '11: good'],
      ],
    ],
    [
      'shows first a report that was made anew since',
      [made(2), made(1, { generatedAt: at(5) })],
      [
        ['1', '2'],
        ['2: good', '1: good'],
      ],
    ],
    [
      'loses no rating while a report is made anew',
      [made(1), made(1, unrated)],
      [['1'], ['1: good']],
    ],
  ])('%s', async (_name, reports, expected) => {
    expect(await shown(...reports)).toEqual(expected);
  });

  it('keeps a past result with its failed checks', async () => {
    const failedChecks = [{ name: 'title', importance: 'high' as const }];
    const before = made(1, { score: 41, failedChecks });
    const { add, historyOf } = open();
    await add([before]);
    await add([made(1, { score: 87, generatedAt: at(2) })]);
    const { result, score, generatedAt } = before;
    expect((await historyOf('https://host.example/')).results).toMatchObject([
      { reportId: '1', result, score, generatedAt, failedChecks },
      { score: 87 },
    ]);
  });

  it('has the hundred newest reports of a page, and its fifty newest results', async () => {
    const minute = (index: number) => new Date(Date.UTC(2026, 10, 1, 10, index)).toISOString();
    const reports = Array.from({ length: 120 }, (_item, index) =>
      sampleReport(`${100 + index}`, { url: page, generatedAt: minute(index) }),
    );
    const { add, historyOf } = open();
    await add(reports);
    const history = await historyOf(page);
    expect(history.reports).toEqual(reports.slice(20).reverse());
    expect(history.results.map(({ reportId }) => reportId)).toEqual(
      reports.slice(70).map(({ id }) => id),
    );
    const dates = Array.from({ length: 60 }, (_item, index) => minute(index));
    for (const generatedAt of dates) await add([made(1, { generatedAt })]);
    const renewed = await historyOf('https://host.example/');
    expect(renewed.results.map(({ generatedAt }) => generatedAt)).toEqual(dates.slice(10));
  });

  it('loses a report that is gone with its past results, and nothing else', async () => {
    const { add, remove, historyOf } = open();
    await add([made(1)]);
    await add([made(1, { generatedAt: at(4), result: 'bad' }), made(2)]);
    await remove({ id: '1' });
    await expect(historyOf('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
  });

  it('moves a report that is answered under another page, without its past results', async () => {
    const { add, historyOf, idsOf } = open();
    await add([made(1), made(2)]);
    await add([made(1, { generatedAt: at(4) })]);
    await add([sampleReport('1', { url: 'https://moved.example/', generatedAt: later })]);
    await expect(historyOf('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
    await expect(idsOf('https://moved.example/')).resolves.toEqual(['1']);
  });

  it.each<[string, Partial<Report>]>([
    ['no address', { url: null }],
    ['an address of more than 2,000 characters', { url: `${page}/${'x'.repeat(2_000)}` }],
  ])('has a report by its id that has %s', async (_name, fields) => {
    const { add, reports } = open();
    const report = sampleReport('7', fields);
    await add([report]);
    await expect(reports(['7', '8'])).resolves.toEqual([report, null]);
  });

  it('keeps a change although an answer comes later that was requested before', async () => {
    const { add, remove, clock, reports } = open();
    const before = sampleReport('1', { url: page });
    const changed = { ...before, privacy: 0 } as const;
    clock.time = 5;
    await add([changed]);
    await add([before, sampleReport('2')], 4);
    await expect(reports(['1', '2'])).resolves.toEqual([changed, sampleReport('2')]);
    await add([before], 6);
    await expect(reports(['1'])).resolves.toEqual([before]);
    clock.time = 9;
    await remove(before);
    await add([before], 8);
    await expect(reports(['1'])).resolves.toEqual([null]);
  });

  it('is read again by pages only where something else is known', async () => {
    const { add, remove, onChange } = open();
    await add([made(1)]);
    await add([made(1)]);
    await remove({ id: 'unknown' });
    expect(onChange).toHaveBeenCalledOnce();
    await add([made(1, { privacy: 0 })]);
    await remove({ id: '1' });
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it('says when pages were reported last', async () => {
    const { add, reportDates } = open();
    await add([made(1), made(3), sampleReport('8', { url: page, ...unrated })]);
    const keys = ['host.example', pageKey(page), 'other.example'];
    await expect(reportDates(keys)).resolves.toEqual({
      'host.example': at(3),
      [keys[1] ?? '']: null,
    });
  });

  it.each<[string, string[]]>([
    ['pri', ['3', '1']],
    ['SHOP', ['4', '3', '2', '1']],
    ['shop pri', ['3', '1']],
    ['https://shop.example/pri', ['3', '1']],
    ['www.shop.example/pri', ['3', '1']],
    ['example/de', ['3', '2']],
    ['hop', []],
    ['при', ['5']],
    ['nothing', []],
    [' / ', []],
  ])('finds by %j the newest whose words begin so', async (text, ids) => {
    const { add, search } = open();
    const urls = [
      'shop.example/prices',
      'shop.example/de/contact',
      'shop.example/de/prices-2026?x=pri',
      'blog.shop.example/',
      'xn--e1afmkfd.example/',
    ];
    await add(urls.map((url, index) => made(index + 1, { url })));
    expect((await search(text, 6)).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['shop prices', '1399'],
    ['example/prices', '1399'],
    // Each word is common.
    ['shop page-3', '1398'],
  ])('finds by %j also where many reports have one of the words', async (text, found) => {
    const { add, search } = open();
    const pages = Array.from({ length: 400 }, (_, at) =>
      made(1_000 + at, {
        url: `shop.example/${at === 399 ? 'prices' : `page-${at < 249 ? 1 : 3}-${at}`}`,
      }),
    );
    await add(pages);
    expect((await search(text, 6)).map(({ id }) => id)).toContain(found);
  });

  it('gives what the last full reading has shown, and what was seen since', async () => {
    const { add, clock, history } = open();
    await add([made(1), made(2)]);
    await expect(history.list(null)).resolves.toMatchObject({ reports: [], reading: null });
    clock.time = 10;
    await add(
      Array.from({ length: 600 }, (_item, index) =>
        sampleReport(`${1000 + index}`, { generatedAt: later }),
      ),
    );
    await history.noteFullReading({ beganAt: 10, total: 603 });
    clock.time = 20;
    await add([made(2)]);
    const first = await history.list(null);
    expect(first).toMatchObject({ count: 601, reading: { beganAt: 10, difference: 3 } });
    const rest = await history.list(first.after);
    expect([first.reports.length, rest.reports.length, rest.after]).toEqual([500, 101, null]);
    expect(rest.reports.at(-1)?.id).toBe('2');
  });

  it('keeps what was handed over and starred for the next worker, until it is taken away', async () => {
    const { changeMarks, onChange } = open();
    await changeMarks({ kind: 'addTicket', ticket: ticketOn(20) });
    await changeMarks({ kind: 'addTicket', ticket: ticketOn(23) });
    await changeMarks({ kind: 'star', page: 'host.example/a' });
    const marks = await changeMarks({ kind: 'star', page: 'host.example/b' });
    expect(onChange).toHaveBeenCalledTimes(4);
    expect(marks).toEqual({
      tickets: [ticketOn(23), ticketOn(20)],
      starred: ['host.example/a', 'host.example/b'],
    });
    const next = open();
    expect(await next.marks()).toEqual(marks);
    await next.changeMarks({ kind: 'removeTicket', id: ticketOn(23).id });
    await next.changeMarks({ kind: 'unstar', page: 'host.example/a' });
    expect(await open().marks()).toEqual({
      tickets: [ticketOn(20)],
      starred: ['host.example/b'],
    });
  });

  it('stores nothing of a connection that was closed', async () => {
    const { add, controller } = open();
    controller.abort();
    await add([made(1)]);
    await expect(open().idsOf('https://host.example/')).resolves.toEqual([]);
  });

  it('takes over what was stored before there were databases, once', async () => {
    const past = {
      reportId: '1',
      result: 'bad',
      score: 20,
      generatedAt: at(1),
      failedChecks: null,
    };
    const former = { page: 'host.example', reports: [made(2), made(1, unrated)], former: [past] };
    await local.set({ 'connection/a/archive/7': [former, { page: 'x', all: 'new' }] });
    const { historyOf } = open();
    await expect(historyOf('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '2' }, { id: '1' }],
      results: [past, { reportId: '2' }],
    });
    expect(await local.get()).toEqual({});
  });
});

it('a history in the session keeps 2,000 reports: beyond, those that were seen longest ago go', async () => {
  hasDatabases = false;
  empty();
  const { add, clock, reports, history } = open();
  const all = Array.from({ length: 2_010 }, (_, index) =>
    sampleReport(`${index}`, { url: `https://host.example/${index}` }),
  );
  for (const part of [all.slice(0, 300), all.slice(300)]) {
    clock.time += 1;
    await add(part);
  }
  await expect(reports(['0', '209', '210', '2009'])).resolves.toEqual([
    null,
    null,
    all[210],
    all[2009],
  ]);
  expect(Object.keys(await session.get())).toHaveLength(1_800);
  expect((await history.search('host', 6)).length).toBe(6);
});

describe('a database', () => {
  beforeEach(() => {
    hasDatabases = true;
    empty();
  });

  it('is opened anew after somebody has deleted it', async () => {
    const { add, idsOf } = open();
    await add([made(1)]);
    await deleteHistory('a');
    await add([made(2)]);
    await expect(idsOf('https://host.example/')).resolves.toEqual(['2']);
  });

  it('is not made anew by a write that comes after its deletion', async () => {
    const { add, controller } = open();
    await add([made(1)]);
    const writing = add([made(2)]);
    controller.abort();
    await deleteDatabases(null);
    await writing;
    await add([made(3)]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('of a former connection is deleted, and the others stay', async () => {
    await open().add([made(1)]);
    await openDatabase('b', new AbortController().signal);
    await deleteDatabases('a');
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['history/a']);
    await expect(open().idsOf('https://host.example/')).resolves.toEqual(['1']);
  });

  it('takes a transaction again that has failed, and says once that it fails for good', async () => {
    const { add, idsOf, onFailure } = open();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    put.mockImplementationOnce(full);
    await add([made(1), made(2)]);
    expect(onFailure).not.toHaveBeenCalled();
    await expect(idsOf('https://host.example/')).resolves.toEqual(['2', '1']);
    put.mockImplementation(full);
    await add([made(3)]);
    await add([made(4)]);
    expect(onFailure.mock.calls).toEqual([[true]]);
    put.mockRestore();
    await add([made(5)]);
    expect(onFailure.mock.calls).toEqual([[true], [false]]);
    await expect(idsOf('https://host.example/')).resolves.toEqual(['5', '2', '1']);
  });

  it('keeps no half of a transaction', async () => {
    const { add, idsOf } = open();
    await add([made(1)]);
    const { put } = IDBObjectStore.prototype;
    const mock = vi.spyOn(IDBObjectStore.prototype, 'put');
    mock.mockImplementation(function (this: IDBObjectStore, value: unknown) {
      if ((value as { id?: string }).id === '3')
        throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, value);
    } as typeof put);
    await add([made(2), made(3)]);
    mock.mockRestore();
    await expect(idsOf('https://host.example/')).resolves.toEqual(['1']);
  });

  it('has no more reports than it may, and drops those that were seen longest ago', async () => {
    const records = await openDatabase('a', new AbortController().signal, 20);
    const all = Array.from({ length: 25 }, (_, index) => reportRecord(made(index + 1), index));
    for (const record of all) await records?.put([record]);
    const left = (await records?.newest(100, null)) ?? [];
    expect(left.length).toBeLessThanOrEqual(20);
    expect(left[0]?.id).toBe('25');
    expect(left.some(({ id }) => id === '1')).toBe(false);
  });

  it('gives way to storage.session where a browser has none', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    });
    const { add, idsOf, onFailure } = open();
    await add([made(1)]);
    await expect(idsOf('https://host.example/')).resolves.toEqual(['1']);
    expect(onFailure).not.toHaveBeenCalled();
    expect(Object.keys(await session.get())).toEqual(['connection/a/history/report/1']);
  });
});
