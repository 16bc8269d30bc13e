import { expect, it } from 'vitest';
import { changesOf, type Marks, MOST_STARRED, MOST_TICKETS } from '@/lib/history/marks';
import type { Ticket } from '@/lib/report/compare/tickets';

const NONE: Marks = { tickets: [], starred: [] };

function ticket(number: number): Ticket {
  return {
    ...{ id: `${number}`, client: null, pages: [] },
    check: 'noindex',
    at: new Date(number).toISOString(),
  };
}

it('beyond two hundred tickets, the oldest goes', () => {
  const tickets = Array.from({ length: MOST_TICKETS }, (_, index) => ticket(MOST_TICKETS - index));
  const added = { kind: 'addTicket', ticket: ticket(MOST_TICKETS + 1) } as const;
  expect(changesOf({ ...NONE, tickets }, added)).toEqual({
    put: [{ key: 'ticket 201', ticket: ticket(201) }],
    remove: ['ticket 1'],
  });
  expect(changesOf({ ...NONE, tickets: tickets.slice(1) }, added).remove).toEqual([]);
});

it('beyond five hundred stars, there is no further one', () => {
  const starred = Array.from({ length: MOST_STARRED }, (_, index) => `host.example/${index}`);
  const star = { kind: 'star', page: 'host.example/new' } as const;
  expect(changesOf({ ...NONE, starred }, star).put).toEqual([]);
  expect(changesOf({ ...NONE, starred: starred.slice(1) }, star).put).toEqual([
    { key: 'star host.example/new', ticket: null },
  ]);
});
