import { useLayoutEffect } from 'preact/hooks';
import { focusReport } from '@/components/app/focus-recovery';
import { usePage } from '@/components/app/page-context';
import { LoadedReportView } from '@/components/report/loaded-report-view';

/** How far the list was scrolled when a report was opened from it. */
let leftAt = 0;

/** What scrolls below the form. */
const SCROLLED = '.scroll';

/** Remembers how far the list is scrolled when it gives way to a report. */
export function useScrolledList(): void {
  useLayoutEffect(() => {
    const list = document.querySelector(SCROLLED);
    return () => {
      leftAt = list?.scrollTop ?? 0;
    };
  }, []);
}

/** The report that is open, if any. */
export function PopupReport() {
  const openId = usePage().reportState.open.value?.report.id;
  useLayoutEffect(() => (openId === undefined ? undefined : () => goBackToList(openId)), [openId]);
  return (
    openId !== undefined && (
      <div class="scroll">
        <LoadedReportView />
      </div>
    )
  );
}

/** Back to where the list was: its position, and the row of the report. */
function goBackToList(reportId: string): void {
  document.querySelector(SCROLLED)?.scrollTo({ top: leftAt });
  focusReport(reportId);
}
