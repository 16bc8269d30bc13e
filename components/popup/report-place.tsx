import { useLayoutEffect } from 'preact/hooks';
import type { OpenedReport } from '@/lib/report/page/opened-report';
import type { Report } from '@/lib/report/report';
import { usePopupKeys } from './keyboard';
import { LoadedReportView } from './loaded-report-view';
import type { ConnectedPopup, PopupActions } from './popup-state';

/** Where the list was when a report was opened from it. */
let left: { id: string; scroll: number } | null = null;

/** What scrolls below the form. */
const SCROLLED = '.scroll';

/** Opens a report, to come back to where the list is now. */
export function openFromList(opened: OpenedReport, report: Report): void {
  left = { id: report.id, scroll: document.querySelector(SCROLLED)?.scrollTop ?? 0 };
  void opened.show(report);
}

interface ReportPlaceProps extends PopupActions {
  connected: ConnectedPopup;
}

/** The report that is open, if any, and the popup's keys. */
export function ReportPlace({ connected, onCopy, onOpenPage }: ReportPlaceProps) {
  const { opened, awaited, deletions, linkOf } = connected;
  const open = opened.open.value;
  usePopupKeys(open === null ? null : opened.close);

  useLayoutEffect(() => {
    if (open === null) goBackToList();
  }, [open]);

  return (
    open && (
      <div class="scroll">
        <LoadedReportView
          open={open}
          change={opened.change.value}
          awaited={awaited.value.find(({ report }) => report.id === open.report.id)}
          verbs={opened}
          link={linkOf(open.report)}
          onCopy={onCopy}
          onOpenPage={onOpenPage}
          onRemove={(report) => {
            void deletions.remove(report);
            opened.close();
          }}
        />
      </div>
    )
  );
}

/** Back to where the list was: its position, and the row that was opened. */
function goBackToList(): void {
  if (left === null) return;
  document.querySelector(SCROLLED)?.scrollTo({ top: left.scroll });
  const row = document.querySelector<HTMLElement>(`[data-report="${CSS.escape(left.id)}"] .row`);
  (row ?? document.querySelector<HTMLElement>('.deletion button'))?.focus();
  left = null;
}
