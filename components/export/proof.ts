import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { foundText } from '@/components/report/content/check-words';
import { linkLine } from '@/components/report/content/report-text';
import { daysText, shortDay } from '@/components/text/dates';
import { counted, countText, series } from '@/components/text/language';
import { copyableAddress } from '@/components/text/report-name';
import {
  type JudgedPage,
  pagesWith,
  TICKET_STATUSES,
  type Ticket,
} from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';

interface ProofFacts {
  /** The report that shows the result by which a page was judged; null where it is not known any more. */
  reportOf(page: JudgedPage): Report | null;
  /** What stands on the page of a report now; null where that was not read. */
  checkOf(report: Report): Check | null;
  /** The report's own address on the service, null where it is not known. */
  linkOf(report: Report): string | null;
}

/**
 * What was measured after a problem was handed over, as a text: on how many pages it is fixed, then each page by
 * how it stands, with what stands there now and the links of public reports.
 */
export function proofText(
  { check, client, at }: Omit<Ticket, 'id' | 'pages'>,
  pages: readonly JudgedPage[],
  { reportOf, checkOf, linkOf }: ProofFacts,
): string {
  const fixed = pagesWith('fixed', pages).length;
  const head = [
    series(
      [
        counted('proof.fixed', pages.length, checkName({ name: check }), countText(fixed)),
        measuredText(pages),
      ].filter(Boolean),
    ),
    [client && untrustedLine(client), i18n.t('handedOver.at', [shortDay(at)])]
      .filter(Boolean)
      .join(' · '),
  ];
  const linesOf = (page: JudgedPage) => {
    const report = page.status === 'unmeasured' ? null : reportOf(page);
    const found = report && checkOf(report);
    const text = found && untrustedLine(foundText(found));
    const link = report?.privacy === Privacy.Public ? linkOf(report) : null;
    return [
      copyableAddress(page.report.url ?? page.report.page),
      ...(text ? [`  ${i18n.t('proof.now', [text])}`] : []),
      ...(link === null ? [] : [`  ${linkLine(link)}`]),
    ];
  };
  const parts = TICKET_STATUSES.flatMap((status) => {
    const own = pagesWith(status, pages);
    if (own.length === 0) return [];
    const lines = own.flatMap(linesOf);
    return [
      (own.length === pages.length
        ? lines
        : [i18n.t(status === 'fixed' ? 'proof.allFixed' : `proof.${status}`), ...lines]
      ).join('\n'),
    ];
  });
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`;
}

/** "measured Nov 27, 2026", or from the first day to the last; empty where nothing was. */
function measuredText(pages: readonly JudgedPage[]): string {
  const days = daysText(pages.flatMap(({ result }) => result?.generatedAt ?? []));
  return days === null ? '' : i18n.t('proof.measured', [days]);
}
