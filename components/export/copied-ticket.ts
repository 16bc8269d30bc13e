import { foundText } from '@/components/report/content/check-words';
import type { Words } from '@/components/text/language';
import { clientName } from '@/lib/report/compare/client-names';
import type { PageRow } from '@/lib/report/compare/findings';
import type { Ticket } from '@/lib/report/compare/tickets';
import type { FailedCheck } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { ChangedPages } from './attempt-export';
import { type Chosen, chosenText } from './client-summary';
import type { CopiedDocuments } from './copied-text';
import type { ExportDocument } from './document';
import { type CheckTools, readNamedChecks } from './report-reading';
import { partReadText, storedAgeText } from './rows-age';
import { failingPages, pagesInText, problemsIn, ticketDocument, ticketTable } from './ticket';

/** Limit of the stored text about a check on a page, in characters. */
const LONGEST_FOUND = 200;

export interface CopiedTicket extends CopiedDocuments {
  /** The reports in the copied text. */
  included: readonly Report[];
  /** The number of reports that were not read. */
  unread: number;
  /** Returns the file with all pages of the problem; null if the text lists all pages. */
  fileIn: ((words: Words) => ExportDocument) | null;
  ticket: Omit<Ticket, 'id' | 'at'>;
}

/**
 * Returns the ticket of a problem with the pages of one client. Reads unknown findings first.
 * @throws {ChangedPages} if the check fails on no page of the client
 * @throws {StoppedReading} if the reading is stopped
 */
export async function loadTicket(
  check: Pick<FailedCheck, 'name'>,
  client: string,
  { all, listed, listedBy, partRead, age = null, failingAgain, linkOf }: Chosen,
  tools: CheckTools,
): Promise<CopiedTicket> {
  const ofClient = (pages: readonly PageRow[]) =>
    failingPages(check, pages).filter((page) => page.client === client);
  const failing = ofClient(listed);
  const [problem] = problemsIn(failing).filter(({ name }) => name === check.name);
  if (problem === undefined) throw new ChangedPages();
  const sizeOfAll = all && ofClient(all).length;
  const included = pagesInText(failing).map(({ report }) => report);
  const allReports = new Set([...included, ...failing.map(({ report }) => report)]);
  const { checkOf, unreadIds } = await readNamedChecks(problem.name, [...allReports], tools);
  const again = failingAgain(problem.name, failing);
  const factsIn = (words: Words) => {
    const asOf = age && storedAgeText(age, words);
    const notes = [
      asOf,
      chosenText(failing.length, sizeOfAll, { ...listedBy, check: null }, words),
      asOf === null ? partReadText(partRead, words) : null,
    ].filter((note) => note !== null);
    return { notes, failingAgain: again, checkOf, linkOf };
  };
  return {
    isForTracker: true,
    documents: [
      { client, documentIn: (words) => ticketDocument(problem, failing, factsIn(words), words) },
    ],
    included,
    unread: unreadIds.size,
    fileIn:
      included.length < failing.length
        ? (words) => ticketTable(problem, failing, factsIn(words), words)
        : null,
    ticket: {
      client,
      check: problem.name,
      pages: failing.map(({ report }) => {
        const found = checkOf(report);
        const single = clientName(report);
        return {
          report: referTo(report),
          found: found && untrustedLine(foundText(found)).slice(0, LONGEST_FOUND),
          ...(single !== client && { client: single }),
        };
      }),
    },
  };
}
