import type { PastResult } from '@/lib/report/past-result';
import { ReportReference } from '@/lib/report/report-reference';
import { Timestamp, z } from '@/lib/schema';

/** A page that was handed over. */
export const TicketPage = z.object({
  /** The report that showed the problem, with the date of the result that did. */
  report: ReportReference,
  /** What was found on it, in words; null where that was not read. */
  found: z.nullable(z.string()),
});
export type TicketPage = z.infer<typeof TicketPage>;

/** A problem that was handed over to be fixed. */
export const Ticket = z.object({
  id: z.string(),
  /** The client whose pages alone these are; null for pages of several. */
  client: z.nullable(z.string()),
  /** The name of the check. */
  check: z.string(),
  /** When it was handed over. */
  at: Timestamp,
  pages: z.array(TicketPage),
});
export type Ticket = z.infer<typeof Ticket>;

/** What has become of a page that was handed over, by what was measured afterwards. */
export interface JudgedPage extends TicketPage {
  /** `unmeasured`: no later result says whether the check fails. `gone`: nothing is known of the page any more. */
  status: 'failing' | 'unmeasured' | 'fixed' | 'gone';
  /** The result that says so; null where none does. */
  result: PastResult | null;
}

/** In the order in which they are listed. */
export const TICKET_STATUSES = [
  ...(['fixed', 'failing', 'unmeasured', 'gone'] as const),
] satisfies JudgedPage['status'][];

/**
 * Judges the pages of a ticket, each by its last result that is newer than the one that was handed over,
 * whichever report shows it. Null while the results of a page are not read.
 * @param resultsOf the results of the page of a key, the oldest first; undefined while they are not read
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
  const since = page.report.generatedAt ?? '';
  const result = results.findLast((one) => one.generatedAt > since && one.failedChecks !== null);
  if (result === undefined) return { ...page, status: 'unmeasured', result: null };
  const fails = result.failedChecks?.some(({ name }) => name === check);
  return { ...page, status: fails ? 'failing' : 'fixed', result };
}

/** The pages of one status. */
export function pagesWith(
  status: JudgedPage['status'],
  pages: readonly JudgedPage[],
): JudgedPage[] {
  return pages.filter((page) => page.status === status);
}
