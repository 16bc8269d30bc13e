import { computed, signal } from '@preact/signals';
import { createActivity } from '@/components/activity/activity-state';
import { createListState } from '@/components/list/list-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import { createSideBySide } from '@/components/reports/comparison/side-by-side-state';
import { createMany } from '@/components/reports/many-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { ReportsPage } from '@/components/reports/reports-page';
import { createRowHistory } from '@/components/reports/row-history-state';
import { createSelection } from '@/components/reports/selection-state';
import { createExports, type ExportKind } from '@/components/reports/take-along/export-state';
import { createTicketReading } from '@/components/reports/take-along/ticket-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { onBackOnline } from '@/lib/browser/network';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import { placeOf } from '@/lib/report/report-page';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { followConnection } from '../popup/followed-connection';

interface Given {
  /** Where reports have addresses of their own. */
  linkTemplate: string;
  /** The host whose reports are offered at one press; null where no page is in front. */
  site: string | null;
  saveReports(kind: ExportKind, reports: readonly Report[]): void;
}

/** Reads what is stored for the reports of a connection, and makes of it what their page holds. */
export async function openConnectedReports(
  { id, baseUrl }: Connection,
  { linkTemplate, site, saveReports }: Given,
  background: BackgroundApi,
): Promise<ReportsPage> {
  // A page in a tab of ours stands in an ordinary window.
  const keeping = 'disk';
  const followed = await followConnection(id, keeping, background);
  const { archive, awaited, view, gate, outcomes, deleting, tasks, success, presses } = followed;
  await archive.readFor(NEWEST_QUERY, '');
  const newId = () => crypto.randomUUID();

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
    ...{ background, presses, tasks, newId, results, listed, gate, deleting, onBackOnline },
    unsaved: [],
    unsavedItem: null,
  });
  const activity = createActivity({
    ...{ background, view, keeping, presses, listed },
    openId: computed(() => reportState.open.value?.report.id),
    awaitedOf: results.stateOf,
    formPressId: signal(null),
    onDoubt: () => void list.refresh(),
  });

  return {
    service: baseUrl,
    ...{ list, readingOn, history, findings, selection, reportState, results, activity },
    many: createMany({
      ...{ selected: selection.selected, newId },
      ask: activity.batches.ask,
      onAsked: selection.clear,
    }),
    exports: createExports({
      shown: findings.shown,
      selected: selection.selected,
      isReadingOn: readingOn.isOn,
      save: saveReports,
    }),
    ticket: createTicketReading(background.get),
    sideBySide: createSideBySide({ get: background.get, pastOf: history.of }),
    remove: (report) => void presses.ask({ id: newId(), kind: 'delete', report }),
    linkOf: (report) => reportLink(report, linkTemplate, baseUrl),
  };
}
