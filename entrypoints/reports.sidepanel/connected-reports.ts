import { computed, signal } from '@preact/signals';
import { createReportList } from '@/components/list/list-state';
import { createReportChanges } from '@/components/report/changes-state';
import { createReportDeletions } from '@/components/report/deletions-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createOpenedReport } from '@/components/report/report-state';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import { createSideBySide } from '@/components/reports/comparison/side-by-side-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { ReportsPage } from '@/components/reports/reports-page';
import { createRowHistory } from '@/components/reports/row-history-state';
import { createSelection } from '@/components/reports/selection-state';
import { createExports, type ExportKind } from '@/components/reports/take-along/export-state';
import { createTicketReading } from '@/components/reports/take-along/ticket-state';
import { failureMessage } from '@/components/text/failure-message';
import { storedSignal } from '@/components/ui/stored-signal';
import { listItems } from '@/lib/archive/list-items';
import { PageHistory, pageOf } from '@/lib/archive/page-history';
import { listedReports } from '@/lib/archive/stored-list';
import type { BackgroundApi } from '@/lib/background/background-api';
import { onBackOnline } from '@/lib/browser/network';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Connection } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { keyOf } from '@/lib/storage/keys';
import { EMPTY_VIEW } from '@/lib/task/view';
import { viewItem } from '@/lib/task/view-item';

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
  const privateWindow = false;
  const [storedView, awaited, storedLists] = await Promise.all([
    storedSignal(viewItem(id)),
    storedSignal(listItems.awaited(id)),
    storedSignal(listItems.lists(id)),
  ]);
  const view = computed(() => storedView.value ?? EMPTY_VIEW);
  const lists = computed(() => storedLists.value ?? []);
  const said = signal<string | null>(null);
  const newId = () => crypto.randomUUID();
  const gate = computed(() => view.value.gate);

  const list = createReportList({
    stored: lists,
    deleting: computed(() => view.value.deleting),
    outcomes: computed(() => view.value.outcomes),
    pageUrl: site === null ? null : `https://${site}/`,
    query: NEWEST_QUERY,
    queryItem: null,
    success: computed(() =>
      gate.value === null ? (view.value.outcomes.at(-1)?.ids[0] ?? '') : null,
    ),
    read: (asked) => background.list(asked, privateWindow),
    readPage: background.listPage,
  });
  const readingOn = createReadingOn(list);
  const read = computed(() => list.shown.value?.reports ?? []);
  // What a finding leaves is acted upon, and what is selected may be all that it looks at.
  const findings = createFindingsFilter({
    reports: read,
    selected: computed(() => selection.all.value),
  });
  const selection = createSelection(read, findings.shown);
  const history = createRowHistory({
    reports: read,
    pageOf,
    async read(pages) {
      const found = await listItems.pages(id).read(pages);
      return new Map([...found].map(([page, { results }]) => [page, results]));
    },
    watch(onChange) {
      watchStored(keyOf(id, 'page/'), (page, stored) =>
        onChange(page, PageHistory.safeParse(stored).data?.results ?? []),
      );
    },
  });

  // Rows that the store does not hold are known by what was read.
  const listed = computed(() => {
    const stored = listedReports(lists.value);
    const ids = new Set(stored.map((report) => report.id));
    return [...stored, ...read.value.filter((report) => !ids.has(report.id))];
  });
  const common = { background, view, privateWindow, newId };
  const results = createNewResults({ awaited, listed, privateWindow });
  const changes = createReportChanges(common);
  const deletions = createReportDeletions({ ...common, onDeleted: () => void list.refresh() });
  const opened = createOpenedReport({
    ...{ background, changes, results, listed, gate, onBackOnline },
    deleting: deletions.deleting,
    unsaved: [],
    unsavedItem: null,
    tellFailure(_, failure) {
      said.value = failureMessage(failure);
    },
  });

  return {
    service: baseUrl,
    ...{ list, readingOn, history, findings, selection, opened, results, deletions, said },
    exports: createExports({
      shown: findings.shown,
      selected: selection.selected,
      isReadingOn: readingOn.isOn,
      save: saveReports,
    }),
    ticket: createTicketReading(background.get),
    sideBySide: createSideBySide({ get: background.get, pastOf: history.of }),
    linkOf: (report) => reportLink(report, linkTemplate, baseUrl),
  };
}
