import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { deleteHistory, listHistories } from '@/lib/history/histories';
import { createHistory } from '@/lib/history/history';
import { MAX_MUTED_PAGES, MAX_OPEN, NO_MARKS } from '@/lib/history/marks';
import { createClock } from '@/lib/jobs/clock';
import type { Ticket } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { Mute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { pageKey } from '@/lib/url/page-key';
import { removeDatabases, useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { muteOn, summaryOn } from '../../support/sample-backup';
import { endedReading } from '../../support/sample-reading';
import { reportOn, sampleReport } from '../../support/sample-report';
import { NOW, SIX_CLIENTS, UPDATED } from '../../support/six-clients';

const HOUR = 3_600_000;
const page = 'https://host.example/page';
const dateOn = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const later = dateOn(29);
/** A week before `NOW`. */
const SINCE_DAY = new Date(2026, 10, 19).toISOString();

/** Returns a report with the id `day` and a result of this day. */
function reportMadeOn(day: number, fields: Partial<Report> = {}): Report {
  return sampleReport(`${day}`, {
    url: 'https://host.example/',
    generatedAt: dateOn(day),
    ...fields,
  });
}

function ticketOn(day: number): Ticket {
  return {
    id: `${day}`,
    client: 'host.example',
    at: dateOn(day),
    check: 'noindex',
    pages: [{ report: referTo(reportMadeOn(day)), found: 'noindex, follow' }],
  };
}

function findingOf(name: string): Check {
  return { name, isPassed: false, importance: 'high', value: 'x', reasons: [], details: [] };
}

const unrated = { result: null, generatedAt: null };

/**
 * Opens a history. By default, the request time of `add`, `remove` and `noteLoss` is later than all times before.
 * @param start milliseconds since the epoch
 */
function openHistory(start = 0) {
  const computer = { time: start };
  const times = createClock(() => computer.time);
  const [onChange, onStatus] = [vi.fn(), vi.fn()];
  const controller = new AbortController();
  const { signal } = controller;
  const history = createHistory({
    connectionId: 'a',
    signal,
    onChange,
    onStatus,
    passTime: times.pass,
    now: () => computer.time,
  });
  const add = (reports: readonly Report[], requestedAt = times.next()) =>
    history.add(reports, {}, requestedAt);
  const remove = (id: string, isPrivate = false) =>
    history.removeDeleted({ id }, times.next(), isPrivate);
  const noteLoss = (id: string) => history.removeGone({ id }, times.next());
  /** Completes a reading of the list. */
  const noteReading = async (requestedAt: number, ids: readonly string[], total = ids.length) => {
    const begunAt = await history.storedTime(requestedAt);
    await history.completeReading(endedReading(begunAt ?? 0, ids, total));
  };
  const listedIds = async () => (await history.list(null)).reports.map(({ id }) => id);
  const pageHistory = async (url: string) => {
    const [known] = await history.pages([pageKey(url)]);
    return known ?? expect.fail('There is no answer.');
  };
  const idsOf = async (url: string) => (await pageHistory(url)).reports.map(({ id }) => id);
  return {
    ...history,
    history,
    add,
    remove,
    noteLoss,
    noteReading,
    listedIds,
    pageHistory,
    idsOf,
    computer,
    times,
    onChange,
    onStatus,
    controller,
  };
}

/** Stores reports of a page. Returns the ids of the page, newest report first, and its ratings, oldest first. */
async function summaryAfter(...reports: Report[]) {
  resetBrowser();
  const { add, pageHistory } = openHistory();
  for (const report of reports) await add([report]);
  const history = await pageHistory('https://host.example/');
  const ratings = history.results.map(({ reportId, result }) => `${reportId}: ${result}`);
  return [history.reports.map(({ id }) => id), ratings];
}

function resetBrowser(): void {
  emptyBrowser();
  useDatabases();
}

beforeEach(resetBrowser);
afterEach(() => void vi.restoreAllMocks());

describe('a history', () => {
  it('counts the clients that have become worse and better, among the listed reports', async () => {
    const { add, history, times, noteReading } = openHistory(NOW.getTime());
    expect((await history.news('week')).clients).toEqual({ worse: 0, better: 0, since: SINCE_DAY });
    // The reading below does not list these two reports.
    await add([
      reportOn(1, 'gone.example/', [26, 8], 20),
      reportOn(2, 'gone.example/', [12, 8], 90),
    ]);
    const requestedAt = times.next();
    await add([UPDATED]);
    await add(SIX_CLIENTS);
    await noteReading(
      requestedAt,
      SIX_CLIENTS.map(({ id }) => id),
    );
    // Worse: bergblick, nordlicht, alpen and fahrrad. Better: zahnarzt.
    expect((await history.news('week')).clients).toEqual({ worse: 4, better: 1, since: SINCE_DAY });
    expect((await history.news('before')).clients).toMatchObject({ since: null });
  });

  it('counts the clients that have changed after the last summary of each client', async () => {
    const { add, history, times, noteReading, computer } = openHistory(NOW.getTime());
    const reports = [
      ...[reportOn(1, 'worse.example/', 5, 80), reportOn(2, 'worse.example/', 20, 60)],
      ...[reportOn(3, 'same.example/', 5, 80), reportOn(4, 'same.example/', 20, 60)],
      ...[reportOn(5, 'none.example/', 5, 60), reportOn(6, 'none.example/', 20, 80)],
    ];
    const requestedAt = times.next();
    await add(reports);
    await noteReading(
      requestedAt,
      reports.map(({ id }) => id),
    );
    const copySummaryOn = async (day: number, client: string) => {
      computer.time = new Date(2026, 10, day, 12).getTime();
      await history.changeMarks({ kind: 'addSummaries', clients: [client] });
    };
    await copySummaryOn(10, 'worse.example');
    await copySummaryOn(22, 'same.example');
    computer.time = NOW.getTime();
    expect((await history.news('summary')).clients).toEqual({ worse: 1, better: 0, since: null });
    expect((await history.news('before')).clients).toEqual({ worse: 2, better: 1, since: null });
  });

  it('counts a joined client as one client, with the earliest summary of its single clients', async () => {
    const { add, history, times, noteReading, computer } = openHistory(NOW.getTime());
    const reports = [
      ...[reportOn(1, 'mill.example/', 5, 80), reportOn(2, 'mill.example/', 20, 60)],
      ...[reportOn(3, 'shop.example/', 5, 60), reportOn(4, 'shop.example/', 20, 65)],
    ];
    const requestedAt = times.next();
    await add(reports);
    await noteReading(
      requestedAt,
      reports.map(({ id }) => id),
    );
    expect((await history.news('before')).clients).toMatchObject({ worse: 1, better: 1 });
    computer.time = new Date(2026, 10, 22, 12).getTime();
    await history.changeMarks({ kind: 'addSummaries', clients: ['mill.example'] });
    computer.time = new Date(2026, 10, 10, 12).getTime();
    await history.changeMarks({ kind: 'addSummaries', clients: ['shop.example'] });
    computer.time = NOW.getTime();
    // On the 22nd, the page of mill.example already had its latest result.
    expect((await history.news('summary')).clients).toMatchObject({ worse: 0, better: 1 });
    const clients = ['mill.example', 'shop.example'];
    const joined = await history.changeMarks({ kind: 'joinClients', name: 'Mill', clients });
    expect(joined).toMatchObject({
      value: {
        marks: {
          summaries: ['mill.example', 'shop.example', 'Mill'].map((client) => ({
            client,
            days: ['2026-11-10'],
          })),
        },
      },
    });
    expect((await history.news('before')).clients).toMatchObject({ worse: 1, better: 0 });
    expect((await history.news('summary')).clients).toMatchObject({ worse: 1, better: 0 });
    await history.changeMarks({ kind: 'takeApart', name: 'Mill' });
    expect((await history.news('before')).clients).toMatchObject({ worse: 1, better: 1 });
  });

  it('has one joined client after simultaneous presses in two windows', async () => {
    const { changeMarks, marks, onChange } = openHistory();
    const clients = ['mill.example', 'shop.example'];
    await Promise.all([
      changeMarks({ kind: 'joinClients', name: 'Mill', clients }),
      changeMarks({ kind: 'joinClients', name: 'Mill', clients }),
    ]);
    expect((await marks()).joined).toEqual([{ name: 'Mill', clients, days: [] }]);
    await Promise.all([
      changeMarks({ kind: 'joinClients', name: 'Shop', clients: ['shop.example', 'a.example'] }),
      changeMarks({ kind: 'takeApart', name: 'Mill' }),
    ]);
    expect((await marks()).joined).toMatchObject([{ name: 'Shop' }]);
    expect((await openHistory().marks()).apart).toEqual([{ name: 'Mill', clients }]);
    expect(onChange).toHaveBeenCalledTimes(4);
    expect(await listHistories()).toMatchObject([{ marks: 0 }]);
  });

  it('returns news since the day of the oldest results if the base day is earlier', async () => {
    const { add, history, times, noteReading } = openHistory(NOW.getTime());
    const requestedAt = times.next();
    await add([reportOn(1, 'a.example/', [23, 9], 80), reportOn(2, 'a.example/', 26, 60)]);
    await noteReading(requestedAt, ['1', '2']);
    const since = new Date(2026, 10, 23, 9).toISOString();
    expect((await history.news('week')).clients).toEqual({ worse: 1, better: 0, since });
  });

  it('tells extension pages to read restored days of summaries', async () => {
    const { history, onChange } = openHistory();
    const record = { mark: summaryOn('a.example', 3) };
    expect(await history.restore([record])).toMatchObject({ marks: 0 });
    expect(onChange).toHaveBeenCalledOnce();
    expect((await history.marks()).summaries).toHaveLength(1);
  });

  it('stores the days of summaries with the marks, and does not count these days as marks', async () => {
    const { history, onChange } = openHistory(NOW.getTime());
    await history.changeMarks({ kind: 'star', page: 'host.example/a' });
    const clients = ['a.example', 'b.example'];
    expect(await history.changeMarks({ kind: 'addSummaries', clients })).toMatchObject({
      value: { marks: { summaries: clients.map((client) => ({ client, days: ['2026-11-26'] })) } },
    });
    expect(onChange).toHaveBeenCalledTimes(2);
    expect((await openHistory().marks()).summaries).toHaveLength(2);
    expect(await listHistories()).toMatchObject([{ marks: 1 }]);
  });

  it('finds the reports of a page by any address of the page, with or without a scheme', async () => {
    const { add, remove, idsOf } = openHistory();
    const bare = sampleReport('4', { url: 'host.example/page?utm_source=mail' });
    await add([
      sampleReport('1', { url: `${page}?b=2&a=1#part` }),
      sampleReport('2', { url: `${page}/?a=1&b=2&utm_source=mail`, generatedAt: later }),
      sampleReport('3', { url: `${page}?a=2` }),
      bare,
    ]);
    await expect(idsOf(`${page}?gclid=x&a=1&b=2`)).resolves.toEqual(['2', '1']);
    await expect(idsOf(page)).resolves.toEqual(['4']);
    await remove(bare.id);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('stores simultaneous changes', async () => {
    const { add, remove } = openHistory();
    await Promise.all([
      add([sampleReport('1', { url: page })]),
      add([sampleReport('2', { url: page, generatedAt: later })]),
      add([sampleReport('2', { url: page, generatedAt: later, privacy: 0 })]),
      remove('1'),
    ]);
    await expect(openHistory().pageHistory(page)).resolves.toMatchObject({
      reports: [{ id: '2', privacy: 0 }],
    });
  });

  it('sorts reports and ratings by date, not by arrival', async () => {
    const reports = [
      reportMadeOn(1, { result: 'bad' }),
      reportMadeOn(2, { result: 'decent' }),
      reportMadeOn(3),
    ];
    const all = fc.shuffledSubarray(reports, { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(all, async (shuffled) => {
        const ratings = ['1: bad', '2: decent', '3: good'];
        expect(await summaryAfter(...shuffled)).toEqual([['3', '2', '1'], ratings]);
      }),
      { numRuns: 10 },
    );
  });

  it.each<[string, Report[], [string[], string[]]]>([
    [
      'keeps the earlier ratings of a report',
      [reportMadeOn(1, { result: 'bad' }), reportMadeOn(1, { generatedAt: dateOn(5) })],
      [['1'], ['1: bad', '1: good']],
    ],
    [
      'keeps the rating of the latest answer for each report and date',
      [reportMadeOn(1, { result: 'bad' }), reportMadeOn(1)],
      [['1'], ['1: good']],
    ],
    [
      'has each result once if a later answer shows an earlier result again',
      [reportMadeOn(1), reportMadeOn(1, { generatedAt: dateOn(5) }), reportMadeOn(1)],
      [['1'], ['1: good', '1: good']],
    ],
    [
      'lists a report that awaits its result first, and has no rating for this report',
      [reportMadeOn(4), reportMadeOn(9, unrated)],
      [['9', '4'], ['4: good']],
    ],
    [
      'lists a report without a result last if later reports have results',
      [reportMadeOn(3, unrated), reportMadeOn(4), reportMadeOn(11)],
      [
        ['11', '4', '3'],
        ['4: good', '11: good'],
      ],
    ],
    [
      'lists the report with the newest result first',
      [reportMadeOn(2), reportMadeOn(1, { generatedAt: dateOn(5) })],
      [
        ['1', '2'],
        ['2: good', '1: good'],
      ],
    ],
    [
      'keeps the rating of a report that awaits new results',
      [reportMadeOn(1), reportMadeOn(1, unrated)],
      [['1'], ['1: good']],
    ],
  ])('%s', async (_name, reports, expected) => {
    expect(await summaryAfter(...reports)).toEqual(expected);
  });

  it('keeps a past result with its failed checks', async () => {
    const failedChecks = [{ name: 'title', importance: 'high' as const }];
    const before = reportMadeOn(1, { score: 41, failedChecks });
    const { add, pageHistory } = openHistory();
    await add([before]);
    await add([reportMadeOn(1, { score: 87, generatedAt: dateOn(2) })]);
    const { result, score, generatedAt } = before;
    expect((await pageHistory('https://host.example/')).results).toMatchObject([
      { reportId: '1', result, score, generatedAt, failedChecks },
      { score: 87 },
    ]);
  });

  it('returns the hundred newest reports and the fifty newest results of a page', async () => {
    const minute = (index: number) => new Date(Date.UTC(2026, 10, 1, 10, index)).toISOString();
    const reports = Array.from({ length: 120 }, (_item, index) =>
      sampleReport(`${100 + index}`, { url: page, generatedAt: minute(index) }),
    );
    const { add, pageHistory } = openHistory();
    await add(reports);
    const history = await pageHistory(page);
    expect(history.reports).toEqual(reports.slice(20).reverse());
    expect(history.results.map(({ reportId }) => reportId)).toEqual(
      reports.slice(70).map(({ id }) => id),
    );
    const dates = Array.from({ length: 60 }, (_item, index) => minute(index));
    for (const generatedAt of dates) await add([reportMadeOn(1, { generatedAt })]);
    const renewed = await pageHistory('https://host.example/');
    expect(renewed.results.map(({ generatedAt }) => generatedAt)).toEqual(dates.slice(10));
  });

  it('removes a deleted report and its past results, but no other reports and results', async () => {
    const { add, remove, pageHistory } = openHistory();
    await add([reportMadeOn(1)]);
    await add([reportMadeOn(1, { generatedAt: dateOn(4), result: 'bad' }), reportMadeOn(2)]);
    await remove('1');
    await expect(pageHistory('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
  });

  it('removes the row of a report that is gone, and keeps its results', async () => {
    const { add, noteLoss, pageHistory } = openHistory();
    await add([reportMadeOn(1)]);
    await add([reportMadeOn(1, { generatedAt: dateOn(4), result: 'bad' }), reportMadeOn(2)]);
    await noteLoss('1');
    await expect(pageHistory('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [
        { reportId: '1', result: 'good', generatedAt: dateOn(1) },
        { reportId: '2' },
        { reportId: '1', result: 'bad', generatedAt: dateOn(4) },
      ],
    });
  });

  it('keeps past results under the page on which they were measured', async () => {
    const { add, pageHistory } = openHistory();
    await add([reportMadeOn(1), reportMadeOn(2)]);
    await add([reportMadeOn(1, { generatedAt: dateOn(4) })]);
    // The page redirects during an update.
    await add([sampleReport('1', { url: 'https://moved.example/', generatedAt: later })]);
    const results = [
      { reportId: '1', generatedAt: dateOn(1) },
      { reportId: '2', generatedAt: dateOn(2) },
      { reportId: '1', generatedAt: dateOn(4) },
    ];
    await expect(pageHistory('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results,
    });
    await expect(pageHistory('https://moved.example/')).resolves.toMatchObject({
      reports: [{ id: '1' }],
      results: [{ generatedAt: later }],
    });
    const back = reportMadeOn(1, { generatedAt: '2026-11-30T10:00:00.000Z' });
    await add([back]);
    await expect(pageHistory('https://host.example/')).resolves.toMatchObject({
      reports: [{ id: '1' }, { id: '2' }],
      results: [...results, { reportId: '1', generatedAt: back.generatedAt }],
    });
  });

  it.each<[string, Partial<Report>]>([
    ['no address', { url: null }],
    ['an address of more than 2,000 characters', { url: `${page}/${'x'.repeat(2_000)}` }],
  ])('finds a report by its id if the report has %s', async (_name, fields) => {
    const { add, reports } = openHistory();
    const report = sampleReport('7', fields);
    await add([report]);
    await expect(reports(['7', '8'])).resolves.toEqual([report, null]);
  });

  it('ignores an answer or a loss whose request is earlier than the last answer', async () => {
    const { add, history, reports } = openHistory();
    const before = sampleReport('1', { url: page });
    const changed = { ...before, privacy: 0 } as const;
    await add([changed], 5);
    await add([before, sampleReport('2')], 4);
    await expect(reports(['1', '2'])).resolves.toEqual([changed, sampleReport('2')]);
    await add([before], 6);
    await expect(reports(['1'])).resolves.toEqual([before]);
    await history.removeGone(before, 9);
    await add([before], 8);
    await expect(reports(['1'])).resolves.toEqual([null]);
    await add([before], 12);
    // The answer to a later request contains the report.
    await history.removeGone(before, 11);
    await expect(reports(['1'])).resolves.toEqual([before]);
  });

  it('tells extension pages to read again only after a change', async () => {
    const { add, remove, noteLoss, onChange } = openHistory();
    await add([reportMadeOn(1)]);
    await add([reportMadeOn(1)]);
    await remove('unknown');
    await noteLoss('unknown');
    expect(onChange).toHaveBeenCalledOnce();
    await add([reportMadeOn(1, { privacy: 0 })]);
    await remove('1');
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it('returns the date of the newest result of each page', async () => {
    const { add, reportDates } = openHistory();
    await add([reportMadeOn(1), reportMadeOn(3), sampleReport('8', { url: page, ...unrated })]);
    const keys = ['host.example', pageKey(page), 'other.example'];
    await expect(reportDates(keys)).resolves.toEqual({
      'host.example': dateOn(3),
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
    ['example 2026', ['3']],
    ['prices-2026', ['3']],
    ['utm', ['2']],
    ['Größe', ['2']],
    ['part two', ['1']],
    ['京 東', ['6']],
    ['東京', ['6']],
    ['大阪', []],
    ['hop', []],
    ['при', ['5']],
    ['nothing', []],
    [' / ', []],
  ])('finds by %j the newest reports with words that begin with these texts', async (text, ids) => {
    const { add, search } = openHistory();
    const urls = [
      'shop.example/prices#part-two',
      'shop.example/de/contact?utm_source=a%20gr%C3%B6%C3%9Fe',
      'shop.example/de/prices-2026?x=pri',
      'blog.shop.example/',
      'xn--e1afmkfd.example/',
      'trip.example/%E6%9D%B1%E4%BA%AC%E9%A7%85',
    ];
    await add(urls.map((url, index) => reportMadeOn(index + 1, { url })));
    expect((await search(text, 6)).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['shop prices', '1399'],
    ['example/prices', '1399'],
    // Both words are in many addresses.
    ['shop page-3', '1398'],
  ])('finds a report by %j even if many reports have one of the words', async (text, found) => {
    const { add, search } = openHistory();
    const pages = Array.from({ length: 400 }, (_, at) =>
      reportMadeOn(1_000 + at, {
        url: `shop.example/${at === 399 ? 'prices' : `page-${at < 249 ? 1 : 3}-${at}`}`,
      }),
    );
    await add(pages);
    expect((await search(text, 6)).map(({ id }) => id)).toContain(found);
  });

  it('finds the newest reports by a word that many reports have', async () => {
    const { add, search } = openHistory();
    await add(
      Array.from({ length: 400 }, (_, at) =>
        sampleReport(`${1_000 + at}`, {
          url: `shop.example/page-${at}`,
          generatedAt: new Date(Date.UTC(2026, 0, 1) - at * 86_400_000).toISOString(),
        }),
      ),
    );
    const newest = ['1000', '1001', '1002', '1003', '1004', '1005'];
    expect((await search('shop', 6)).map(({ id }) => id)).toEqual(newest);
  });

  it('finds old reports by several letters that each are in many addresses', async () => {
    const { add, search } = openHistory();
    await add(
      Array.from({ length: 800 }, (_, at) =>
        reportMadeOn(1_000 + at, {
          url: `trip.example/東京/ホテル${at < 160 ? '一覧' : ''}/${at}`,
        }),
      ),
    );
    const found = await search('東京ホテル一覧', 6);
    expect(found.map(({ url }) => url)).toEqual(Array(6).fill(expect.stringContaining('一覧')));
  });

  it('lists the reports of the last complete reading, and reports with later changes', async () => {
    const { add, history, times, noteReading } = openHistory();
    await add([reportMadeOn(1), reportMadeOn(2)]);
    expect(await history.list(null)).toMatchObject({ count: 2, reading: null });
    const requestedAt = times.next();
    const readReports = Array.from({ length: 600 }, (_item, index) =>
      sampleReport(`${1000 + index}`, { generatedAt: later }),
    );
    await add(readReports);
    await noteReading(
      requestedAt,
      readReports.map(({ id }) => id),
    );
    await add([reportMadeOn(2, { privacy: 0 })]);
    const first = await history.list(null);
    const readAt = new Date(0).toISOString();
    expect(first).toMatchObject({ count: 601, reading: { readAt, unreadable: 0 } });
    const rest = await history.list(first.after);
    expect([first.reports.length, rest.reports.length, rest.after]).toEqual([500, 101, null]);
    expect(rest.reports.at(-1)?.id).toBe('2');
  });

  it('lists a report that the last reading has not found, after a later answer with the report', async () => {
    const { add, times, noteReading, listedIds, onChange } = openHistory();
    await add([reportMadeOn(1), reportMadeOn(2)]);
    const requestedAt = times.next();
    await add([reportMadeOn(2)]);
    await noteReading(requestedAt, ['2']);
    expect(await listedIds()).toEqual(['2']);
    onChange.mockClear();
    await add([reportMadeOn(1)]);
    expect(onChange).toHaveBeenCalledOnce();
    expect(await listedIds()).toEqual(['2', '1']);
    // The next worker also lists the report.
    expect(await openHistory().listedIds()).toEqual(['2', '1']);
  });

  it('lists reports that other answers have contained during the reading', async () => {
    const { add, times, noteReading, listedIds } = openHistory();
    await add([reportMadeOn(1), reportMadeOn(2), reportMadeOn(3)]);
    const requestedAt = times.next();
    await add([reportMadeOn(2)]);
    await add([reportMadeOn(4)]);
    await add([reportMadeOn(1)]);
    await noteReading(requestedAt, ['2'], 1);
    expect(await listedIds()).toEqual(['4', '2', '1']);
  });

  it('lists reports older than the last report of a partial reading', async () => {
    const { add, times, history, noteReading, listedIds } = openHistory();
    await add([
      reportMadeOn(2),
      reportMadeOn(5),
      reportMadeOn(6),
      reportMadeOn(8),
      reportMadeOn(9),
    ]);
    await noteReading(times.next(), ['9', '8', '5'], 40);
    expect(await listedIds()).toEqual(['9', '8', '5', '2']);
    expect(await history.list(null)).toMatchObject({ count: 4 });
  });

  it('lists all reports after a partial reading whose ids are not in descending order', async () => {
    const { add, times, noteReading, listedIds } = openHistory();
    await add([reportMadeOn(2), reportMadeOn(5), reportMadeOn(9)]);
    await noteReading(times.next(), ['5', '9'], 40);
    expect(await listedIds()).toEqual(['9', '5', '2']);
  });

  it('lists no report that was removed after the reading', async () => {
    const { add, times, history, noteReading, noteLoss, remove } = openHistory();
    await add([reportMadeOn(1), reportMadeOn(2), reportMadeOn(3)]);
    await noteReading(times.next(), ['3', '2', '1']);
    await noteLoss('2');
    await remove('3');
    expect(await history.list(null)).toMatchObject({ count: 1, reports: [{ id: '1' }] });
  });

  it('stores updates and readings after the clock was set back, even in the next worker', async () => {
    const first = openHistory(10 * HOUR);
    await first.add([reportMadeOn(1), reportMadeOn(2), reportMadeOn(3)]);
    first.computer.time -= HOUR;
    await first.add([reportMadeOn(1, { generatedAt: dateOn(4) })]);
    expect(await first.reports(['1'])).toMatchObject([{ generatedAt: dateOn(4) }]);
    await first.noteReading(first.times.next(), ['3', '2', '1']);
    expect(await first.listedIds()).toEqual(['1', '3', '2']);
    const next = openHistory(first.computer.time - HOUR);
    const requestedAt = next.times.next();
    await next.add([reportMadeOn(2, { privacy: 0 })]);
    await next.add([reportMadeOn(4)]);
    await next.noteReading(requestedAt, ['4', '2']);
    expect(await next.reports(['2'])).toMatchObject([{ privacy: 0 }]);
    expect(await next.listedIds()).toEqual(['4', '2']);
    // The clock is set forward, then back.
    next.computer.time += 3 * HOUR;
    await next.add([reportMadeOn(5)]);
    next.computer.time -= HOUR;
    await next.add([reportMadeOn(3)]);
    expect(await next.listedIds()).toEqual(['5', '4', '3', '2']);
  });

  it('returns the reports that have changed since a revision, with their findings', async () => {
    const { add, remove, history, times, noteReading } = openHistory();
    history.continueFrom(0);
    await add([reportMadeOn(1), reportMadeOn(2), reportMadeOn(3)]);
    const { revision } = await history.list(null);
    expect(await history.changes(revision)).toMatchObject({ reports: [], removed: [], revision });
    const found = { 4: { generatedAt: dateOn(4), checks: [findingOf('title')] } };
    await history.add([reportMadeOn(2, { privacy: 0 }), reportMadeOn(4)], found, times.next());
    await remove('3');
    const changes = await history.changes(revision);
    expect(changes).toMatchObject({
      reports: [{ id: '2', privacy: 0 }, { id: '4' }],
      removed: ['3'],
      isLast: true,
      reading: null,
    });
    expect(await history.findings(['4', '2', '3'])).toEqual(found);
    // The reading no longer lists report 1.
    await noteReading(times.next(), ['4', '2']);
    expect(await history.changes(changes?.revision ?? 0)).toMatchObject({
      removed: ['1'],
      reading: { readAt: expect.any(String) },
    });
  });

  it('returns at most 500 changes at once, and null for a revision of an earlier worker', async () => {
    const { add, history } = openHistory();
    history.continueFrom(0);
    await add(Array.from({ length: 501 }, (_, at) => sampleReport(`${at}`)));
    const part = await history.changes(0);
    const rest = await history.changes(part?.revision ?? 0);
    expect([part?.reports.length, part?.isLast]).toEqual([500, false]);
    expect([rest?.reports.length, rest?.isLast]).toEqual([1, true]);
    const next = openHistory(1_000);
    next.history.continueFrom(part?.revision ?? 0);
    expect(await next.history.changes(0)).toBeNull();
  });

  it('writes no row for a list of unchanged reports', async () => {
    const { add, times, noteReading } = openHistory();
    const readReports = Array.from({ length: 100 }, (_item, index) => sampleReport(`${index}`));
    await add(readReports);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    await add(readReports);
    expect(put).not.toHaveBeenCalled();
    await noteReading(
      times.next(),
      readReports.map(({ id }) => id),
    );
    // A reading is stored as one record.
    expect(put).toHaveBeenCalledOnce();
    await add(
      readReports.map((report) => (report.id === '7' ? { ...report, privacy: 0 } : report)),
    );
    expect(put).toHaveBeenCalledTimes(2);
  });

  it('returns open tickets and stars, also in the next worker', async () => {
    const { changeMarks, onChange } = openHistory();
    await changeMarks({ kind: 'addTicket', ticket: ticketOn(20) });
    await changeMarks({ kind: 'addTicket', ticket: ticketOn(23) });
    await changeMarks({ kind: 'star', page: 'host.example/a' });
    const marks = await changeMarks({ kind: 'star', page: 'host.example/b' });
    expect(onChange).toHaveBeenCalledTimes(4);
    const value = {
      ...NO_MARKS,
      tickets: [ticketOn(23), ticketOn(20)],
      starred: ['host.example/a', 'host.example/b'],
    };
    expect(marks).toMatchObject({ value: { marks: value } });
    const next = openHistory();
    expect(await next.marks()).toEqual(value);
    await next.changeMarks({ kind: 'closeTicket', id: ticketOn(23).id });
    await next.changeMarks({ kind: 'unstar', page: 'host.example/a' });
    expect(await openHistory().marks()).toEqual({
      ...NO_MARKS,
      tickets: [ticketOn(20)],
      closed: [
        {
          id: '23',
          check: 'noindex',
          at: dateOn(23),
          closedAt: expect.any(String),
          pages: [
            { page: referTo(reportMadeOn(23)).page, generatedAt: reportMadeOn(23).generatedAt },
          ],
        },
      ],
      starred: ['host.example/b'],
    });
    // Ended marks stay in the database.
    expect(await listHistories()).toMatchObject([{ marks: 4 }]);
  });

  it('adds one ticket after simultaneous presses in two windows', async () => {
    const { changeMarks, marks, computer } = openHistory();
    const at = new Date(computer.time).toISOString();
    await Promise.all(
      ['one', 'two'].map((id) =>
        changeMarks({ kind: 'addTicket', ticket: { ...ticketOn(20), id, at } }),
      ),
    );
    expect((await marks()).tickets).toMatchObject([{ id: 'one' }]);
  });

  it('undoes the changes of a press in the next worker, unless a mark has changed since', async () => {
    const { changeMarks, computer } = openHistory();
    await changeMarks({ kind: 'addTicket', ticket: ticketOn(20) });
    const closed = await changeMarks({ kind: 'closeTicket', id: ticketOn(20).id });
    if (hasFailed(closed)) expect.fail(closed.failure.code);
    const undo = { kind: 'undo', changes: closed.value.changes } as const;
    const next = openHistory();
    const marks = { ...NO_MARKS, tickets: [ticketOn(20)] };
    expect(await next.changeMarks(undo)).toMatchObject({ value: { marks } });
    // A second window closes the ticket again.
    const other = openHistory(computer.time + 1_000);
    await other.changeMarks({ kind: 'closeTicket', id: ticketOn(20).id });
    expect(await next.changeMarks(undo)).toEqual({ failure: { code: 'changedMeanwhile' } });
    expect((await next.marks()).tickets).toEqual([]);
  });

  it('refuses a mark beyond the limit, and removes no other mark', async () => {
    const { changeMarks, marks } = openHistory();
    for (let index = 0; index < MAX_OPEN.ticket; index += 1) {
      await changeMarks({ kind: 'addTicket', ticket: { ...ticketOn(20), id: `${index}` } });
    }
    const ticket = { ...ticketOn(23), id: 'new' };
    const failure = { code: 'tooManyMarks', mark: 'ticket', most: 200 };
    expect(await changeMarks({ kind: 'addTicket', ticket })).toEqual({ failure });
    expect((await marks()).tickets).toHaveLength(200);
    await changeMarks({ kind: 'closeTicket', id: '0' });
    expect(await changeMarks({ kind: 'addTicket', ticket })).toMatchObject({
      value: { marks: { tickets: expect.arrayContaining([ticket]) } },
    });
  });

  describe('with mutes', () => {
    const pages = ['host.example/a', 'host.example/b'];
    const muteOf = (id: string): Mute => ({
      id,
      check: 'title',
      at: later,
      note: '',
      pages: pages.map((key) => ({ page: key, errors: ['too_short'] })),
    });
    const idsOn = async ({ mutes }: ReturnType<typeof openHistory>) =>
      (await mutes(pages)).map((pageMutes) => pageMutes.map(({ id }) => id));

    it('returns the mutes of pages until the mutes end, also in the next worker', async () => {
      const { changeMarks, onChange } = openHistory(NOW.getTime());
      expect(await changeMarks({ kind: 'addMute', mute: muteOf('one') })).toMatchObject({
        value: { marks: { ...NO_MARKS, mutesVersion: expect.any(Number) } },
      });
      const next = openHistory();
      expect(await next.mutes(['host.example/b', 'host.example/c'])).toEqual([
        [{ id: 'one', check: 'title', at: later, note: '', errors: ['too_short'], host: null }],
        [],
      ]);
      await next.changeMarks({ kind: 'endMute', id: 'one', pages: ['host.example/a'] });
      expect(await idsOn(openHistory())).toEqual([[], ['one']]);
      await next.changeMarks({ kind: 'endMute', id: 'one', pages: null });
      expect(await idsOn(openHistory())).toEqual([[], []]);
      expect(onChange).toHaveBeenCalledOnce();
      expect(next.onChange).toHaveBeenCalledTimes(2);
    });

    it('leaves muted findings out of trends and news', async () => {
      const { add, history, times, noteReading, changeMarks } = openHistory(NOW.getTime());
      const [before, after] = [
        reportOn(1, 'shop.example/', 12, 80),
        reportOn(2, 'shop.example/', 26, 70, 'noindex:failed'),
      ];
      const requestedAt = times.next();
      await add([before, after]);
      await noteReading(requestedAt, ['1', '2']);
      const failingNow = async () => {
        const [trend] = await history.trends([referTo(after)], 'week');
        return trend?.failingSince.map(({ name }) => name);
      };
      expect(await failingNow()).toEqual(['noindex']);
      expect((await history.news('week')).clients).toMatchObject({ worse: 1, better: 0 });
      const mute: Mute = {
        ...muteOf('one'),
        check: 'noindex',
        pages: [{ page: 'shop.example', errors: ['failed'] }],
      };
      await changeMarks({ kind: 'addMute', mute });
      expect(await failingNow()).toEqual([]);
      expect((await history.news('week')).clients).toMatchObject({ worse: 0, better: 0 });
      await changeMarks({ kind: 'endMute', id: 'one', pages: null });
      expect(await failingNow()).toEqual(['noindex']);
      expect((await history.news('week')).clients).toMatchObject({ worse: 1, better: 0 });
    });

    it('stores one mute after simultaneous presses in two windows', async () => {
      const history = openHistory();
      await Promise.all(
        ['one', 'two'].map((id) => history.changeMarks({ kind: 'addMute', mute: muteOf(id) })),
      );
      expect(await idsOn(history)).toEqual([['one'], ['one']]);
    });

    it('counts mutes among the marks', async () => {
      const { changeMarks } = openHistory();
      await changeMarks({ kind: 'addMute', mute: muteOf('one') });
      await changeMarks({ kind: 'star', page: 'host.example/a' });
      expect(await listHistories()).toMatchObject([{ marks: 2 }]);
    });

    it('refuses a mute of too many pages', async () => {
      const { changeMarks } = openHistory();
      const many = Array.from({ length: MAX_MUTED_PAGES + 1 }, (_, at) => ({
        page: `host.example/${at}`,
        errors: null,
      }));
      const mute = { ...muteOf('many'), pages: many } as Mute;
      expect(await changeMarks({ kind: 'addMute', mute })).toEqual({
        failure: { code: 'tooManyMarks', mark: 'mutedPage', most: MAX_MUTED_PAGES },
      });
    });

    it('tells extension pages to read restored mutes', async () => {
      const { history, onChange } = openHistory();
      await history.restore([{ mark: muteOn('m', pages, 3) }]);
      expect(onChange).toHaveBeenCalledOnce();
    });
  });

  it('fails to change marks if the database fails', async () => {
    const { changeMarks } = openHistory();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const failure = { code: 'notStored' };
    expect(await changeMarks({ kind: 'star', page: 'host.example' })).toEqual({ failure });
  });

  it('stores no report after its connection is closed', async () => {
    const { add, controller } = openHistory();
    controller.abort();
    await add([reportMadeOn(1)]);
    await expect(openHistory().idsOf('https://host.example/')).resolves.toEqual([]);
  });
});

describe('the database of a history', () => {
  it('is created again by a write of an open connection after its deletion', async () => {
    const { add, idsOf } = openHistory();
    await add([reportMadeOn(1)]);
    await deleteHistory('a');
    await add([reportMadeOn(2)]);
    await expect(idsOf('https://host.example/')).resolves.toEqual(['2']);
  });

  it('is not created again by a write of a closed connection after its deletion', async () => {
    const { add, controller } = openHistory();
    await add([reportMadeOn(1)]);
    const writing = add([reportMadeOn(2)]);
    controller.abort();
    await deleteHistory('a');
    await writing;
    await add([reportMadeOn(3)]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('repeats a failed transaction once, and gets the status failing after a second failure', async () => {
    const { add, idsOf, onStatus } = openHistory();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const throwFull = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    put.mockImplementationOnce(throwFull);
    await add([reportMadeOn(1), reportMadeOn(2)]);
    expect(onStatus.mock.calls).toEqual([['stored']]);
    await expect(idsOf('https://host.example/')).resolves.toEqual(['2', '1']);
    put.mockImplementation(throwFull);
    await add([reportMadeOn(3)]);
    await add([reportMadeOn(4)]);
    expect(onStatus.mock.calls).toEqual([['stored'], ['failing']]);
    put.mockRestore();
    await add([reportMadeOn(5)]);
    expect(onStatus.mock.calls).toEqual([['stored'], ['failing'], ['stored']]);
    await expect(idsOf('https://host.example/')).resolves.toEqual(['5', '2', '1']);
  });

  it('contains either all changes of a transaction or none', async () => {
    const { add, idsOf } = openHistory();
    await add([reportMadeOn(1)]);
    const { put } = IDBObjectStore.prototype;
    const mock = vi.spyOn(IDBObjectStore.prototype, 'put');
    mock.mockImplementation(function (this: IDBObjectStore, value: unknown) {
      if ((value as { id?: string }).id === '3')
        throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, value);
    } as typeof put);
    await add([reportMadeOn(2), reportMadeOn(3)]);
    mock.mockRestore();
    await expect(idsOf('https://host.example/')).resolves.toEqual(['1']);
  });
});

describe.each([
  ['lacks IndexedDB', removeDatabases],
  [
    'refuses every call of IndexedDB',
    () => {
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
      });
    },
  ],
])('a history in a browser that %s', (_, prepare) => {
  beforeEach(prepare);

  it('is empty, has the status unavailable, and stores nothing', async () => {
    const { add, remove, noteLoss, history, noteReading, onStatus, onChange } = openHistory();
    await add([reportMadeOn(1)]);
    await remove('1');
    await noteLoss('1');
    await noteReading(0, ['1']);
    expect(onStatus.mock.calls).toEqual([['unavailable']]);
    expect(onChange).not.toHaveBeenCalled();
    const none = { reports: [], results: [] };
    expect(await history.pages(['host.example', 'x'])).toEqual([none, none]);
    expect(await history.trends([referTo(reportMadeOn(1))], 'week')).toHaveLength(1);
    expect(await history.reports(['1'])).toEqual([null]);
    expect(await history.reportDates(['host.example'])).toEqual({});
    expect(await history.list(null)).toMatchObject({ reports: [], after: null, reading: null });
    expect((await history.news('before')).clients).toMatchObject({ worse: 0, better: 0 });
    expect(await history.search('host', 6)).toEqual([]);
    expect(await history.marks()).toEqual(NO_MARKS);
    expect(await history.mutes(['host.example', 'x'])).toEqual([[], []]);
    const { local, session } = fakeBrowser.storage;
    expect([await local.get(), await session.get()]).toEqual([{}, {}]);
  });

  it('fails to change marks', async () => {
    const { changeMarks } = openHistory();
    const failure = { code: 'notStored' };
    expect(await changeMarks({ kind: 'star', page: 'host.example' })).toEqual({ failure });
  });
});
