import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createActivity } from '@/components/activity/activity-state';
import type { FormPage } from '@/components/form/form-page';
import { createReportForm } from '@/components/form/form-state';
import { createListState } from '@/components/list/list-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import { listedRows, reportsCsv } from '@/components/report/reports-csv';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import { createSideBySide } from '@/components/reports/comparison/side-by-side-state';
import { createMany } from '@/components/reports/many-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { ReportsPage } from '@/components/reports/reports-page';
import { createRowHistory } from '@/components/reports/row-history-state';
import { createSelection } from '@/components/reports/selection-state';
import { createExports } from '@/components/reports/take-along/export-state';
import { createTicket } from '@/components/reports/take-along/ticket';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyLater } from '@/lib/browser/clipboard';
import type { Connection } from '@/lib/connection/connection';
import type { Keeping } from '@/lib/private-windows';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import { placeOf } from '@/lib/report/report-page';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { followConnection } from '../popup/followed-connection';
import { followForm } from '../popup/followed-form';

interface Given {
  /** Where reports have addresses of their own. */
  linkTemplate: string | null;
  /** The host whose reports are offered at one press; null where no page is in front. */
  site: string | null;
  /** How what the page's window asks for is kept. */
  keeping: Keeping;
  /** The privacy that new reports begin with. */
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Whether the page stands beside the tabs: then it has the form. */
  isPanel: boolean;
  /** What the form is about at first; null where the page in front is not known. */
  formPage: FormPage | null;
  saveCsv(csv: string, name: string): void;
}

/** Reads what is stored for the reports of a connection, and makes of it what their page holds. */
export async function openConnectedReports(
  { id, baseUrl }: Connection,
  { linkTemplate, site, keeping, defaultPrivacy, isPanel, formPage, saveCsv }: Given,
  background: BackgroundApi,
): Promise<ReportsPage> {
  const followed = await followConnection(id, keeping, background);
  const { archive, awaited, view, gate, outcomes, deleting, tasks, success, presses } = followed;
  await archive.readFor(NEWEST_QUERY, '');
  const newId = () => crypto.randomUUID();
  const linkOf = (report: Report) => reportLink(report, linkTemplate, baseUrl);

  const list = createListState({
    ...{ stored: archive.lists, deleting, outcomes, success },
    pageUrl: site === null ? null : `https://${site}/`,
    query: NEWEST_QUERY,
    queryItem: null,
    read: (asked) => background.list(asked, keeping),
    readPage: background.listPage,
  });
  const readingOn = createReadingOn(list);
  // Rows that no stored list holds are known to the archive as they are by now.
  const read = computed(
    () => list.shown.value?.reports.map((row) => archive.reportAt(placeOf(row)) ?? row) ?? [],
  );
  // What a finding leaves is acted upon, and what is selected may be all that it looks at.
  const findings = createFindingsFilter({
    reports: read,
    selected: computed(() => selection.all.value),
  });
  const selection = createSelection(read, findings.shown);
  const history = createRowHistory(archive);

  const listed = computed(() => {
    const ids = new Set(archive.listed.value.map((report) => report.id));
    return [...archive.listed.value, ...read.value.filter((report) => !ids.has(report.id))];
  });
  const results = createNewResults({ awaited, listed, keeping });
  const reportState = createReportState({
    ...{ background, presses, tasks, newId, results, listed, gate, deleting },
  });
  const form = isPanel
    ? createReportForm({
        ...{ presses, view, keeping, newId, defaultPrivacy },
        // The panel stays open while pages come and go: nothing is remembered.
        page: formPage,
      })
    : null;
  const activity = createActivity({
    ...{ background, view, keeping, presses, listed },
    openId: computed(() => reportState.open.value?.report.id),
    awaitedOf: results.stateOf,
    formPressId: form?.namedPressId ?? signal(null),
    onDoubt: () => void list.refresh(),
  });

  if (form !== null) followForm({ form, list, reportState, activity });

  return {
    service: baseUrl,
    ...{
      form,
      keeping,
      list,
      readingOn,
      history,
      findings,
      selection,
      reportState,
      results,
      activity,
    },
    many: createMany({
      ...{ selected: selection.selected, newId },
      ask: activity.batches.ask,
      onAsked: selection.clear,
    }),
    exports: createExports({
      shown: findings.shown,
      selected: selection.selected,
      isReadingOn: readingOn.isOn,
      save: (reports) => saveCsv(reportsCsv(listedRows(reports), linkOf), 'reports'),
    }),
    ticket: createTicket({ get: background.get, linkOf, copyLater, tell: activity.tell }),
    sideBySide: createSideBySide({ get: background.get, pastOf: history.of }),
    update: (report) =>
      void presses.ask({ id: newId(), kind: 'change', report, change: { results: 1 } }),
    remove: (report) => void presses.ask({ id: newId(), kind: 'delete', report }),
    linkOf,
  };
}
