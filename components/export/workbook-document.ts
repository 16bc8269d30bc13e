import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import { kindSentences } from '@/components/report/content/kind-words';
import { sentences } from '@/components/text/language';
import { failuresOn, overviewOf, problemsOf } from '@/lib/report/compare/findings';
import { IMPORTANCES } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import { type ClientSummary, workbookHead } from './client-summary';
import type { DocumentCell, DocumentSection, ExportDocument } from './document';
import { type ReportRow, reportsDocument } from './reports-csv';

/**
 * Returns a summary and three tables: the clients, their problems, and the listed pages. The tables of
 * clients and problems count all pages of each client, like a printed sheet.
 * @param rows the listed pages
 * @param linkOf returns the address of a report on the service; null if unknown
 */
export function workbookDocument(
  clients: readonly ClientSummary[],
  rows: readonly ReportRow[],
  linkOf: (report: Report) => string | null,
): ExportDocument {
  const { sections } = reportsDocument(rows, linkOf);
  return {
    title: null,
    head: workbookHead(clients, i18n),
    sections: [clientsSection(clients), problemsSection(clients), ...sections],
  };
}

function clientsSection(clients: readonly ClientSummary[]): DocumentSection {
  const columns = [
    i18n.t('workbook.client'),
    i18n.t('print.pages'),
    i18n.t('workbook.averageBefore'),
    i18n.t('wrong.average'),
    i18n.t('overview.worse'),
    i18n.t('overview.better'),
    i18n.t('clients.noChange'),
    i18n.t('workbook.problems'),
  ];
  const rows = clients.map(({ name, knownPages }): DocumentCell[] => {
    const { pages, development, average, kinds } = overviewOf(knownPages);
    return [
      name,
      pages,
      development?.before,
      average,
      kinds.worse,
      kinds.better,
      kinds.same,
      problemsIn(knownPages).length,
    ];
  });
  return { heading: i18n.t('workbook.clients'), table: { kind: 'pages', columns, rows } };
}

function problemsSection(clients: readonly ClientSummary[]): DocumentSection {
  const columns = [
    i18n.t('workbook.client'),
    i18n.t('comparison.check'),
    i18n.t('comparison.importance'),
    i18n.t('print.pages'),
    i18n.t('clients.new'),
    i18n.t('checks.inPlainWords'),
  ];
  const rows = clients.flatMap(({ name, knownPages }) => {
    const isCompared = overviewOf(knownPages).checksCompared > 0;
    return problemsIn(knownPages).map((problem): DocumentCell[] => [
      name,
      checkName(problem),
      importanceText(problem.importance),
      problem.pages,
      isCompared ? problem.appeared : null,
      sentences(...kindSentences(failuresOn(problem.name, knownPages))),
    ]);
  });
  return { heading: i18n.t('workbook.problems'), table: { kind: 'problems', columns, rows } };
}

/** Returns the problems of pages, the most important first. */
function problemsIn(pages: ClientSummary['knownPages']) {
  const problems = problemsOf(pages);
  return IMPORTANCES.flatMap((importance) => problems[importance]);
}
