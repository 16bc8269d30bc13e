import { describe, expect, it } from 'vitest';
import { groupedClients } from '@/lib/report/compare/clients';
import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import { type Headline, headlinesOf } from '@/lib/report/compare/headlines';
import type { Since } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import type { ClosedTicket, Ticket } from '@/lib/report/compare/tickets';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from '@/test/support/known-trends';
import { reportOn } from '@/test/support/sample-report';
import { NOW, sixClients } from '@/test/support/six-clients';

const time = (day: number) => new Date(2026, 10, day, 9).toISOString();

function rowsOf(
  reports: readonly Report[],
  since: Since = 'week',
  mutes: readonly PageMute[] = NO_MUTES,
): PageRow[] {
  const base = since === 'summary' ? 'noSummary' : since;
  return pagesOf(reports).map((page) =>
    pageRow(page, knownTrend(page.report, { reports, since: base, now: NOW, mutes }), mutes),
  );
}

/** Returns the texts of headlines: client, check and pages, and the day of the closed ticket. */
function textsOf(
  rows: readonly PageRow[],
  closedTickets: readonly ClosedTicket[] = [],
  openTickets: readonly Ticket[] = [],
): string[] {
  const marks = { openTickets, closedTickets };
  const headlines = headlinesOf(groupedClients(rows).all, marks);
  return headlines.map(({ client, check, pages, closedAt }: Headline) => {
    const day = closedAt === null ? '' : ` closed ${new Date(closedAt).getDate()}`;
    return `${client.split('.')[0]} ${check} ${pages}${day}`;
  });
}

/** A client whose pages failed on Nov 10, passed on Nov 16 and fail since Nov 24. */
const RETURNED = ['a', 'b', 'c'].flatMap((page, at) => [
  reportOn(100 + at, `shop.example/${page}`, 24, 60, 'title'),
  reportOn(50 + at, `shop.example/${page}`, 16, 70),
  reportOn(10 + at, `shop.example/${page}`, 10, 60, 'title'),
]);

function closedTicket(check: string, closedOn: number, ...pages: string[]): ClosedTicket {
  const references = pages.map((page) => referTo(reportOn(1, `shop.example/${page}`, 10, 60)));
  return {
    id: `${check} ${closedOn}`,
    check,
    at: time(10),
    closedAt: time(closedOn),
    pages: references.map(({ page, generatedAt }) => ({ page, generatedAt })),
  };
}

describe('headlinesOf', () => {
  it('sorts new problems of all clients by importance, then by number of pages', () => {
    expect(textsOf(sixClients())).toEqual([
      'bergblick robots 2',
      'nordlicht noindex 1',
      'alpen noindex 1',
      'fahrrad load_time 2',
      'nordlicht load_time 1',
    ]);
  });

  it('lists a closed ticket that fails again before new problems of more pages', () => {
    const reports = [
      ...RETURNED,
      ...['x', 'y'].flatMap((page, at) => [
        reportOn(200 + at, `shop.example/${page}`, 24, 60, 'noindex'),
        reportOn(60 + at, `shop.example/${page}`, 16, 70),
      ]),
    ];
    expect(textsOf(rowsOf(reports))).toEqual(['shop title 3', 'shop noindex 2']);
    expect(textsOf(rowsOf(reports), [closedTicket('title', 12, 'a', 'b', 'c')])).toEqual([
      'shop title 3 closed 12',
      'shop noindex 2',
    ]);
    expect(textsOf(rowsOf(reports), [closedTicket('noindex', 12, 'a', 'b')])).toEqual([
      'shop title 3',
      'shop noindex 2',
    ]);
  });

  it('lists a closed ticket that fails again, and other new pages of the same check', () => {
    expect(textsOf(rowsOf(RETURNED), [closedTicket('title', 12, 'a')])).toEqual([
      'shop title 1 closed 12',
      'shop title 2',
    ]);
  });

  it('lists each closed ticket that fails again', () => {
    const tickets = [closedTicket('title', 12, 'a'), closedTicket('title', 13, 'b', 'c')];
    expect(textsOf(rowsOf(RETURNED), tickets)).toEqual([
      'shop title 2 closed 13',
      'shop title 1 closed 12',
    ]);
  });

  it('lists a closed ticket that fails again although the check failed in the base', () => {
    const reports = [
      reportOn(3, 'shop.example/a', 24, 60, 'title'),
      reportOn(2, 'shop.example/a', 20, 70),
      reportOn(1, 'shop.example/a', 17, 60, 'title'),
    ];
    expect(textsOf(rowsOf(reports))).toEqual([]);
    expect(textsOf(rowsOf(reports), [closedTicket('title', 21, 'a')])).toEqual([
      'shop title 1 closed 21',
    ]);
  });

  it('ignores a ticket that was closed after the check failed again', () => {
    const reports = [
      reportOn(3, 'shop.example/a', 22, 60, 'title'),
      reportOn(2, 'shop.example/a', 20, 70),
      reportOn(1, 'shop.example/a', 17, 60, 'title'),
    ];
    const tickets = [closedTicket('title', 23, 'a')];
    expect(textsOf(rowsOf(reports), tickets)).toEqual([]);
    expect(textsOf(rowsOf(RETURNED), [closedTicket('title', 25, 'a')])).toEqual(['shop title 3']);
  });

  it('says when the problem began, and names the hosts of its pages', () => {
    const reports = [
      reportOn(4, 'shop.example/a', 25, 60, 'title'),
      reportOn(3, 'shop.example/b', 23, 60, 'title'),
      reportOn(2, 'shop.example/b', 17, 70),
      reportOn(1, 'shop.example/a', 17, 70),
    ];
    const rows = rowsOf(reports).map((row) => ({ ...row, client: 'Group' }));
    const marks = { openTickets: [], closedTickets: [] };
    expect(headlinesOf(groupedClients(rows).all, marks)).toMatchObject([
      {
        client: 'Group',
        hosts: ['shop.example'],
        failingSince: { first: reports[1]?.generatedAt, last: reports[0]?.generatedAt },
      },
    ]);
  });

  it('is empty if a closed ticket has failed again since before the base', () => {
    const reports = [
      reportOn(3, 'shop.example/a', 24, 60, 'title'),
      reportOn(2, 'shop.example/a', 17, 60, 'title'),
      reportOn(1, 'shop.example/a', 12, 70),
    ];
    const ticket = closedTicket('title', 13, 'a');
    expect(textsOf(rowsOf(reports), [ticket])).toEqual([]);
    expect(textsOf(rowsOf(reports, 'month'), [ticket])).toEqual(['shop title 1 closed 13']);
    const newOnOtherPage = [
      reportOn(5, 'shop.example/b', 24, 60, 'title'),
      reportOn(4, 'shop.example/b', 17, 60),
    ];
    const rows = rowsOf([...reports, ...newOnOtherPage]);
    expect(textsOf(rows, [ticket])).toEqual(['shop title 1']);
  });

  it('ignores a closed ticket whose pages are in a newer open ticket', () => {
    const open: Ticket = {
      id: 'open',
      client: 'shop.example',
      check: 'title',
      at: time(24),
      pages: ['a', 'b'].map((page) => ({
        report: referTo(reportOn(1, `shop.example/${page}`, 24, 60)),
        found: null,
      })),
    };
    const closed = [closedTicket('title', 12, 'a', 'b')];
    expect(textsOf(rowsOf(RETURNED), closed, [open])).toEqual(['shop title 3']);
  });

  it('compares with the chosen base', () => {
    const reports = [
      reportOn(3, 'shop.example/a', 25, 60, 'title', 'noindex'),
      reportOn(2, 'shop.example/a', 23, 60, 'title'),
      reportOn(1, 'shop.example/a', 16, 70),
    ];
    expect(textsOf(rowsOf(reports, 'before'))).toEqual(['shop noindex 1']);
    expect(textsOf(rowsOf(reports, 'week'))).toEqual(['shop title 1', 'shop noindex 1']);
    expect(textsOf(rowsOf(reports, 'summary'))).toEqual([]);
  });

  it('leaves out muted findings', () => {
    const mute: PageMute = {
      id: 'm',
      check: 'title',
      at: time(25),
      note: '',
      errors: null,
      host: null,
    };
    const rows = rowsOf(RETURNED, 'week', [mute]);
    expect(textsOf(rows, [closedTicket('title', 12, 'a', 'b')])).toEqual([]);
  });

  it('is empty for clients that are not loaded', () => {
    const rows = pagesOf(RETURNED).map((page) => pageRow(page, null, NO_MUTES));
    expect(textsOf(rows)).toEqual([]);
  });
});
