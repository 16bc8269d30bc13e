import { describe, expect, it } from 'vitest';
import { createClientNames } from '@/lib/report/compare/client-names';
import type { Ticket } from '@/lib/report/compare/tickets';
import { ticketsByClient } from '@/lib/report/compare/tickets-by-client';
import { referTo } from '@/lib/report/report-reference';
import { reportOn } from '../../../support/sample-report';

const MILL = { name: 'Mill', clients: ['mill.example', 'shop.mill.example'] };

/** Returns a stored ticket. A page names its client only if the client differs from the ticket's client. */
function ticketOn(
  id: string,
  client: string | null,
  pages: [url: string, client?: string][],
): Ticket {
  return {
    id,
    client,
    check: 'noindex',
    at: '2026-11-20T10:00:00.000Z',
    pages: pages.map(([url, single], at) => ({
      report: referTo(reportOn(at + 1, url, 20, 60)),
      found: null,
      ...(single !== undefined && { client: single }),
    })),
  };
}

const OF_MILL = ticketOn('mill', 'mill.example', [['mill.example/a'], ['mill.example/b']]);
const OF_SHOP = ticketOn('shop', 'shop.mill.example', [['shop.mill.example/c']]);
const OF_JOINED = ticketOn('joined', 'Mill', [
  ['mill.example/a', 'mill.example'],
  ['shop.mill.example/c', 'shop.mill.example'],
  ['mill.example/b', 'mill.example'],
]);

const summaryOf = (tickets: readonly Ticket[]) =>
  tickets.map(({ id, client, pages }) => [id, client, ...pages.map(({ report }) => report.page)]);

describe('ticketsByClient', () => {
  it('lists the tickets of single clients under the joined client', () => {
    const names = createClientNames([MILL]);
    expect(summaryOf(ticketsByClient([OF_MILL, OF_SHOP, OF_JOINED], names))).toEqual([
      ['mill', 'Mill', 'mill.example/a', 'mill.example/b'],
      ['shop', 'Mill', 'shop.mill.example/c'],
      ['joined', 'Mill', 'mill.example/a', 'shop.mill.example/c', 'mill.example/b'],
    ]);
  });

  it('lists the ticket of a joined client under each single client after the joined client was taken apart', () => {
    const names = createClientNames([], [MILL]);
    expect(summaryOf(ticketsByClient([OF_MILL, OF_SHOP, OF_JOINED], names))).toEqual([
      ['mill', 'mill.example', 'mill.example/a', 'mill.example/b'],
      ['shop', 'shop.mill.example', 'shop.mill.example/c'],
      ['joined', 'mill.example', 'mill.example/a', 'mill.example/b'],
      ['joined', 'shop.mill.example', 'shop.mill.example/c'],
    ]);
  });

  it('also divides the ticket if the joined client had the name of a single client', () => {
    const ticket = ticketOn('joined', 'mill.example', [
      ['mill.example/a'],
      ['shop.mill.example/c', 'shop.mill.example'],
    ]);
    expect(summaryOf(ticketsByClient([ticket], createClientNames([])))).toEqual([
      ['joined', 'mill.example', 'mill.example/a'],
      ['joined', 'shop.mill.example', 'shop.mill.example/c'],
    ]);
  });

  it('does not divide a ticket that belongs to no client', () => {
    const ticket = ticketOn('all', null, [['mill.example/a'], ['alone.example/']]);
    expect(ticketsByClient([ticket], createClientNames([MILL]))).toEqual([ticket]);
  });
});
