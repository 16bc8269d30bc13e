import { describe, expect, it } from 'vitest';
import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import {
  type ClosedTicket,
  failingAgainTickets,
  type JudgedPage,
  judgedPages,
  pagesWith,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { oldestFirst, type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from '../../../support/known-trends';
import { reportOn } from '../../../support/sample-report';

const reportWith = (page: string, day: number, ...failed: string[]): Report =>
  reportOn(day, `shop.example/${page}`, [day, 8], 60, ...failed);

const MEASURED = {
  // The ticket is from the 23rd; the check passed on the 16th.
  untouched: [reportWith('untouched', 16), reportWith('untouched', 23, 'noindex')],
  fixed: [reportWith('fixed', 23, 'noindex'), reportWith('fixed', 27, 'title')],
  brokenAgain: [
    reportWith('broken', 23, 'noindex'),
    reportWith('broken', 25),
    reportWith('broken', 27, 'noindex', 'title'),
  ],
  fixedAgain: [
    reportWith('again', 23, 'noindex'),
    reportWith('again', 25, 'noindex'),
    reportWith('again', 27),
  ],
  reportedAnew: [reportWith('anew', 23, 'noindex'), { ...reportWith('anew', 27), id: '9' }],
  deletedAndReportedAnew: [{ ...reportWith('both', 27, 'noindex'), id: '8' }],
  withoutChecks: [
    reportWith('mute', 23, 'noindex'),
    reportWith('mute', 25),
    { ...reportWith('mute', 27), failedChecks: null },
  ],
  gone: [],
} satisfies Record<string, Report[]>;

type Name = keyof typeof MEASURED;
const NAMES = Object.keys(MEASURED) as Name[];
const PATHS: Partial<Record<Name, string>> = {
  brokenAgain: 'broken',
  fixedAgain: 'again',
  reportedAnew: 'anew',
  deletedAndReportedAnew: 'both',
  withoutChecks: 'mute',
};

const reportOfTicket = (name: Name, day: number) =>
  referTo(reportWith(PATHS[name] ?? name, day, 'noindex'));

function ticketOf(day: number, ...names: Name[]): Pick<Ticket, 'check' | 'pages'> {
  return {
    check: 'noindex',
    pages: names.map((name) => ({ report: reportOfTicket(name, day), found: 'noindex, follow' })),
  };
}

function resultsOf(page: string) {
  const name = NAMES.find((one) => reportOfTicket(one, 23).page === page);
  const reports: Report[] = name ? MEASURED[name] : expect.fail(page);
  return reports.flatMap(resultOf).sort(oldestFirst);
}

const withoutMutes = () => NO_MUTES;

function judge(day: number, ...names: Name[]) {
  const judged = judgedPages(ticketOf(day, ...names), resultsOf, withoutMutes) ?? [];
  return names.map((name, at) => {
    const { status, result } = judged[at] ?? expect.fail(name);
    return [name, status, result && new Date(result.generatedAt).getDate()];
  });
}

it('the newest result after a ticket determines the status of each page', () => {
  expect(judge(23, ...NAMES)).toEqual([
    ['untouched', 'unmeasured', null],
    ['fixed', 'fixed', 27],
    ['brokenAgain', 'failingAgain', 27],
    ['fixedAgain', 'fixed', 27],
    ['reportedAnew', 'fixed', 27],
    ['deletedAndReportedAnew', 'failing', 27],
    ['withoutChecks', 'fixed', 25],
    ['gone', 'gone', null],
  ]);
});

it('a page has a separate status for each of two tickets with the same check', () => {
  expect(judge(16, 'untouched', 'fixed')).toEqual([
    ['untouched', 'failing', 23],
    ['fixed', 'fixed', 27],
  ]);
  expect(judge(25, 'brokenAgain', 'fixedAgain')).toEqual([
    ['brokenAgain', 'failing', 27],
    ['fixedAgain', 'fixed', 27],
  ]);
  expect(judge(27, 'brokenAgain', 'fixedAgain')).toEqual([
    ['brokenAgain', 'unmeasured', null],
    ['fixedAgain', 'unmeasured', null],
  ]);
});

it('judgedPages returns null until the results and mutes of all pages are loaded', () => {
  const { page } = reportOfTicket('fixed', 23);
  const ticket = ticketOf(23, 'untouched', 'fixed');
  const unreadMutes = (key: string) => (key === page ? null : NO_MUTES);
  expect(judgedPages(ticket, resultsOf, unreadMutes)).toBeNull();
  const withoutResults = (key: string) => (key === page ? undefined : resultsOf(key));
  expect(judgedPages(ticket, withoutResults, withoutMutes)).toBeNull();
});

it('pagesWith returns the pages with a status', () => {
  const judged = judgedPages(ticketOf(23, ...NAMES), resultsOf, withoutMutes) ?? [];
  const pages = (status: 'failing' | 'failingAgain') =>
    pagesWith(status, judged).map(({ report }) => report.page);
  expect([pages('failing'), pages('failingAgain')]).toEqual([
    ['shop.example/both'],
    ['shop.example/broken'],
  ]);
});

it('judgedPages returns the failed check of the result of a ticket', () => {
  const page = reportWith('kinds', 23, 'noindex:missing', 'title:length');
  const ticket = { check: 'title', pages: [{ report: referTo(page), found: null }] };
  const failureIn = (...reports: Report[]) =>
    judgedPages(ticket, () => reports.flatMap(resultOf), withoutMutes)?.[0]?.failure;
  expect(failureIn(page, reportWith('kinds', 27))).toMatchObject({
    name: 'title',
    errors: ['length'],
  });
  // The result of the ticket is no longer stored.
  expect(failureIn(reportWith('kinds', 27))).toBeNull();
});

describe('judgedPages with mutes', () => {
  const PAGE = 'shop.example/page';
  const AT = '2026-11-24T10:00:00.000Z';
  const onKind = (kind: string): PageMute => ({
    id: kind,
    check: 'noindex',
    at: AT,
    note: '',
    errors: [kind],
    host: null,
  });
  const FAILED = 'noindex:failed';
  const OTHER = 'noindex:other';
  const PASSED = 'title';

  type Expected = [status: JudgedPage['status'], day: number | null];
  it.each<[string, (string | null)[], string[], Expected]>([
    ['is muted without a later result', [FAILED], ['failed'], ['muted', null]],
    ['is not measured if another kind is muted', [FAILED], ['other'], ['unmeasured', null]],
    [
      'is muted while the check fails with the muted kind',
      [FAILED, FAILED],
      ['failed'],
      ['muted', 24],
    ],
    ['fails with another kind', [FAILED, OTHER], ['failed'], ['failing', 24]],
    [
      'fails again with another kind after a pass',
      [FAILED, PASSED, OTHER],
      ['failed'],
      ['failingAgain', 25],
    ],
    ['is not fixed if the muted finding is gone', [FAILED, PASSED], ['failed'], ['muted', 24]],
    ['is fixed if another kind is muted', [FAILED, PASSED], ['other'], ['fixed', 24]],
    ['is muted if the latest kind is muted', [FAILED, OTHER], ['other'], ['muted', 24]],
    [
      'is fixed after a pass, despite a muted result before',
      [FAILED, OTHER, PASSED],
      ['other'],
      ['fixed', 25],
    ],
    [
      'is muted if the latest result has no checks',
      [FAILED, FAILED, null],
      ['failed'],
      ['muted', 24],
    ],
    ['fails after the mute has ended', [FAILED, FAILED], [], ['failing', 24]],
  ])('%s', (_, checks, kinds, expected) => {
    const results = checks.map((failed, at): PastResult => {
      const report = reportWith('page', 23 + at, ...(failed === null ? [] : [failed]));
      const [result] = resultOf(failed === null ? { ...report, failedChecks: null } : report);
      return result ?? expect.fail('no result');
    });
    const ticket = {
      check: 'noindex',
      pages: [{ report: referTo(reportWith('page', 23, FAILED)), found: null }],
    };
    const [page] =
      judgedPages(
        ticket,
        () => results,
        () => kinds.map(onKind),
      ) ?? [];
    const day = page?.result && new Date(page.result.generatedAt).getDate();
    expect([page?.report.page, page?.status, day]).toEqual([PAGE, ...expected]);
  });

  it('returns no failure of a page if the finding is muted', () => {
    const results = [reportWith('page', 23, FAILED)].flatMap(resultOf);
    const ticket = {
      check: 'noindex',
      pages: [{ report: referTo(reportWith('page', 23, FAILED)), found: null }],
    };
    const failureWith = (...mutes: PageMute[]) =>
      judgedPages(
        ticket,
        () => results,
        () => mutes,
      )?.[0]?.failure;
    expect(failureWith(onKind('failed'))).toBeNull();
    expect(failureWith(onKind('other'))).toMatchObject({ errors: ['failed'] });
  });
});

describe('failingAgainTickets', () => {
  /** The pages of a ticket of Nov 10, with the days on which the check passed and failed. */
  const PAGES: Record<string, [passed: number[], failed: number[]]> = {
    fixed: [[16], [10]],
    returned: [[16], [10, 23]],
    returnedLong: [[16], [10, 19, 23]],
    neverFixed: [[5], [10, 16, 23]],
    fixedTwice: [
      [16, 26],
      [10, 23],
    ],
  };

  const rows = (...names: string[]): PageRow[] => {
    const reports = names.flatMap((name) => {
      const [passed, failed] = PAGES[name] ?? expect.fail(name);
      return [
        ...passed.map((day) => reportWith(name, day)),
        ...failed.map((day) => reportWith(name, day, 'noindex')),
      ];
    });
    const now = new Date(2026, 10, 28);
    return pagesOf(reports).map((page) =>
      pageRow(page, knownTrend(page.report, { reports, since: 'week', now }), NO_MUTES),
    );
  };

  const time = (day: number) => new Date(2026, 10, day, 9).toISOString();

  function closedOn(day: number, ...names: string[]): ClosedTicket {
    const pages = names.map((name) => {
      const { page, generatedAt } = referTo(reportWith(name, day));
      return { page, generatedAt };
    });
    return { id: `closed ${day}`, check: 'noindex', at: time(day), closedAt: time(17), pages };
  }

  function openOn(day: number, ...names: string[]): Ticket {
    const pages = names.map((name) => ({ report: referTo(reportWith(name, day)), found: null }));
    return { id: `open ${day}`, client: null, check: 'noindex', at: time(day), pages };
  }

  const ALL = Object.keys(PAGES);

  it.each<[string, Ticket[], ClosedTicket[], [id: string, pages: number][]]>([
    [
      'counts the pages that passed after the ticket and fail now',
      [],
      [closedOn(10, ...ALL)],
      [['closed 10', 2]],
    ],
    [
      'returns no ticket for a page that has not failed again',
      [],
      [closedOn(10, 'fixed', 'fixedTwice')],
      [],
    ],
    ['returns no ticket for a page that was never fixed', [], [closedOn(10, 'neverFixed')], []],
    [
      'counts a page only for its newest ticket',
      [],
      [closedOn(5, ...ALL), closedOn(10, 'returned')],
      [
        ['closed 10', 1],
        ['closed 5', 1],
      ],
    ],
    [
      'returns no ticket if a newer ticket is about the new failure',
      [],
      [closedOn(23, 'returned'), closedOn(10, 'returned')],
      [],
    ],
    [
      'leaves out pages of a newer open ticket',
      [openOn(23, 'returned')],
      [closedOn(10, ...ALL)],
      [['closed 10', 1]],
    ],
    ['ignores other checks', [], [{ ...closedOn(10, ...ALL), check: 'title' }], []],
  ])('%s', (_, open, closed, expected) => {
    const found = failingAgainTickets('noindex', rows(...ALL), open, closed);
    expect(found.map(({ ticket, pages }) => [ticket.id, pages])).toEqual(expected);
  });

  it('agrees with judgedPages after a result without checks', () => {
    const reports = [
      reportWith('mute', 23, 'noindex'),
      { ...reportWith('mute', 20), failedChecks: null },
      reportWith('mute', 16),
      reportWith('mute', 10, 'noindex'),
    ];
    const now = new Date(2026, 10, 28);
    const pages = pagesOf(reports).map((page) =>
      pageRow(page, knownTrend(page.report, { reports, since: 'week', now }), NO_MUTES),
    );
    const results = reports.flatMap(resultOf).sort(oldestFirst);
    const judged = judgedPages(openOn(10, 'mute'), () => results, withoutMutes);
    expect(judged?.map(({ status }) => status)).toEqual(['failingAgain']);
    const returned = failingAgainTickets('noindex', pages, [], [closedOn(10, 'mute')]);
    expect(returned.map(({ pages: count }) => count)).toEqual([1]);
  });

  it('returns no ticket until the trends of the pages are loaded', () => {
    const withoutTrends = rows('returned').map((row) => ({ ...row, trend: null, change: null }));
    expect(failingAgainTickets('noindex', withoutTrends, [], [closedOn(10, 'returned')])).toEqual(
      [],
    );
  });
});
