import { computed } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createPage, type PageActions } from '@/components/page/page-state';
import { listedRows, reportsCsv } from '@/components/report/reports-csv';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import { copyLater } from '@/lib/browser/clipboard';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { createSideBySide } from './comparison/side-by-side-state';
import { createMany } from './many-state';
import { createReadingOn } from './reading-on-state';
import { createSelection } from './selection-state';
import { createExports } from './take-along/export-state';
import { createTicket } from './take-along/ticket';

/** What the page of all reports asks of the browser. */
interface ReportsActions extends PageActions {
  onReportMany(): void;
  /** Opens the page for many pages with the addresses of reports. */
  onReportAgain(reports: readonly Report[]): void;
  onSaveCsv(csv: string, name: string): void;
}

interface Given
  extends Omit<Parameters<typeof createPage>[0], 'query' | 'remember' | 'siteUrl' | 'actions'> {
  actions: ReportsActions;
  /** The host whose reports are offered at one press; null where no page is in front. */
  site: string | null;
}

/** The model of the page of all reports. */
export type ReportsPage = ReturnType<typeof createReportsPage>;

/** Makes it for a connection. */
export function createReportsPage({ site, actions, ...given }: Given) {
  const page = createPage({
    ...{ ...given, actions, query: NEWEST_QUERY },
    remember() {},
    siteUrl: site === null ? null : `https://${site}/`,
  });
  const { list, activity, linkOf, pastOf } = page;
  const { get } = given.background;
  const readingOn = createReadingOn(list);
  const read = computed(() => list.shown.value?.reports ?? []);
  // What a finding leaves is acted upon, and what is selected may be all that it looks at.
  const findings = createFindingsFilter({
    reports: read,
    selected: computed(() => selection.all.value),
  });
  const selection = createSelection(read, findings.shown);
  return {
    ...page,
    ...{ actions, readingOn, selection },
    /** What is wrong in the rows that were read, and the filter by it: its rows are the table's. */
    findings,
    many: createMany({
      ...{ selected: selection.selected, newId: () => crypto.randomUUID() },
      ask: activity.batches.ask,
      onAsked: selection.clear,
    }),
    exports: createExports({
      shown: findings.shown,
      selected: selection.selected,
      isReadingOn: readingOn.isOn,
      save: (reports) => actions.onSaveCsv(reportsCsv(listedRows(reports), linkOf), 'reports'),
    }),
    ticket: createTicket({ get, linkOf, copyLater, tell: activity.tell }),
    sideBySide: createSideBySide({ get, pastOf }),
  };
}

/** Gives the views below it the model of the page of all reports. */
export const ReportsContext = createContext<ReportsPage | null>(null);

/** The model of the page of all reports, for its own views. */
export function useReports(): ReportsPage {
  const page = useContext(ReportsContext);
  if (page === null) throw new Error('There is no page of reports around this view.');
  return page;
}
