import { checkName } from '@/components/report/content/check-names';
import { foundText } from '@/components/report/content/check-words';
import { explainedCheck, kindSentences } from '@/components/report/content/kind-words';
import { linkLine } from '@/components/report/content/report-text';
import { daysText, shortDay } from '@/components/text/dates';
import { countedIn, countText, series, type Words } from '@/components/text/language';
import { copyableAddress } from '@/components/text/report-name';
import {
  type JudgedPage,
  pagesWith,
  TICKET_STATUSES,
  type Ticket,
} from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import { NO_MUTES } from '@/lib/report/mutes';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { failureIn } from '@/lib/report/verdict';
import type { DocumentLine, DocumentSection, ExportDocument } from './document';
import { type TrackedPage, trackerTable } from './tracker-table';

export interface ProofFacts {
  /** Returns the client of a report. */
  clientOf(report: Report): string;
  /** Returns the report with the judged result of a page; null if no longer known. */
  reportOf(page: JudgedPage): Report | null;
  /** Returns the current check of a report's page; null if the report was not read, or lacks the check. */
  checkOf(report: Report): Check | null;
  /** Ids of the reports that were not read. */
  unreadIds: ReadonlySet<string>;
  /** Returns the report's address on the service; null if unknown. */
  linkOf(report: Report): string | null;
}

/**
 * Returns the proof of a ticket: the number of fixed pages, and the pages grouped by status. Leaves
 * out pages on which the problem is muted. Each page has its current check and the link of a public
 * report.
 */
export function proofDocument(
  { check, client, at }: Omit<Ticket, 'id' | 'pages'>,
  allPages: readonly JudgedPage[],
  { clientOf, reportOf, checkOf, unreadIds, linkOf }: ProofFacts,
  words: Words,
): ExportDocument {
  const pages = allPages.filter(({ status }) => status !== 'muted');
  const fixed = pagesWith('fixed', pages).length;
  function foundOn(report: Report): string {
    if (unreadIds.has(report.id)) return words.t('reports.notRead');
    const check = checkOf(report);
    return check === null ? '' : untrustedLine(foundText(check, words));
  }
  /** Returns what a line and a row say about a page. */
  function trackedPage(page: JudgedPage): TrackedPage {
    const current = page.status === 'unmeasured' ? null : reportOf(page);
    // The newest report of the page may belong to another project.
    const report = current && (client === null || clientOf(current) === client) ? current : null;
    const link = report?.privacy === Privacy.Public ? linkOf(report) : null;
    return {
      address: page.report.url ?? page.report.page,
      found: report === null ? '' : foundOn(report),
      report: report && link !== null ? { id: report.id, link } : null,
    };
  }
  const lineOf = ({ address, found, report }: TrackedPage): DocumentLine => ({
    text: copyableAddress(address),
    below: [
      ...(found === '' ? [] : [words.t('proof.now', [found])]),
      ...(report === null ? [] : [linkLine(report.link, words)]),
    ],
  });
  const sections = TICKET_STATUSES.flatMap((status): DocumentSection[] => {
    const own = pagesWith(status, pages);
    if (own.length === 0 || status === 'muted') return [];
    const heading = words.t(status === 'fixed' ? 'proof.allFixed' : `proof.${status}`);
    const isAlone = own.length === pages.length;
    const tracked = own.map(trackedPage);
    return [
      {
        heading: isAlone ? null : heading,
        lines: tracked.map(lineOf),
        table: trackerTable(tracked, words),
      },
    ];
  });
  return {
    title: series(
      [
        countedIn(
          words,
          'proof.fixed',
          pages.length,
          checkName({ name: check }, words),
          countText(fixed, words),
        ),
        measuredText(pages, words),
      ].filter(Boolean),
      words,
    ),
    head: [
      [client && untrustedLine(client), words.t('handedOver.at', [shortDay(at, words)])]
        .filter(Boolean)
        .join(' · '),
      ...explanations(check, pages, words),
    ],
    sections,
  };
}

/**
 * Returns the errors before the fix, and the last errors on the other pages, in plain words. Does
 * not repeat equal errors.
 */
function explanations(check: string, pages: readonly JudgedPage[], words: Words): string[] {
  const fixed = pagesWith('fixed', pages).flatMap(({ failure }) => failure ?? []);
  const failing = pages.flatMap(({ status, failure, result }) => {
    if (status === 'fixed' || status === 'gone') return [];
    // The mutes do not matter, because no page of a proof is muted.
    return (result === null ? failure : failureIn(result, check, NO_MUTES)) ?? [];
  });
  const before = new Set(kindSentences(fixed, words));
  const now = kindSentences(failing, words);
  const isSame = before.size === now.length && now.every((sentence) => before.has(sentence));
  return [
    isSame ? null : explainedCheck(fixed, true, words),
    explainedCheck(failing, false, words),
  ].filter((line) => line !== null);
}

/** "measured Nov 27, 2026", or the first and the last day; empty without results. */
function measuredText(pages: readonly JudgedPage[], words: Words): string {
  const dates = pages.flatMap(({ result }) => result?.generatedAt ?? []);
  const days = daysText(dates, words);
  return days === null ? '' : words.t('proof.measured', [days]);
}
