import { IMPORTANCES, type Importance } from '@/lib/report/importance';
import { clientName, hostOfReport } from './client-names';
import { type ClientRow, isNewOn } from './clients';
import { failuresOn, type PageRow } from './findings';
import { comparedOf } from './page-change';
import { type ClosedTicket, failingAgainPages, failingSinceOn, type Ticket } from './tickets';

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

/** A headline with the facts that identify its problem in later comparisons. */
export interface DatedHeadline extends Headline {
  /**
   * The hosts of the pages; the client of a page without a host. Unlike a client, a host keeps its name
   * when a project is renamed or clients are joined.
   */
  hosts: readonly string[];
  /**
   * The earliest and the latest time at which the check began to fail on one of the pages, ISO 8601. Empty
   * if unknown.
   */
  failingSince: { first: string; last: string };
}

/** The marks that decide whether a problem fails again. */
interface TicketMarks {
  openTickets: readonly Ticket[];
  closedTickets: readonly ClosedTicket[];
}

/** A client whose overview is null until the client is loaded. */
type ComparedClient = Pick<ClientRow, 'name' | 'pages' | 'overview'>;

/**
 * Returns the problems that have become worse since the base, the worst first: closed tickets that fail
 * again, then new problems. Both are sorted by importance, then by number of pages. Ignores clients that
 * are not loaded.
 */
export function headlinesOf(
  clients: readonly ComparedClient[],
  marks: TicketMarks,
): DatedHeadline[] {
  return clients.flatMap((client) => headlinesOfClient(client, marks)).sort(worstFirst);
}

function headlinesOfClient(
  { name: client, pages: rows, overview }: ComparedClient,
  marks: TicketMarks,
): DatedHeadline[] {
  if (overview === null) return [];
  const checksOfTickets = new Set(marks.closedTickets.map(({ check }) => check));
  const regressions = [...checksOfTickets].flatMap((check) => regressionsOf(check, rows, marks));
  const failingAgain = regressions.map(
    ({ ticket, pages, newRows }): DatedHeadline => ({
      client,
      check: ticket.check,
      importance: failuresOn(ticket.check, newRows)[0]?.importance ?? 'low',
      pages,
      closedAt: ticket.closedAt,
      ...identityOf(ticket.check, newRows),
    }),
  );
  const appeared = overview.appeared.flatMap((check): DatedHeadline | [] => {
    const { name, importance } = check;
    const regressed = new Set(
      regressions.flatMap(({ ticket, newRows }) => (ticket.check === name ? newRows : [])),
    );
    const newRows = rows.filter((row) => isNewOn(row, check) && !regressed.has(row));
    const pages = newRows.length;
    if (pages === 0) return [];
    return { client, check: name, importance, pages, closedAt: null, ...identityOf(name, newRows) };
  });
  return [...failingAgain, ...appeared];
}

/** A closed ticket whose check fails again since the base. */
interface Regression {
  ticket: ClosedTicket;
  /** The number of pages on which the check fails again. */
  pages: number;
  /** The pages on which the check began to fail after the base and after the ticket was closed. */
  newRows: readonly PageRow[];
}

/** Returns the regressions of a check. Omits tickets whose check already failed again before the base. */
function regressionsOf(
  check: string,
  rows: readonly PageRow[],
  { openTickets, closedTickets }: TicketMarks,
): Regression[] {
  return failingAgainPages(check, rows, openTickets, closedTickets).flatMap(({ ticket, keys }) => {
    const newRows = rows.filter((row) => {
      const base = comparedOf(row.change)?.base.generatedAt;
      const failedAt = failingSinceOn(row, check)?.at ?? '';
      return keys.has(row.key) && base !== undefined && failedAt > later(base, ticket.closedAt);
    });
    return newRows.length === 0 ? [] : [{ ticket, pages: keys.size, newRows }];
  });
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function identityOf(
  check: string,
  rows: readonly PageRow[],
): Pick<DatedHeadline, 'hosts' | 'failingSince'> {
  const times = rows.flatMap((row) => failingSinceOn(row, check)?.at ?? []).sort();
  return {
    hosts: [...new Set(rows.map(({ report }) => hostOfReport(report) || clientName(report)))],
    failingSince: { first: times[0] ?? '', last: times.at(-1) ?? '' },
  };
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
