import { IMPORTANCES, type Importance } from '@/lib/report/importance';
import { type ClientRow, isNewOn } from './clients';
import { type ClosedTicket, failingAgainTickets, type Ticket } from './tickets';

/** A check that fails on pages of one client. */
export interface ClientProblem {
  client: string;
  /** The name of the failed check. */
  check: string;
}

/** A problem that has become worse since the base of the comparison, for one line of the news. */
export interface Headline extends ClientProblem {
  importance: Importance;
  /** The number of pages on which the problem is new, or fails again after its ticket. */
  pages: number;
  /**
   * The time at which the ticket of the problem was closed, ISO 8601. Null if no closed ticket fails
   * again.
   */
  closedAt: string | null;
}

/** The marks that decide whether a problem fails again. */
interface Tickets {
  /** The open tickets, split by client. */
  tickets: readonly Ticket[];
  closed: readonly ClosedTicket[];
}

/**
 * Returns the problems that have become worse since the base, the worst first: closed tickets that fail
 * again, then new problems. Both are sorted by importance, then by number of pages. Ignores clients that
 * are not loaded.
 */
export function headlinesOf(
  clients: readonly Pick<ClientRow, 'name' | 'pages' | 'overview'>[],
  tickets: Tickets,
): Headline[] {
  return clients.flatMap((client) => headlinesOfClient(client, tickets)).sort(worstFirst);
}

function headlinesOfClient(
  { name: client, pages: rows, overview }: Pick<ClientRow, 'name' | 'pages' | 'overview'>,
  { tickets, closed }: Tickets,
): Headline[] {
  return (overview?.appeared ?? []).map((check): Headline => {
    const { name, importance, pages } = check;
    const failingAgain = (of: typeof rows) => failingAgainTickets(name, of, tickets, closed);
    // A ticket that has failed again since before the base is no news.
    const news = failingAgain(rows.filter((row) => isNewOn(row, check)));
    const regression = failingAgain(rows).find((one) =>
      news.some(({ ticket }) => ticket.id === one.ticket.id),
    );
    return {
      client,
      check: name,
      importance,
      pages: regression?.pages ?? pages,
      closedAt: regression?.ticket.closedAt ?? null,
    };
  });
}

function worstFirst(one: Headline, other: Headline): number {
  return (
    Number(one.closedAt === null) - Number(other.closedAt === null) ||
    IMPORTANCES.indexOf(one.importance) - IMPORTANCES.indexOf(other.importance) ||
    other.pages - one.pages
  );
}

/** Whether a headline is important enough for a notification. */
export function isUrgent({ importance, closedAt }: Headline): boolean {
  return importance === 'high' || closedAt !== null;
}

export function isSameProblem(one: ClientProblem, other: ClientProblem): boolean {
  return one.client === other.client && one.check === other.check;
}
