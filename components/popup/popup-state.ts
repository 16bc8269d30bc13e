import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ReportDeletions } from '@/lib/deletion/page/report-deletions';
import type { DuplicateNotices } from '@/lib/duplicate/page/duplicate-notices';
import type { Failure } from '@/lib/failure';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { OpenedReport } from '@/lib/report/page/opened-report';
import type { ReportList } from '@/lib/report/page/report-list';
import type { Report } from '@/lib/report/report';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import type { ReportForm } from '@/lib/submission/page/report-form';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import type { UnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup {
  /** The service's base URL. */
  service: string;
  form: ReportForm;
  /** What a press beside Create report came to, until the next press. */
  notice: Signal<Notice | null>;
  submissions: ReportSubmissions;
  list: ReportList;
  /** Whether the browser's storage had no room for the list. */
  isListMemoryOnly: ReadonlySignal<boolean>;
  opened: OpenedReport;
  history: ReadonlySignal<PageHistory | undefined>;
  deletions: ReportDeletions;
  duplicates: DuplicateNotices;
  awaited: ReadonlySignal<readonly ResultPoll[]>;
  unreadable: UnreadableWorkNotice;
  /** Asks for new results of a report; null, or why it could not be asked. */
  updateResults(report: Report): Promise<Failure | null>;
  /** The report's own address on the service, null where it is not known. */
  linkOf(report: Report): string | null;
}

/** What a press came to. */
export type Notice =
  /** A status. */
  | { text: string }
  /** New results of a report were asked for. */
  | { updatedId: string }
  /** Why a report could not be changed. */
  | { failure: Failure; report: Report };

/** What the popup asks of the browser. */
export interface PopupActions {
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
}
