import type { Activity } from '@/components/activity/activity-state';
import type { ReportForm } from '@/components/form/form-state';
import type { ListState } from '@/components/list/list-state';
import type { NewResults } from '@/components/report/new-results-state';
import type { ReportState } from '@/components/report/report-state';
import type { FindingsFilter } from '@/components/report/wrong/findings-state';
import type { SettingsField } from '@/lib/browser/runtime';
import type { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import type { SideBySide } from './comparison/side-by-side-state';
import type { Many } from './many-state';
import type { ReadingOn } from './reading-on-state';
import type { RowHistory } from './row-history-state';
import type { Selection } from './selection-state';
import type { ReportExports } from './take-along/export-state';
import type { Ticket } from './take-along/ticket';

/** What the page of all reports holds once a service is connected. */
export interface ReportsPage {
  /** The service's base URL. */
  service: string;
  /** The form that creates a report; null in a tab. */
  form: ReportForm | null;
  /** Whether what is asked for here is dropped when the browser closes. */
  keeping: Keeping;
  list: ListState;
  readingOn: ReadingOn;
  history: RowHistory;
  /** What is wrong in the rows that were read, and the filter by it: its rows are the table's. */
  findings: FindingsFilter;
  selection: Selection;
  many: Many;
  exports: ReportExports;
  ticket: Ticket;
  sideBySide: SideBySide;
  reportState: ReportState;
  results: NewResults;
  activity: Activity;
  update(report: Report): void;
  remove(report: Report): void;
  /** The report's own address on the service, null where none is wanted. */
  linkOf(report: Report): string | null;
}

/** What the page asks of the browser. */
export interface ReportsActions {
  /** @param field the one that a person is to change there */
  onOpenSettings: (field?: SettingsField) => void;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
  onReportMany: () => void;
  /** Opens the page of a batch of reports that are created. */
  onOpenBatch: (id: string) => void;
  /** Opens the page for many pages with the addresses of reports. */
  onReportAgain: (reports: readonly Report[]) => void;
  onSaveCsv: (csv: string, name: string) => void;
  /** The page in its other place: beside tabs, or in a tab of its own. */
  elsewhere: { place: 'panel' | 'tab'; onOpen: () => void };
}
