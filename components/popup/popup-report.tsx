import { useLayoutEffect } from 'preact/hooks';
import { focusReport } from '@/components/app/focus-recovery';
import { usePage } from '@/components/page/page-context';
import { LoadedReportView } from '@/components/report/loaded-report-view';

/** Scroll position of the list when a report was opened, in pixels. */
let leftAt = 0;

/** The scroll container below the form. */
const SCROLLED = '.scroll';

/** Remembers the scroll position of the list when a report replaces it. */
export function useScrolledList(): void {
  useLayoutEffect(() => {
    const list = document.querySelector(SCROLLED);
    return () => {
      leftAt = list?.scrollTop ?? 0;
    };
  }, []);
}

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

/** Restores the scroll position of the list, and focuses the report's row. */
function goBackToList(reportId: string): void {
  document.querySelector(SCROLLED)?.scrollTo({ top: leftAt });
  focusReport(reportId);
}
