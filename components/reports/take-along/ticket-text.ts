import { i18n } from '#i18n';
import { checkName, checkWords, importanceText } from '@/components/report/content/check-words';
import { resultLabel } from '@/components/text/labels';
import { counted, countText, labelled, sentences } from '@/components/text/language';
import { openableAddress, reportAddress } from '@/components/text/report-name';
import { groupChecks } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { foreignLine } from '@/lib/report/foreign-line';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportsPage } from '../reports-page';
import { MOST_IN_TICKET, type ReadForTicket } from './ticket-state';

/** Addresses are copied whole as far as browsers can open them. */
const LONGEST_ADDRESS = 10_000;
/** So many of what a check is about: a ticket is read by people. */
const MOST_OF_CHECK = 10;

/** Reads reports, copies their failed checks for a ticket, and says how that went. */
export async function copyTicket(
  { ticket, activity, linkOf }: Pick<ReportsPage, 'ticket' | 'activity' | 'linkOf'>,
  reports: readonly Report[],
  onCopyLater: (text: Promise<string>) => Promise<void>,
): Promise<void> {
  activity.tell(null);
  const reading = ticket.read(reports);
  // Browsers let a page copy in the moment of a press alone, and take the text when it is there.
  const copying = onCopyLater(reading.then((read) => ticketText(read.reports, linkOf)));
  const read = await reading.catch(() => null);
  const isCopied = await copying.then(
    () => true,
    () => false,
  );
  if (read === null) return;
  activity.tell(isCopied ? copiedText(read) : i18n.t('form.copyFailed'));
}

function copiedText({ unread, leftOut }: ReadForTicket): string {
  return sentences(
    leftOut > 0 ? i18n.t('reports.ticketCut', [countText(MOST_IN_TICKET)]) : i18n.t('batch.copied'),
    ...(unread > 0 ? [counted('list.unreadable', unread)] : []),
  );
}

/**
 * The failed checks of reports as Markdown: for each its page, and for each check the reason and the
 * addresses that it is about.
 */
export function ticketText(
  reports: readonly ReportDetails[],
  linkOf: (report: Report) => string | null,
): string {
  return `${reports.map((report) => reportPart(report, linkOf(report))).join('\n\n')}\n`;
}

function reportPart(report: ReportDetails, link: string | null): string {
  const failed = groupChecks(report.checks).flatMap(({ checks }) =>
    checks.filter(({ isPassed }) => !isPassed),
  );
  const address = reportAddress(report);
  const page = openableAddress(address);
  return [
    `## ${page === null ? plain(address, LONGEST_ADDRESS) : `<${page}>`}`,
    '',
    plain(resultLabel(report)),
    ...(link === null ? [] : [`<${foreignLine(link, LONGEST_ADDRESS)}>`]),
    '',
    ...(failed.length === 0 ? [i18n.t('report.noneFailed')] : failed.flatMap(checkLines)),
  ].join('\n');
}

function checkLines(check: Check): string[] {
  const { importance } = check;
  const { reasons, value } = checkWords(check);
  const name = plain(checkName(check));
  const head = `**${name}**${importance ? ` (${plain(importanceText(importance))})` : ''}`;
  const said = [...reasons.map(({ text }) => text), value ?? ''].map((text) => plain(text));
  const words = said.filter(Boolean).join(' · ');
  const listings = reasons.flatMap(({ listing }) => listing ?? []);
  const entries = listings.flatMap((listing) => listing.entries);
  const more = listings.reduce((sum, { length }) => sum + length, 0) - MOST_OF_CHECK;
  return [
    `- [ ] ${words === '' ? head : labelled(head, words)}`,
    ...entries
      .slice(0, MOST_OF_CHECK)
      .map(({ text, url }) => `  - ${url === null ? plain(text) : `<${url}>`}`),
    ...(more > 0 ? [`  - ${i18n.t('report.more', [countText(more)])}`] : []),
  ];
}

/** Somebody else's text as a line of Markdown in which nothing is markup. */
function plain(text: string, longest?: number): string {
  return foreignLine(text, longest).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
