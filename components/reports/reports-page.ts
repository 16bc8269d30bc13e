import type { ReportForm } from '@/components/form/form-state';
import type { PageState } from '@/components/page/page-state';
import type { FindingsFilter } from '@/components/report/wrong/findings-state';
import type { SettingsField } from '@/lib/browser/runtime';
import type { Report } from '@/lib/report/report';
import type { SideBySide } from './comparison/side-by-side-state';
import type { Many } from './many-state';
import type { ReadingOn } from './reading-on-state';
import type { RowHistory } from './row-history-state';
import type { Selection } from './selection-state';
import type { ReportExports } from './take-along/export-state';
import type { Ticket } from './take-along/ticket';

/** What the page of all reports holds once a service is connected. */
export interface ReportsPage extends Omit<PageState, 'form'> {
  /** The form that creates a report; null in a tab. */
  form: ReportForm | null;
  readingOn: ReadingOn;
  history: RowHistory;
  /** What is wrong in the rows that were read, and the filter by it: its rows are the table's. */
  findings: FindingsFilter;
  selection: Selection;
  many: Many;
  exports: ReportExports;
  ticket: Ticket;
  sideBySide: SideBySide;
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
  /** Whether the browser shows other pages of ours in this window. */
  offersPages: boolean;
  /** The page in its other place: beside tabs, or in a tab of its own. */
  elsewhere: { place: 'panel' | 'tab'; onOpen: () => void };
}
