import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Due,
  type DueLine,
  type DueSubject,
  dueLines,
  duePages,
  lastDueDay,
  type Rhythm,
  rhythmFrom,
} from '@/lib/report/compare/due';
import type { Day } from '@/lib/report/compare/local-day';
import type { ReportedPage } from '@/lib/report/compare/pages';
import type { Ticket } from '@/lib/report/compare/tickets';
import { reportOn } from '../../../support/sample-report';

afterEach(() => void vi.unstubAllEnvs());

const SUNDAYS: Rhythm = { every: 'week', weekday: 0 };
const MONDAYS: Rhythm = { every: 'week', weekday: 1 };
const SHOP: DueSubject = { kind: 'client', name: 'shop.example' };
const NO_MARKS = { tickets: [], starred: [] };

/** @param generatedAt null for a report without a result */
function page(path: string, generatedAt: string | null, client = 'shop.example'): ReportedPage {
  const key = `${client}/${path}`;
  const report = { ...reportOn(path, key, 1, generatedAt === null ? null : 60), generatedAt };
  return { key, client, report, reports: [report], isAwaited: false };
}

function dueOn(rhythm: Rhythm, subject = SHOP, notNowOn: Day | null = null): Due {
  return { subject, rhythm, notNowOn };
}

/** Each zone changes its clocks on the Sunday. In Santiago, this Sunday has no midnight. */
describe.each([
  {
    zone: 'Europe/Berlin',
    sunday: '2026-10-25',
    start: '2026-10-24T22:00:00.000Z',
    end: '2026-10-25T23:00:00.000Z',
  },
  {
    zone: 'America/New_York',
    sunday: '2026-03-08',
    start: '2026-03-08T05:00:00.000Z',
    end: '2026-03-09T04:00:00.000Z',
  },
  {
    zone: 'America/Santiago',
    sunday: '2026-09-06',
    start: '2026-09-06T04:00:00.000Z',
    end: '2026-09-07T03:00:00.000Z',
  },
  {
    zone: 'Pacific/Auckland',
    sunday: '2026-04-05',
    start: '2026-04-04T11:00:00.000Z',
    end: '2026-04-05T12:00:00.000Z',
  },
])('in $zone on $sunday', ({ zone, sunday, start, end }) => {
  beforeEach(() => void vi.stubEnv('TZ', zone));
  const justBefore = (time: string) => new Date(Date.parse(time) - 1);
  const pathsDue = (rhythm: Rhythm, pages: ReportedPage[], now: Date) =>
    duePages(dueOn(rhythm), NO_MARKS, pages, now).map(({ report }) => report.id);

  it('a due day lasts from midnight to midnight', () => {
    expect(lastDueDay(SUNDAYS, justBefore(start))).not.toBe(sunday);
    expect(lastDueDay(SUNDAYS, new Date(start))).toBe(sunday);
    expect(lastDueDay(SUNDAYS, justBefore(end))).toBe(sunday);
    expect(lastDueDay(MONDAYS, justBefore(end))).not.toBe(sunday);
    expect(rhythmFrom('week', new Date(start))).toEqual(SUNDAYS);
    expect(rhythmFrom('week', justBefore(end))).toEqual(SUNDAYS);
    expect(rhythmFrom('week', new Date(end))).toEqual(MONDAYS);
  });

  it('a page is due at midnight, unless it has a result since then', () => {
    const pages = [
      page('before', justBefore(start).toISOString()),
      page('since', start),
      page('without', null),
    ];
    expect(pathsDue(SUNDAYS, pages, new Date(start))).toEqual(['before', 'without']);
    expect(pathsDue(SUNDAYS, pages, justBefore(end))).toEqual(['before', 'without']);
    expect(pathsDue(SUNDAYS, [page('since', start)], justBefore(start))).toEqual([]);
    expect(pathsDue(MONDAYS, pages, new Date(end))).toEqual(['before', 'since', 'without']);
  });

  it('Not now hides a line until the next midnight', () => {
    const marks = { ...NO_MARKS, due: [dueOn(SUNDAYS, SHOP, sunday as Day)] };
    const pages = [page('without', null)];
    expect(dueLines(marks, pages, new Date(start))).toEqual([]);
    expect(dueLines(marks, pages, justBefore(end))).toEqual([]);
    expect(dueLines(marks, pages, new Date(end))).toHaveLength(1);
  });
});

describe('lastDueDay', () => {
  it.each<[string, Rhythm, Date, Day]>([
    ['today', MONDAYS, new Date(2026, 10, 30, 9), '2026-11-30'],
    ['the last Monday on a Sunday', MONDAYS, new Date(2026, 10, 29, 9), '2026-11-23'],
    ['the last Sunday in the former year', SUNDAYS, new Date(2026, 0, 2), '2025-12-28'],
    ['a day of this month', { every: 'month', day: 9 }, new Date(2026, 10, 9), '2026-11-09'],
    ['a day of the last month', { every: 'month', day: 9 }, new Date(2026, 10, 8), '2026-10-09'],
    ['a day of the last year', { every: 'month', day: 9 }, new Date(2026, 0, 8), '2025-12-09'],
    ['the 31st', { every: 'month', day: 31 }, new Date(2026, 9, 31), '2026-10-31'],
    ['the 30th of November', { every: 'month', day: 31 }, new Date(2026, 10, 30), '2026-11-30'],
    ['the 31st of October', { every: 'month', day: 31 }, new Date(2026, 10, 29), '2026-10-31'],
    ['the 28th of February', { every: 'month', day: 30 }, new Date(2027, 1, 28), '2027-02-28'],
    ['the 29th of February', { every: 'month', day: 31 }, new Date(2028, 1, 29), '2028-02-29'],
    [
      'the 28th of February in March',
      { every: 'month', day: 31 },
      new Date(2027, 2, 1),
      '2027-02-28',
    ],
  ])('returns %s', (_, rhythm, now, day) => {
    expect(lastDueDay(rhythm, now)).toBe(day);
  });
});

it('rhythmFrom returns the day of the week or of the month', () => {
  const now = new Date(2026, 10, 30, 23, 59);
  expect(rhythmFrom('week', now)).toEqual(MONDAYS);
  expect(rhythmFrom('month', now)).toEqual({ every: 'month', day: 30 });
});

describe('dueLines', () => {
  const MONDAY = new Date(2026, 10, 30, 9);
  const LAST_WEEK = new Date(2026, 10, 24, 9).toISOString();
  const PAGES = [page('1', LAST_WEEK), page('2', LAST_WEEK), page('3', LAST_WEEK, 'mill.example')];
  const TICKET: Ticket = {
    id: 't',
    client: 'shop.example',
    check: 'noindex',
    at: LAST_WEEK,
    pages: ['shop.example/1', 'shop.example/deleted'].map((key) => ({
      report: { id: '1', page: key, url: null, generatedAt: LAST_WEEK },
      found: null,
    })),
  };

  function linesOn(now: Date, due: Due, pages = PAGES, more = {}): DueLine[] {
    return dueLines({ ...NO_MARKS, ...more, due: [due] }, pages, now);
  }

  it('counts the pages of a client', () => {
    expect(linesOn(MONDAY, dueOn(MONDAYS))).toEqual([{ subject: SHOP, ticket: null, pages: 2 }]);
  });

  it('counts the pages of a ticket that have a report', () => {
    const subject = { kind: 'ticket', id: 't' } as const;
    const due = dueOn(MONDAYS, subject);
    const ticket = { check: 'noindex', client: 'shop.example' };
    expect(linesOn(MONDAY, due, PAGES, { tickets: [TICKET] })).toEqual([
      { subject, ticket, pages: 1 },
    ]);
  });

  it('has no line for a ticket that has ended', () => {
    const due = dueOn(MONDAYS, { kind: 'ticket', id: 't' });
    expect(linesOn(MONDAY, due, PAGES, { tickets: [] })).toEqual([]);
    expect(linesOn(MONDAY, due, PAGES, { tickets: [{ ...TICKET, id: 'other' }] })).toEqual([]);
  });

  it('counts the starred pages that have a report', () => {
    const subject = { kind: 'starred' } as const;
    const starred = ['shop.example/1', 'mill.example/3', 'shop.example/deleted'];
    expect(linesOn(MONDAY, dueOn(MONDAYS, subject), PAGES, { starred })).toEqual([
      { subject, ticket: null, pages: 2 },
    ]);
  });

  it('leaves out a page whose result has no date', () => {
    const undated = page('undated', LAST_WEEK);
    const pages = [{ ...undated, report: { ...undated.report, generatedAt: null } }];
    expect(linesOn(MONDAY, dueOn(MONDAYS), pages)).toEqual([]);
  });

  it('has no line for a client without pages', () => {
    expect(linesOn(MONDAY, dueOn(MONDAYS), [])).toEqual([]);
    expect(linesOn(MONDAY, dueOn(MONDAYS), PAGES.slice(2))).toEqual([]);
  });

  it('counts missed due days once', () => {
    const lines = linesOn(new Date(2026, 11, 23, 9), dueOn(MONDAYS));
    expect(lines).toEqual([{ subject: SHOP, ticket: null, pages: 2 }]);
    // A result after one of the missed days, but before the last of these days, is too old.
    const pages = [page('1', new Date(2026, 11, 8).toISOString()), page('2', LAST_WEEK)];
    expect(linesOn(new Date(2026, 11, 23, 9), dueOn(MONDAYS), pages)).toEqual(lines);
  });

  it('leaves out pages with a result since the due day, on any later day', () => {
    const tuesday = new Date(2026, 11, 1, 9).toISOString();
    const pages = [page('1', tuesday), page('2', LAST_WEEK)];
    for (const day of [1, 2, 6]) {
      const [line] = linesOn(new Date(2026, 11, day, 10), dueOn(MONDAYS), pages);
      expect(line?.pages).toBe(1);
    }
  });

  it('has the same lines after the clock was set back, and no endless Not now', () => {
    const now = new Date(2026, 10, 30, 9);
    const pages = [page('1', new Date(2027, 0, 4).toISOString()), page('2', LAST_WEEK)];
    const postponed = dueOn(MONDAYS, SHOP, '2027-01-04');
    expect(linesOn(now, postponed, pages)).toEqual([{ subject: SHOP, ticket: null, pages: 1 }]);
  });
});
