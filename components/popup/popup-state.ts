import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ReportDeletions } from '@/lib/deletion/page/report-deletions';
import type { SetAside } from '@/lib/model/set-aside';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { OpenedReport } from '@/lib/report/page/opened-report';
import type { ReportList } from '@/lib/report/page/report-list';
import type { AwaitedResult } from '@/lib/result-poll/result-poll';
import type { FirstForm, FirstList, Held } from '@/lib/state/first-popup';
import type { WaitingPresses } from '@/lib/state/waiting-presses';
import type { ReportForm } from '@/lib/submission/page/report-form';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';

/** What an ordinary popup shows in its first frame: what was kept, before any of it can change. */
export interface FirstPopup extends Pick<WaitingPresses<WholePopup>, 'soon'> {
  form: FirstForm;
  list: FirstList;
  history: Held<PageHistory | undefined>;
  awaited: Held<readonly AwaitedResult[]>;
}

/** What the popup holds once a service is connected and all of it is there. */
export interface WholePopup {
  parts: LaterParts;
  form: ReportForm;
  /** How copying from the form went, as a sentence, until the next press of Create report. */
  copied: Signal<string | null>;
  submissions: ReportSubmissions;
  list: ReportList;
  opened: OpenedReport;
  history: ReadonlySignal<PageHistory | undefined>;
  deletions: ReportDeletions;
  awaited: ReadonlySignal<readonly AwaitedResult[]>;
}

/** The parts of the popup that no ordinary first frame shows. */
export type LaterParts = typeof import('./later-parts');

/** What comes after the first frame, or before it where it is to be seen at once. */
export interface LaterPopup {
  parts: LaterParts;
  setAside: ReadonlySignal<SetAside | undefined>;
  /** Null: no service is connected. */
  whole: WholePopup | null;
}

/** What the popup asks of the browser and the background. */
export interface PopupActions {
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
}
