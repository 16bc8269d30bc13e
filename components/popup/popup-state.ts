import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Notice } from '@/components/activity/notice-state';
import type { TaskList } from '@/components/activity/queue-state';
import type { ReportForm } from '@/components/form/form-state';
import type { ReportList } from '@/components/list/list-state';
import type { ReportChanges } from '@/components/report/changes-state';
import type { ReportDeletions } from '@/components/report/deletions-state';
import type { NewResults } from '@/components/report/new-results-state';
import type { OpenedReport } from '@/components/report/report-state';
import type { PageHistory } from '@/lib/archive/page-history';
import type { SettingsField } from '@/lib/browser/runtime';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import type { BatchLine } from '@/lib/task/batch/batch';
import type { Gate } from '@/lib/task/gate';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup {
  /** The service's base URL. */
  service: string;
  form: ReportForm;
  /** What a press beside Create report came to, until the next press. */
  notice: Signal<Notice | null>;
  tasks: TaskList;
  /** The newest first. */
  batches: ReadonlySignal<readonly BatchLine[]>;
  /** What keeps the batches waiting; null where nothing does. */
  batchGate: ReadonlySignal<Gate | null>;
  list: ReportList;
  opened: OpenedReport;
  changes: ReportChanges;
  results: NewResults;
  history: ReadonlySignal<PageHistory | undefined>;
  /** The ratings that the page of the open report has had, oldest first. */
  pastResults: ReadonlySignal<readonly PastResult[]>;
  deletions: ReportDeletions;
  /** The report's own address on the service, null where it is not known. */
  linkOf(report: Report): string | null;
}

/** What the popup asks of the browser. */
export interface PopupActions {
  /** @param field the one that a person is to change there */
  onOpenSettings: (field?: SettingsField) => void;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
  onReportMany: (tabs: readonly number[]) => void;
  onOpenBatch: (id: string) => void;
}
