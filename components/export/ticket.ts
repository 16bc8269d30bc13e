import { checkName, whyItMatters } from '@/components/report/content/check-names';
import { foundText } from '@/components/report/content/check-words';
import { kindSentences } from '@/components/report/content/kind-words';
import { linkLine } from '@/components/report/content/report-text';
import { shortDay, tableDate } from '@/components/text/dates';
import { failingAgainText, failureDates } from '@/components/text/failure-dates';
import { countedIn, joinedSentences, labelled, type Words } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import { failsOn, isNewOn } from '@/lib/report/compare/clients';
import {
  failuresOn,
  type PageRow,
  type Problem,
  problemsOf,
  worstFirst,
} from '@/lib/report/compare/findings';
import type { FailingAgainTicket } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { weightedName } from './client-summary';
import type { ExportDocument } from './document';
import { type TrackedPage, trackerTable } from './tracker-table';

/** Maximum number of addresses in a ticket. */
const MAX_ADDRESSES = 100;
/** Number of addresses in a ticket with more pages than `MAX_ADDRESSES`. */
const MAX_WORST = 20;

interface ProblemFacts {
  /** Sentences that say what the ticket leaves out. */
  notes: readonly string[];
  /** The closed tickets of the problem on whose pages the check fails again. */
  failingAgain: readonly FailingAgainTicket[];
  /** Returns the check of a report; null if unknown. */
  checkOf(report: Report): Check | null;
  /** Returns the report's address on the service; null if unknown. */
  linkOf(report: Report): string | null;
}

/** Returns the problems of pages, of all kinds of importance. */
export function problemsIn(pages: readonly PageRow[]): Problem[] {
  return Object.values(problemsOf(pages)).flat();
}

/** Returns the pages on which a check fails. Pages with a new failure come first. */
export function failingPages(
  problem: Pick<FailedCheck, 'name'>,
  pages: readonly PageRow[],
): PageRow[] {
  return pages
    .filter((page) => failsOn(page, problem))
    .sort((one, other) => Number(isNewOn(other, problem)) - Number(isNewOn(one, problem)));
}

/** Returns the pages that the text of a ticket lists: all pages or, of a long ticket, the worst. */
export function pagesInText(pages: readonly PageRow[]): readonly PageRow[] {
  return pages.length <= MAX_ADDRESSES ? pages : worstFirst(pages).slice(0, MAX_WORST);
}

/** Returns the table of all pages of a ticket, for a CSV file. All pages belong to one client. */
export function ticketTable(
  problem: FailedCheck,
  pages: readonly PageRow[],
  { notes, failingAgain, checkOf, linkOf }: ProblemFacts,
  words: Words,
): ExportDocument {
  const rows = worstFirst(pages).map((page) => {
    const { report, trend } = page;
    const since = trend?.failingSince.find(({ name }) => name === problem.name);
    return [
      copyableAddress(reportAddress(report, words)),
      report.score,
      foundOrNotRead(checkOf(report), words),
      since?.passedAt && tableDate(since.passedAt),
      since && tableDate(since.at),
      report.id,
      linkOf(report),
    ];
  });
  const columns = [
    words.t('batch.column.address'),
    words.t('batch.column.score'),
    words.t('reports.column.found'),
    words.t('reports.column.passedOn'),
    words.t('reports.column.since'),
    words.t('batch.column.report'),
    words.t('batch.column.link'),
  ];
  const head = [
    ticketTitle(problem, pages, words),
    ...problemLines(problem, pages, failingAgain, words),
    ...notes,
  ];
  return { title: null, head, sections: [{ table: { kind: 'pages', columns, rows } }] };
}

/** Returns the kinds of error in plain words, and the closed tickets whose check fails again. */
function problemLines(
  { name }: FailedCheck,
  pages: readonly PageRow[],
  failingAgain: readonly FailingAgainTicket[],
  words: Words,
): string[] {
  const found = kindSentences(failuresOn(name, pages), words);
  return [
    ...(found.length > 0 ? [joinedSentences(found, words)] : []),
    ...failingAgain.map((one) => failingAgainText(one, shortDay, words)),
  ];
}

function ticketTitle(problem: FailedCheck, pages: readonly PageRow[], words: Words): string {
  const [page] = pages;
  const client = page?.client ?? '';
  const size = countedIn(words, 'summary.pagesOf', pages.length, client);
  return labelled(weightedName(problem, words), size, words);
}

/**
 * Returns the ticket of a problem: its pages with their reports. The pages are grouped by the start
 * of the failure and by the text of the check.
 * @param pages in the order of `failingPages`
 */
export function ticketDocument(
  problem: FailedCheck,
  pages: readonly PageRow[],
  { notes, failingAgain, checkOf, linkOf }: ProblemFacts,
  words: Words,
): ExportDocument {
  const listed = pagesInText(pages);
  const groups = new Map<string, Map<string, string[]>>();
  const tracked = new Map<string, TrackedPage[]>();
  for (const page of listed) {
    const { report } = page;
    const head = datesOf(page, problem.name, words);
    const found = foundOrNotRead(checkOf(report), words);
    const byFound = groups.get(head) ?? new Map<string, string[]>();
    const lines = byFound.get(found) ?? [];
    lines.push(copyableAddress(reportAddress(report, words)));
    const link = linkOf(report);
    if (link !== null) lines.push(`  ${linkLine(link, words)}`);
    const address = reportAddress(report, words);
    const row = { address, found, report: link === null ? null : { id: report.id, link } };
    tracked.set(head, [...(tracked.get(head) ?? []), row]);
    groups.set(head, byFound.set(found, lines));
  }
  const why = whyItMatters(problem.name, words);
  const isCut = listed.length < pages.length;
  return {
    title: ticketTitle(problem, pages, words),
    head: [
      ...problemLines(problem, pages, failingAgain, words),
      ...(why ? [words.t('ticket.why', [why])] : []),
      ...notes,
      ...(isCut
        ? [
            countedIn(words, 'ticket.worstPages', listed.length),
            countedIn(words, 'ticket.inFile', pages.length),
          ]
        : []),
    ],
    sections: [
      ...[...groups].map(([heading, byFound]) => ({
        heading,
        lines: [...byFound].flatMap(([found, lines]) =>
          [...(found ? [found] : []), ...lines].map((text) => ({ text })),
        ),
        table: trackerTable(tracked.get(heading) ?? [], words),
      })),
      {
        lines: [
          {
            text: countedIn(words, 'ticket.fixedWhen', pages.length, checkName(problem, words)),
          },
        ],
      },
    ],
  };
}

/** @param check null if the report of the page was not read */
function foundOrNotRead(check: Check | null, words: Words): string {
  return check === null ? words.t('reports.notRead') : untrustedLine(foundText(check, words));
}

/** Returns the dates of a failure on a page, in words. */
function datesOf({ trend }: PageRow, check: string, words: Words): string {
  const since = trend?.failingSince.find(({ name }) => name === check);
  return since === undefined ? '' : failureDates(since, shortDay, words);
}
