import type { ReadonlySignal } from '@preact/signals';
import type { PageState } from '@/components/page/page-state';
import type { PageHistory } from '@/lib/archive/page-history';
import type { SettingsField } from '@/lib/browser/runtime';
import type { PastResult } from '@/lib/report/past-result';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup extends PageState {
  /** What is known of the page in front. */
  history: ReadonlySignal<PageHistory | undefined>;
  /** The ratings that the page of the open report has had, oldest first. */
  pastResults: ReadonlySignal<readonly PastResult[]>;
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
