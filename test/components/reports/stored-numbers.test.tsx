import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { HistoryPart } from '@/lib/history/history-items';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { resultOf } from '@/lib/report/past-result';
import { referTo } from '@/lib/report/report-reference';
import { readingItem } from '@/lib/shared-state/shared-items';
import { knownTrend } from '../../support/known-trends';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { replyOf } from '../../support/sample-list';
import { NOW, SIX_CLIENTS, UPDATED } from '../../support/six-clients';
import { all, one, press, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';

const READING: ReadingProgress = { ...NO_READING, status: 'reading', read: 4, total: 20 };

beforeEach(async () => {
  await useEnglish();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** @param readAt end of the last complete reading, ISO 8601 */
function partOf(readAt: string | null): HistoryPart {
  return {
    reports: [...SIX_CLIENTS],
    after: null,
    count: SIX_CLIENTS.length,
    reading: readAt === null ? null : { readAt, unreadable: 0 },
    revision: 1,
  };
}

/** Draws *All reports* with six stored clients. The list has only their newest reports. */
async function drawStored(calls: Partial<BackgroundApi> = {}) {
  const newest = SIX_CLIENTS.slice(0, 4);
  const background = fakeBackground(
    {
      listReports: async () => ({
        value: { ...replyOf(), reports: newest, total: 20, next: 2, requestedAt: Date.now() },
      }),
      listHistory: async () => ({ value: partOf('2026-11-26T18:40:00.000Z') }),
      readAllReports: async () => ({ value: READING }),
      getTrends: async (_, references, since) => ({
        value: references.map((reference) => {
          const report = SIX_CLIENTS.find(({ id }) => id === reference.id);
          const past = reference.page === referTo(UPDATED).page ? resultOf(UPDATED) : [];
          if (report === undefined) throw new Error(`There is no report ${reference.id}.`);
          return knownTrend(report, { reports: SIX_CLIENTS, past, since, now: NOW });
        }),
      }),
      ...calls,
    },
    newest,
  );
  const page = { total: 20, next: 2 };
  return drawReports({ background, reports: newest, newest: page, comparedSince: 'week' });
}

describe('the numbers of stored reports', () => {
  it('are shown during a reading', async () => {
    await drawStored();
    const worse = await one('rowgroup', 'Worse');
    expect(worse.textContent).toMatch(/^Worse 4.*Robots\.txt, 2 pages new/);
    await one('button', 'Worse 6');
  });

  it('are shown while the service is down', async () => {
    await drawStored({ listReports: async () => ({ failure: { code: 'unreachable' } }) });
    const worse = await one('rowgroup', 'Worse');
    expect(worse.textContent).toMatch(/^Worse 4/);
    await waitUntil(() => expect(document.querySelectorAll('.no-number')).toHaveLength(0));
  });
});

describe('the end of a reading', () => {
  const rowKeys = () =>
    [...document.querySelectorAll<HTMLElement>('.table-row')].map(({ dataset }) => dataset.key);
  const endReading = () =>
    readingItem('a').write({ ...NO_READING, revision: 2, changedAt: Date.now() + 1 });

  /** Draws stored reports. The reading changes the score of one report. */
  async function drawChanging() {
    const changed = SIX_CLIENTS.find(({ id }) => id === '91');
    if (changed === undefined) throw new Error('There is no report 91.');
    await drawStored({
      getHistoryChanges: async () => ({
        value: {
          ...partOf('2026-11-26T19:00:00.000Z'),
          reports: [{ ...changed, score: 99 }],
          removed: [],
          revision: 2,
          isLast: true,
        },
      }),
    });
    await one('button', 'Worse 6');
    await waitUntil(() =>
      expect(document.querySelector('.rows-age')?.textContent).toContain('4 of'),
    );
  }

  it('sorts the rows at once if neither focus nor pointer is in the table', async () => {
    await drawChanging();
    const before = rowKeys();
    await endReading();
    await waitUntil(() => expect(rowKeys()).not.toEqual(before));
    expect(all('button', 'Sort again')).toEqual([]);
  });

  it('does not move rows in use until Sort again is pressed', async () => {
    await drawChanging();
    const before = rowKeys();
    document.querySelector<HTMLElement>('.table-row .row')?.focus();
    await endReading();
    await one('button', 'Sort again');
    expect(rowKeys()).toEqual(before);
    await press('Sort again');
    await waitUntil(() => expect(rowKeys()).not.toEqual(before));
    expect(all('button', 'Sort again')).toEqual([]);
  });
});

it.each([
  { areRowsInUse: true, scrolls: [[0, 20]] },
  { areRowsInUse: false, scrolls: [] },
])(
  'new problems above the rows scroll the page by $scrolls (rows in use: $areRowsInUse)',
  async ({ areRowsInUse, scrolls }) => {
    const passing = SIX_CLIENTS.find(({ id }) => id === '90');
    if (passing === undefined) throw new Error('There is no report 90.');
    await drawStored({
      readAllReports: async () => ({ value: NO_READING }),
      getHistoryChanges: async () => ({
        value: {
          ...partOf('2026-11-26T19:00:00.000Z'),
          reports: [{ ...passing, failedChecks: [{ name: 'http2', importance: 'high' }] }],
          removed: [],
          revision: 2,
          isLast: true,
        },
      }),
    });
    await one('button', 'Worse 6');
    const problems = () => document.querySelectorAll('.findings li').length;
    const table = await one('table', 'Reports');
    vi.spyOn(table, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, 100 + 20 * problems(), 800, 400),
    );
    const scroll = vi.spyOn(window, 'scrollBy').mockImplementation(() => {});
    onTestFinished(() => scroll.mockRestore());
    if (areRowsInUse) table.querySelector<HTMLElement>('.row')?.focus();
    const before = problems();
    await publishQueue({ historyRevision: 2 });
    await waitUntil(() => expect(problems()).toBe(before + 1));
    await waitUntil(() => expect(scroll.mock.calls).toHaveLength(scrolls.length));
    await settle();
    expect(scroll.mock.calls).toEqual(scrolls);
  },
);

describe('the line above the reports', () => {
  const line = () => document.querySelector('.rows-age')?.textContent;
  const expectLine = (text: string) => waitUntil(() => expect(line()).toBe(text));

  it('says when all reports were read, and how many are read again', async () => {
    await drawStored();
    await expectLine('As of Nov 26, 6:40 PM · updating 4 of 20Stop');
  });

  it('says how many reports were read until a person stopped the reading', async () => {
    const stopped: ReadingProgress = { ...READING, status: 'stopped', changedAt: 2 };
    const readAllReports = vi.fn<BackgroundApi['readAllReports']>(async () => ({ value: READING }));
    await drawStored({ readAllReports, stopReading: async () => ({ value: stopped }) });
    await press('Stop');
    await expectLine('As of Nov 26, 6:40 PM · 4 of 20 read sinceShow more');
    readAllReports.mockResolvedValue({ value: { ...NO_READING, changedAt: 3 } });
    await press('Show more');
    await expectLine('As of Nov 26, 6:40 PM');
    expect(readAllReports).toHaveBeenLastCalledWith('a', true);
  });

  it('says how many reports were read if no reading was complete', async () => {
    await drawStored({ listHistory: async () => ({ value: partOf(null) }) });
    await expectLine('4 of 20 reports were read.Stop');
  });

  it('says when all reports were read while the service is down', async () => {
    await drawStored({ listReports: async () => ({ failure: { code: 'unreachable' } }) });
    await expectLine('As of Nov 26, 6:40 PM');
  });
});
