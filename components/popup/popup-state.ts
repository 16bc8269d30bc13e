import type { ReadonlySignal } from '@preact/signals';
import type { Activity } from '@/components/activity/activity-state';
import type { ReportForm } from '@/components/form/form-state';
import type { ListState } from '@/components/list/list-state';
import type { NewResults } from '@/components/report/new-results-state';
import type { ReportState } from '@/components/report/report-state';
import type { PageHistory } from '@/lib/archive/page-history';
import type { SettingsField } from '@/lib/browser/runtime';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup {
  /** The service's base URL. */
  service: string;
  form: ReportForm;
  activity: Activity;
  list: ListState;
  reportState: ReportState;
  results: NewResults;
  history: ReadonlySignal<PageHistory | undefined>;
  /** The ratings that the page of the open report has had, oldest first. */
  pastResults: ReadonlySignal<readonly PastResult[]>;
  /** The report that was created by the last press; null for none. */
  createdId: ReadonlySignal<string | null>;
  /** Whether new results of a report are on their way. */
  isUpdating(reportId: string): boolean;
  /** Shows a report in place of the list. */
  show(report: Report): void;
  update(report: Report): void;
  remove(report: Report): void;
  /** The report's own address on the service, null where none is wanted. */
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
