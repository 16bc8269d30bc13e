import { type ClosedTicket, Ticket } from '@/lib/report/compare/tickets';
import { Timestamp, z } from '@/lib/schema';

/** The dates of a mark. A mark is ended, and never removed. */
const Dates = {
  madeAt: Timestamp,
  /** When the mark was last made, edited or ended. */
  changedAt: Timestamp,
  /** Null while the mark is open. */
  endedAt: z.nullable(Timestamp),
};

/** A mark as the database stores it. The key begins with the kind. */
export const MarkRecord = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('star'),
    key: z.string(),
    /** The page key. */
    page: z.string(),
    ...Dates,
  }),
  z.object({ kind: z.literal('ticket'), key: z.string(), ticket: Ticket, ...Dates }),
]);
export type MarkRecord = z.infer<typeof MarkRecord>;
type MarkKind = MarkRecord['kind'];

/** The marks, as extension pages see them. */
export interface Marks {
  /** The open tickets, newest first. */
  tickets: Ticket[];
  /** At most `MAX_CLOSED` tickets, the last closed first. */
  closed: ClosedTicket[];
  /** Keys of the starred pages. */
  starred: string[];
}

export const NO_MARKS: Marks = { tickets: [], closed: [], starred: [] };

/** A person's change of the marks. */
export type MarksChange =
  | { kind: 'addTicket'; ticket: Ticket }
  | { kind: 'closeTicket'; id: string }
  | { kind: 'star' | 'unstar'; page: string };

/** The limits of open marks. */
export const MAX_OPEN = { star: 500, ticket: 200 } as const satisfies Record<MarkKind, number>;

/** The limit of closed tickets in a reply. All stay stored. */
export const MAX_CLOSED = 200;

export function starKey(page: string): string {
  return `star ${page}`;
}

export function ticketKey(id: string): string {
  return `ticket ${id}`;
}

function isOpen({ endedAt }: MarkRecord): boolean {
  return endedAt === null;
}

/** Returns the open marks, and the last closed tickets. */
export function shownMarks(records: readonly MarkRecord[]): Marks {
  return { ...openMarks(records), closed: closedTickets(records) };
}

function closedTickets(records: readonly MarkRecord[]): ClosedTicket[] {
  return records
    .flatMap((mark): ClosedTicket[] => {
      if (mark.kind !== 'ticket' || mark.endedAt === null) return [];
      const { id, check, at, pages } = mark.ticket;
      return [
        {
          id,
          check,
          at,
          closedAt: mark.endedAt,
          pages: pages.map(({ report: { page, generatedAt } }) => ({ page, generatedAt })),
        },
      ];
    })
    .sort((one, other) => (one.closedAt > other.closedAt ? -1 : 1))
    .slice(0, MAX_CLOSED);
}

/** Returns the open marks. */
export function openMarks(records: readonly MarkRecord[]): Omit<Marks, 'closed'> {
  const open = records.filter(isOpen);
  return {
    tickets: open
      .flatMap((mark) => (mark.kind === 'ticket' ? mark.ticket : []))
      .sort((one, other) => (one.at > other.at ? -1 : 1)),
    starred: open.flatMap((mark) => (mark.kind === 'star' ? mark.page : [])),
  };
}

/** Returns the keys of the pages that are starred or in an open ticket. */
export function markedPages(records: readonly MarkRecord[]): ReadonlySet<string> {
  const { tickets, starred } = openMarks(records);
  const ofTickets = tickets.flatMap(({ pages }) => pages.map(({ report }) => report.page));
  return new Set([...starred, ...ofTickets]);
}

/**
 * Returns the changed mark; null if nothing changes.
 * @param records all stored marks
 * @param now ISO 8601
 * @returns `full` if the limit of open marks refuses a new one
 */
export function changedMark(
  records: readonly MarkRecord[],
  change: MarksChange,
  now: string,
): MarkRecord | 'full' | null {
  const dates = { madeAt: now, changedAt: now, endedAt: null };
  switch (change.kind) {
    case 'addTicket': {
      const { ticket } = change;
      return added(records, { kind: 'ticket', key: ticketKey(ticket.id), ticket, ...dates });
    }
    case 'star': {
      const { page } = change;
      return added(records, { kind: 'star', key: starKey(page), page, ...dates });
    }
    case 'closeTicket':
      return ended(records, ticketKey(change.id), now);
    case 'unstar':
      return ended(records, starKey(change.page), now);
  }
}

function added(records: readonly MarkRecord[], mark: MarkRecord): MarkRecord | 'full' | null {
  const open = records.filter((one) => one.kind === mark.kind && isOpen(one));
  if (open.some(({ key }) => key === mark.key)) return null;
  return open.length >= MAX_OPEN[mark.kind] ? 'full' : mark;
}

function ended(records: readonly MarkRecord[], key: string, now: string): MarkRecord | null {
  const mark = records.find((one) => one.key === key && isOpen(one));
  return mark === undefined ? null : { ...mark, changedAt: now, endedAt: now };
}
