import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ReportDeletions } from '@/lib/deletion/page/report-deletions';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { OpenedReport } from '@/lib/report/page/opened-report';
import type { ReportList } from '@/lib/report/page/report-list';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import type { ReportForm } from '@/lib/submission/page/report-form';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import type { UnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup {
  form: ReportForm;
  /** How copying from the form went, as a sentence, until the next press of Create report. */
  copied: Signal<string | null>;
  submissions: ReportSubmissions;
  list: ReportList;
  /** Whether the browser's storage had no room for the list. */
  isListMemoryOnly: ReadonlySignal<boolean>;
  opened: OpenedReport;
  history: ReadonlySignal<PageHistory | undefined>;
  deletions: ReportDeletions;
  awaited: ReadonlySignal<readonly ResultPoll[]>;
  unreadable: UnreadableWorkNotice;
}

/** What the popup asks of the browser. */
export interface PopupActions {
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
}
