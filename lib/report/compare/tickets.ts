import type { PastResult } from '@/lib/report/past-result';
import { ReportReference } from '@/lib/report/report-reference';
import { failsIn } from '@/lib/report/verdict';
import { Timestamp, z } from '@/lib/schema';

/** A page of a ticket. */
export const TicketPage = z.object({
  /**
   * The report with the problem, and the time of its result. The id is empty if the ticket comes
   * from a backup of another account.
   */
  report: z.extend(ReportReference, { id: z.string() }),
  /** The finding as text; null if the finding was not loaded. */
  found: z.nullable(z.string()),
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

/** A page of a ticket with the present status of the problem. */
export interface JudgedPage extends TicketPage {
  /**
   * `failingAgain`: after the ticket, the check passed and failed again. `unmeasured`: no later
   * result contains the check. `gone`: the history has no result of the page.
   */
  status: 'failing' | 'failingAgain' | 'unmeasured' | 'fixed' | 'gone';
  /** The result that determines the status; null if there is none. */
  result: PastResult | null;
}

/** All statuses, in display order. */
export const TICKET_STATUSES = [
  'fixed',
  'failingAgain',
  'failing',
  'unmeasured',
  'gone',
] as const satisfies JudgedPage['status'][];

/**
 * Determines the status of each page of a ticket. The newest result after the ticket decides,
 * even if it belongs to another report. Returns null until the results of all pages are loaded.
 * @param resultsOf returns the results of a page by its key, oldest first; undefined until loaded
 */
export function judgedPages(
  { check, pages }: Pick<Ticket, 'check' | 'pages'>,
  resultsOf: (page: string) => readonly PastResult[] | undefined,
): JudgedPage[] | null {
  const judged = pages.map((page): JudgedPage | null => {
    const results = resultsOf(page.report.page);
    return results === undefined ? null : judge(page, check, results);
  });
  return judged.every((page) => page !== null) ? judged : null;
}

function judge(page: TicketPage, check: string, results: readonly PastResult[]): JudgedPage {
  if (results.length === 0) return { ...page, status: 'gone', result: null };
  const copiedResultAt = page.report.generatedAt ?? '';
  const later = results.filter(
    (one) => one.generatedAt > copiedResultAt && failsIn(one, check) !== null,
  );
  const result = later.at(-1);
  if (result === undefined) return { ...page, status: 'unmeasured', result: null };
  if (!failsIn(result, check)) return { ...page, status: 'fixed', result };
  const hasPassed = later.some((one) => failsIn(one, check) === false);
  return { ...page, status: hasPassed ? 'failingAgain' : 'failing', result };
}

/** Returns the pages with a status. */
export function pagesWith(
  status: JudgedPage['status'],
  pages: readonly JudgedPage[],
): JudgedPage[] {
  return pages.filter((page) => page.status === status);
}
