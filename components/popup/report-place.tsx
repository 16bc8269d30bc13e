import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { Icon } from '@/components/ui/icon';
import type { OpenedReport } from '@/lib/report/page/opened-report';
import type { Report } from '@/lib/report/report';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { usePopupKeys } from './keyboard';
import { LoadedReportView } from './loaded-report-view';
import type { ConnectedPopup, PopupActions } from './popup-state';

/** Where the list was when a report was opened from it. */
let left: { id: string; scroll: number } | null = null;

/** Opens a report, to come back to where the list is now. */
export function openFromList(opened: OpenedReport, report: Report): void {
  left = { id: report.id, scroll: document.documentElement.scrollTop };
  void opened.show(report);
}

interface ReportPlaceProps
  extends Pick<ConnectedPopup, 'opened' | 'deletions'>,
    Pick<PopupActions, 'onCopy' | 'onOpenPage'> {
  awaited: readonly ResultPoll[];
}

/** The report that is open, if any, and the popup's keys. */
export function ReportPlace(props: ReportPlaceProps) {
  const { opened, awaited, deletions, onCopy, onOpenPage } = props;
  const open = opened.open.value;
  usePopupKeys(open === null ? null : opened.close);

  useLayoutEffect(() => {
    if (open === null) goBackToList();
  }, [open]);

  return (
    open && (
      <>
        <button type="button" class="plain" onClick={opened.close}>
          <Icon outline="M15 5l-7 7 7 7" flips />
          {i18n.t('report.back')}
        </button>
        <LoadedReportView
          open={open}
          change={opened.change.value}
          awaited={awaited.find(({ report }) => report.id === open.report.id)}
          verbs={opened}
          link={null}
          onCopy={onCopy}
          onOpenPage={onOpenPage}
          onRemove={(report) => {
            void deletions.remove(report);
            opened.close();
          }}
        />
      </>
    )
  );
}

/** Back to where the list was: its position, and the row that was opened. */
function goBackToList(): void {
  if (left === null) return;
  document.documentElement.scrollTop = left.scroll;
  const row = document.querySelector<HTMLElement>(`[data-report="${CSS.escape(left.id)}"]`);
  (row ?? document.querySelector<HTMLElement>('.deletion button'))?.focus();
  left = null;
}
