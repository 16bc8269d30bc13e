import { Ticket } from '@/lib/report/compare/tickets';
import { z } from '@/lib/schema';

/** What a person has marked: a problem that was handed over, or a starred page. */
export const MarkRecord = z.object({
  /** `ticket` or `star`, and after a blank the id of the ticket or the key of the page. */
  key: z.string(),
  /** Null for a star. */
  ticket: z.nullable(Ticket),
});
export type MarkRecord = z.infer<typeof MarkRecord>;

/** All that a person has marked. */
export interface Marks {
  /** The newest first. */
  tickets: Ticket[];
  /** The keys of the starred pages. */
  starred: string[];
}

/** A change of it. */
export type MarksChange =
  | { kind: 'addTicket'; ticket: Ticket }
  | { kind: 'removeTicket'; id: string }
  /** Beyond the five hundredth, nothing is starred. */
  | { kind: 'star' | 'unstar'; page: string };

export const MOST_STARRED = 500;
/** Beyond, the oldest go. */
export const MOST_TICKETS = 200;

const TICKET = 'ticket ';
const STAR = 'star ';

/** What the stored records come to. */
export function marksOf(records: readonly MarkRecord[]): Marks {
  return {
    tickets: records
      .flatMap(({ ticket }) => ticket ?? [])
      .sort((one, other) => (one.at > other.at ? -1 : 1)),
    starred: records.flatMap(({ key, ticket }) => (ticket === null ? key.slice(STAR.length) : [])),
  };
}

/** What is stored and removed by a change. */
export function changesOf(
  { tickets, starred }: Marks,
  change: MarksChange,
): { put: MarkRecord[]; remove: string[] } {
  switch (change.kind) {
    case 'addTicket': {
      const { ticket } = change;
      const excess = tickets.slice(MOST_TICKETS - 1).map(({ id }) => TICKET + id);
      return { put: [{ key: TICKET + ticket.id, ticket }], remove: excess };
    }
    case 'removeTicket':
      return { put: [], remove: [TICKET + change.id] };
    case 'star': {
      const isFull = starred.length >= MOST_STARRED;
      return { put: isFull ? [] : [{ key: STAR + change.page, ticket: null }], remove: [] };
    }
    case 'unstar':
      return { put: [], remove: [STAR + change.page] };
  }
}
