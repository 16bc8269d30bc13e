import type { FailedCheck } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import { ReportReference } from '@/lib/report/report-reference';
import { failsIn, failureIn, hasChecks, verdictOf } from '@/lib/report/verdict';
import { Timestamp, z } from '@/lib/schema';
import { failsOn } from './clients';
import type { PageRow } from './findings';
import type { FailingSince } from './page-change';

export const TicketPage = z.object({
  /** The report with the problem. The id is empty in a ticket from another account's backup. */
  report: z.extend(ReportReference, { id: z.string() }),
  /** The finding as text; null if the details of the check were not loaded. */
  found: z.nullable(z.string()),
  /** The single client of the page, if the client of the ticket is a joined client. */
  client: z.exactOptional(z.string()),
});
export type TicketPage = z.infer<typeof TicketPage>;

/** A problem that was copied for a developer. */
export const Ticket = z.object({
  id: z.string(),
  /** The client of all pages; null for pages of several clients. */
  client: z.nullable(z.string()),
  /** The name of the failed check. */
  check: z.string(),
  /** Time at which the problem was copied. */
  at: Timestamp,
  pages: z.array(TicketPage),
});
export type Ticket = z.infer<typeof Ticket>;

export interface ClosedTicket extends Pick<Ticket, 'id' | 'check' | 'at'> {
  /** ISO 8601. */
  closedAt: string;
  /** The page keys, and the times of the results with the problem. */
  pages: readonly { page: string; generatedAt: string | null }[];
}

export interface JudgedPage extends TicketPage {
  /**
   * `unmeasured`: no later result has checks. `muted`: the finding of the ticket or the newest finding
   * is muted. `gone`: the history has no result of the page.
   */
  status: 'failing' | 'failingAgain' | 'unmeasured' | 'fixed' | 'muted' | 'gone';
  /** The failed check in the result of the ticket; null if the finding is muted or unknown. */
  failure: FailedCheck | null;
  /** The result that determines the status; null if absent. */
  result: PastResult | null;
}

/** In display order. */
export const TICKET_STATUSES = [
  'fixed',
  'failingAgain',
  'failing',
  'unmeasured',
  'muted',
  'gone',
] as const satisfies JudgedPage['status'][];

/**
 * Determines the status of each page, from the newest result of the page after the ticket. Returns
 * null until all results and mutes are loaded.
 * @param resultsOf returns the results of a page by its key, oldest first; undefined until loaded
 * @param mutesOf returns the mutes of a page by its key; null until loaded
 */
export function judgedPages(
  { check, pages }: Pick<Ticket, 'check' | 'pages'>,
  resultsOf: (page: string) => readonly PastResult[] | undefined,
  mutesOf: (page: string) => readonly PageMute[] | null,
): JudgedPage[] | null {
  const judged = pages.map((page): JudgedPage | null => {
    const results = resultsOf(page.report.page);
    const mutes = mutesOf(page.report.page);
    return results === undefined || mutes === null ? null : judge(page, check, results, mutes);
  });
  return judged.every((page) => page !== null) ? judged : null;
}

function judge(
  ticketPage: TicketPage,
  check: string,
  results: readonly PastResult[],
  mutes: readonly PageMute[],
): JudgedPage {
  const copiedResultAt = ticketPage.report.generatedAt ?? '';
  const copiedResult = results.find(({ generatedAt }) => generatedAt === copiedResultAt) ?? {};
  const page = { ...ticketPage, failure: failureIn(copiedResult, check, mutes) };
  if (results.length === 0) return { ...page, status: 'gone', result: null };
  const isMutedIn = (one: Parameters<typeof verdictOf>[0]) =>
    verdictOf(one, mutes).muted.some(({ name }) => name === check);
  const later = results.filter((one) => one.generatedAt > copiedResultAt && hasChecks(one));
  const result = later.at(-1);
  const fails = result !== undefined && failsIn(result, check, mutes) === true;
  // While a finding is muted, the check does not count as fixed.
  if (!fails && [copiedResult, result ?? {}].some(isMutedIn)) {
    return { ...page, status: 'muted', result: result ?? null };
  }
  if (result === undefined) return { ...page, status: 'unmeasured', result: null };
  if (!fails) return { ...page, status: 'fixed', result };
  const hasPassed = later.some((one) => failsIn(one, check, mutes) === false);
  return { ...page, status: hasPassed ? 'failingAgain' : 'failing', result };
}

/** A closed ticket with the number of pages on which its check fails again. */
export interface FailingAgainTicket {
  ticket: ClosedTicket;
  pages: number;
}

/**
 * Returns the closed tickets of a check, newest first, if the check has passed on a page after the ticket
 * and fails there again.
 * A page counts for its newest ticket only, and not if that ticket is open.
 */
export function failingAgainTickets(
  check: string,
  rows: readonly PageRow[],
  open: readonly Ticket[],
  closed: readonly ClosedTicket[],
): FailingAgainTicket[] {
  return failingAgainPages(check, rows, open, closed).map(({ ticket, keys }) => ({
    ticket,
    pages: keys.size,
  }));
}

/** Like `failingAgainTickets`, with the keys of the pages on which the check fails again. */
export function failingAgainPages(
  check: string,
  rows: readonly PageRow[],
  open: readonly Ticket[],
  closed: readonly ClosedTicket[],
): { ticket: ClosedTicket; keys: ReadonlySet<string> }[] {
  const closedOfCheck = closed.filter((ticket) => ticket.check === check);
  if (closedOfCheck.length === 0) return [];
  const openEntries = open
    .filter((ticket) => ticket.check === check)
    .map(({ at, pages }) => ({ at, pages: pages.map(({ report }) => report.page), closed: null }));
  const closedEntries = closedOfCheck.map((ticket) => ({
    at: ticket.at,
    pages: ticket.pages.map(({ page }) => page),
    closed: ticket,
  }));
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const pagesOfNewerTickets = new Set<string>();
  return [...openEntries, ...closedEntries]
    .sort((one, other) => (one.at > other.at ? -1 : 1))
    .flatMap(({ pages, closed: ticket }) => {
      const failingAgain = ticket?.pages.filter(
        ({ page, generatedAt }) =>
          !pagesOfNewerTickets.has(page) &&
          failsAgainSince(rowsByKey.get(page), check, generatedAt ?? ''),
      );
      for (const page of pages) pagesOfNewerTickets.add(page);
      if (ticket === null || !failingAgain?.length) return [];
      return [{ ticket, keys: new Set(failingAgain.map(({ page }) => page)) }];
    });
}

/** Whether a check fails on a page, and passed after a time. */
function failsAgainSince(row: PageRow | undefined, check: string, time: string): boolean {
  if (row === undefined || !failsOn(row, { name: check })) return false;
  return (failingSinceOn(row, check)?.passedAt ?? '') > time;
}

/** Returns the start of a check's failures on a page; undefined if unknown, or if the check passes. */
export function failingSinceOn({ trend }: PageRow, check: string): FailingSince | undefined {
  return trend?.failingSince.find(({ name }) => name === check);
}

export function pagesWith(
  status: JudgedPage['status'],
  pages: readonly JudgedPage[],
): JudgedPage[] {
  return pages.filter((page) => page.status === status);
}
