import { describe, expect, it } from 'vitest';
import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import {
  type ClosedTicket,
  judgedPages,
  pagesWith,
  returnedTickets,
  type Ticket,
} from '@/lib/report/compare/tickets';
import { oldestFirst, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownPast } from '../../../support/known-pasts';
import { reportOn } from '../../../support/sample-report';

const on = (page: string, day: number, ...failed: string[]): Report =>
  reportOn(day, `shop.example/${page}`, [day, 8], 60, ...failed);

/** The reports of each page. */
const MEASURED = {
  // The ticket is from the 23rd; the check passed on the 16th.
  untouched: [on('untouched', 16), on('untouched', 23, 'noindex')],
  fixed: [on('fixed', 23, 'noindex'), on('fixed', 27, 'title')],
  brokenAgain: [
    on('broken', 23, 'noindex'),
    on('broken', 25),
    on('broken', 27, 'noindex', 'title'),
  ],
  fixedAgain: [on('again', 23, 'noindex'), on('again', 25, 'noindex'), on('again', 27)],
  reportedAnew: [on('anew', 23, 'noindex'), { ...on('anew', 27), id: '9' }],
  deletedAndReportedAnew: [{ ...on('both', 27, 'noindex'), id: '8' }],
  withoutChecks: [
    on('mute', 23, 'noindex'),
    on('mute', 25),
    { ...on('mute', 27), failedChecks: null },
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
  referTo(on(PATHS[name] ?? name, day, 'noindex'));

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

function judge(day: number, ...names: Name[]) {
  const judged = judgedPages(ticketOf(day, ...names), resultsOf) ?? [];
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

it('each of two tickets of one check depends on the results after it', () => {
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

it('judgedPages returns null until the results of all pages are loaded', () => {
  const { page } = reportOfTicket('fixed', 23);
  const unread = (key: string) => (key === page ? undefined : resultsOf(key));
  expect(judgedPages(ticketOf(23, 'untouched', 'fixed'), unread)).toBeNull();
});

it('pagesWith returns the pages with a status', () => {
  const judged = judgedPages(ticketOf(23, ...NAMES), resultsOf) ?? [];
  const pages = (status: 'failing' | 'failingAgain') =>
    pagesWith(status, judged).map(({ report }) => report.page);
  expect([pages('failing'), pages('failingAgain')]).toEqual([
    ['shop.example/both'],
    ['shop.example/broken'],
  ]);
});

it('judgedPages returns the failed check of the result of a ticket', () => {
  const page = on('kinds', 23, 'noindex:missing', 'title:length');
  const ticket = { check: 'title', pages: [{ report: referTo(page), found: null }] };
  const failureIn = (...reports: Report[]) =>
    judgedPages(ticket, () => reports.flatMap(resultOf))?.[0]?.failure;
  expect(failureIn(page, on('kinds', 27))).toMatchObject({ name: 'title', errors: ['length'] });
  // The result of the ticket is no longer stored.
  expect(failureIn(on('kinds', 27))).toBeNull();
});

describe('returnedTickets', () => {
  /** Each page is of a ticket of the 10th. Results are the days on which the check passes or fails. */
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
        ...passed.map((day) => on(name, day)),
        ...failed.map((day) => on(name, day, 'noindex')),
      ];
    });
    const now = new Date(2026, 10, 28);
    return pagesOf(reports).map((page) =>
      pageRow(page, knownPast(page.report, { reports, since: 'week', now })),
    );
  };

  const time = (day: number) => new Date(2026, 10, day, 9).toISOString();

  function closedOn(day: number, ...names: string[]): ClosedTicket {
    const pages = names.map((name) => {
      const { page, generatedAt } = referTo(on(name, day));
      return { page, generatedAt };
    });
    return { id: `closed ${day}`, check: 'noindex', at: time(day), closedAt: time(17), pages };
  }

  function openOn(day: number, ...names: string[]): Ticket {
    const pages = names.map((name) => ({ report: referTo(on(name, day)), found: null }));
    return { id: `open ${day}`, client: null, check: 'noindex', at: time(day), pages };
  }

  const ALL = Object.keys(PAGES);

  it.each<[string, Ticket[], ClosedTicket[], [id: string, pages: number][]]>([
    [
      'counts the pages that passed since the ticket and fail',
      [],
      [closedOn(10, ...ALL)],
      [['closed 10', 2]],
    ],
    [
      'returns nothing for a page that has not failed again',
      [],
      [closedOn(10, 'fixed', 'fixedTwice')],
      [],
    ],
    ['returns nothing for a page that was never fixed', [], [closedOn(10, 'neverFixed')], []],
    [
      'counts a page for its newest ticket alone',
      [],
      [closedOn(5, ...ALL), closedOn(10, 'returned')],
      [
        ['closed 10', 1],
        ['closed 5', 1],
      ],
    ],
    [
      'returns nothing after a newer ticket of the failure',
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
    const found = returnedTickets('noindex', rows(...ALL), open, closed);
    expect(found.map(({ ticket, pages }) => [ticket.id, pages])).toEqual(expected);
  });

  it('returns nothing until the past of the pages is loaded', () => {
    const unread = rows('returned').map((row) => ({ ...row, past: null, change: null }));
    expect(returnedTickets('noindex', unread, [], [closedOn(10, 'returned')])).toEqual([]);
  });
});
