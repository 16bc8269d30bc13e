import { useLayoutEffect } from 'preact/hooks';
import { rowSelector } from '@/components/list/report-row';
import type { OpenedReport } from '@/components/report/report-state';
import type { Report } from '@/lib/report/report';
import { usePopupKeys } from './keyboard';
import { LoadedReportView } from './loaded-report-view';
import type { ConnectedPopup, PopupActions } from './popup-state';

/** How far the list was scrolled when a report was opened from it. */
let leftAt = 0;

/** What scrolls below the form. */
const SCROLLED = '.scroll';

/** Opens a report, to come back to where the list is now. */
export function openFromList(opened: OpenedReport, report: Report): void {
  leftAt = document.querySelector(SCROLLED)?.scrollTop ?? 0;
  void opened.show(report);
}

interface ReportPlaceProps extends PopupActions {
  connected: ConnectedPopup;
}

/** The report that is open, if any, and the popup's keys. */
export function ReportPlace({ connected, onOpenSettings, ...actions }: ReportPlaceProps) {
  const { opened, results, pastResults, deletions, linkOf } = connected;
  const open = opened.open.value;
  const openId = open?.report.id;
  usePopupKeys(open === null ? null : opened.close);

  useLayoutEffect(() => (openId === undefined ? undefined : () => goBackToList(openId)), [openId]);

  return (
    open && (
      <div class="scroll">
        <LoadedReportView
          open={open}
          change={opened.change.value}
          newResult={results.stateOf(open.report.id)}
          verbs={opened}
          link={linkOf(open.report)}
          pastResults={pastResults.value}
          onSetUpLinks={() => onOpenSettings('report-link')}
          {...actions}
          onRemove={(report) => {
            void deletions.remove(report);
            opened.close();
          }}
        />
      </div>
    )
  );
}

/** Back to where the list was: its position, and the row of the report. */
function goBackToList(reportId: string): void {
  document.querySelector(SCROLLED)?.scrollTo({ top: leftAt });
  document.querySelector<HTMLElement>(rowSelector(reportId))?.focus();
}
