import { expect, it } from 'vitest';
import { judgedPages, pagesWith, type Ticket } from '@/lib/report/compare/tickets';
import { oldestFirst, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
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
