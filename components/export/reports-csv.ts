import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { explainedCheck } from '@/components/report/content/kind-words';
import { tableDate } from '@/components/text/dates';
import { fixDates } from '@/components/text/failure-dates';
import { privacyLabel, ratingLabel } from '@/components/text/labels';
import { labelled } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import { fixedBetweenOn, type PageRow } from '@/lib/report/compare/findings';
import { comparedOf, type FixedBetween, type PageChange } from '@/lib/report/compare/page-change';
import type { FailedCheck } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { type Verdict, verdictOf } from '@/lib/report/verdict';
import type { DocumentCell, ExportDocument } from './document';

/** A row of the file: a report, or an address of a batch, which may have no report. */
export interface ReportRow {
  /** Null if the service did not send the address. */
  address: string | null;
  report: Report | null;
  mutes: readonly PageMute[];
  privacy: Privacy | null;
  /** Status of an address of a batch, in a word; absent in a list of reports. */
  state?: string;
  /** Why there is no report, as a sentence. */
  reason?: string | null;
  /** Change of the page since the base; null if unknown, absent in a batch. */
  change?: PageChange | null;
  /** The checks that were found and fixed since the base. */
  fixedBetween?: readonly FixedBetween[];
}

/** Returns the rows of a table. An older report of a page has no change. */
export function tableRows(
  rows: readonly { report: Report; page: Pick<PageRow, 'report' | 'change' | 'trend' | 'mutes'> }[],
): ReportRow[] {
  return rows.map(({ report, page }) => ({
    address: report.url === null ? null : copyableAddress(reportAddress(report)),
    report,
    mutes: page.mutes,
    privacy: report.privacy,
    change: report === page.report ? page.change : null,
    fixedBetween: report === page.report ? fixedBetweenOn(page) : [],
  }));
}

/**
 * Returns the table of a CSV file or a worksheet, in the language on screen. The names of all checks of a row
 * share one cell, and so do the meanings of the checks. Only a batch has columns for state and
 * reason.
 * @param linkOf returns the address of a report on the service; null if unknown
 * @param head lines above the table
 */
export function reportsDocument(
  rows: readonly ReportRow[],
  linkOf: (report: Report) => string | null,
  head: readonly string[] = [],
): ExportDocument {
  const isBatch = rows.some(({ state }) => state !== undefined);
  const hasChanges = rows.some(({ change }) => change !== undefined);
  const all: (Column | false)[] = [
    [i18n.t('batch.column.address'), ({ address }) => linkCell(address)],
    isBatch && [i18n.t('batch.column.state'), ({ state }) => state],
    [i18n.t('batch.column.result'), ({ report }) => report?.result && ratingLabel(report.result)],
    [i18n.t('batch.column.score'), ({ report }) => report?.score],
    [i18n.t('reports.column.high'), (row) => verdictIn(row).counts?.high],
    [i18n.t('reports.column.medium'), (row) => verdictIn(row).counts?.medium],
    [i18n.t('reports.column.low'), (row) => verdictIn(row).counts?.low],
    [i18n.t('privacy.label'), ({ privacy }) => (privacy === null ? null : privacyLabel(privacy))],
    [i18n.t('list.project'), ({ report }) => report?.project],
    [
      i18n.t('sort.generated_at'),
      ({ report }) => report?.generatedAt && dateCell(report.generatedAt),
    ],
    ...(hasChanges ? changeColumns() : []),
    [i18n.t('batch.column.report'), ({ report }) => report?.id],
    [i18n.t('batch.column.link'), ({ report }) => linkCell(report && linkOf(report))],
    [
      i18n.t('report.failed'),
      (row) =>
        verdictIn(row)
          .failing?.map((check) => checkName(check))
          .join(' · '),
    ],
    [
      i18n.t('intended.label'),
      (row) =>
        verdictIn(row)
          .muted.map((check) => checkName(check))
          .join(' · '),
    ],
    [i18n.t('checks.inPlainWords'), explanationOf],
    isBatch && [i18n.t('batch.column.reason'), ({ reason }) => reason],
  ];
  const columns = all.filter((column) => column !== false);
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const table = { kind: 'pages', columns: columns.map(([name]) => name), rows: cells } as const;
  return { title: null, head, sections: [{ heading: i18n.t('workbook.pages'), table }] };
}

function linkCell(address: string | null): DocumentCell {
  return address === null ? null : { text: address, link: address };
}

function dateCell(iso: string): DocumentCell {
  return { text: tableDate(iso), date: iso };
}

function verdictIn({ report, mutes }: ReportRow): Verdict {
  return verdictOf(report ?? {}, mutes);
}

/** Returns what the named checks mean on the page of a row. */
function explanationOf(row: ReportRow): string {
  const { change, fixedBetween = [] } = row;
  const fixed = [...(comparedOf(change ?? null)?.checks?.fixed ?? []), ...fixedBetween];
  const failing = verdictIn(row).failing ?? [];
  return [
    ...failing.map((check) => explainedCheck([check])),
    ...fixed.map((check) => explainedCheck([check], true)),
  ]
    .filter((line) => line !== null)
    .join(' · ');
}

type Column = [head: string, cell: (row: ReportRow) => DocumentCell];

/** Returns the columns about changes since the base. */
function changeColumns(): Column[] {
  const compared = ({ change }: ReportRow) => comparedOf(change ?? null);
  const names = (checks: readonly FailedCheck[] | undefined) =>
    checks?.map((check) => checkName(check)).join(' · ');
  return [
    [
      i18n.t('reports.column.comparedWith'),
      ({ change }) => (change && 'base' in change ? dateCell(change.base.generatedAt) : null),
    ],
    [i18n.t('reports.column.change'), (row) => compared(row)?.difference],
    [i18n.t('past.appeared'), (row) => names(compared(row)?.checks?.appeared)],
    [i18n.t('past.fixed'), (row) => names(compared(row)?.checks?.fixed)],
    [
      i18n.t('reports.column.foundAndFixed'),
      ({ fixedBetween = [] }) =>
        fixedBetween
          .map((check) => labelled(checkName(check), fixDates(check, tableDate)))
          .join(' · '),
    ],
  ];
}
