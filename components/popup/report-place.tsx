import { useLayoutEffect } from 'preact/hooks';
import { ActivityLines, type ActivityProps } from '@/components/activity/activity-lines';
import { fillForm } from '@/components/form/filled-form';
import { copyLink } from '@/components/ui/report/copy-link';
import { rowSelector } from '@/components/ui/report/row-selector';
import type { Report } from '@/lib/report/report';
import { usePopupKeys } from './keyboard';
import { LoadedReportView } from './loaded-report-view';
import type { ConnectedPopup, PopupActions } from './popup-state';

/** How far the list was scrolled when a report was opened from it. */
let leftAt = 0;

/** What scrolls below the form. */
const SCROLLED = '.scroll';

/** Opens a report, to come back to where the list is now. */
export function openFromList({ show }: ConnectedPopup, report: Report): void {
  leftAt = document.querySelector(SCROLLED)?.scrollTop ?? 0;
  show(report);
}

/** What lines of both places take. */
export function activityProps(
  connected: ConnectedPopup,
  { onOpenSettings, onOpenPage, onCopy }: PopupActions,
): ActivityProps {
  const { activity, form, linkOf } = connected;
  const shownFieldsOf = (id: string): readonly string[] =>
    id === form.pressId.value ? form.shownFields.value : [];
  return {
    ...{ activity, shownFieldsOf, linkOf, onOpenSettings, onOpenPage },
    onOpen: (report) => openFromList(connected, report),
    onEdit: (draft) => fillForm(form, draft),
    onCopyLink: async (link, report) => activity.tell(await copyLink(onCopy, link, report)),
  };
}

interface ReportPlaceProps extends PopupActions {
  connected: ConnectedPopup;
}

/** The report that is open, if any, and the popup's keys. */
export function ReportPlace({ connected, ...actions }: ReportPlaceProps) {
  const { reportState, activity, pastResults, linkOf } = connected;
  const open = reportState.open.value;
  const openId = open?.report.id;
  usePopupKeys(open === null ? null : reportState.close);

  useLayoutEffect(() => (openId === undefined ? undefined : () => goBackToList(openId)), [openId]);

  return (
    open && (
      <div class="scroll">
        <LoadedReportView
          open={open}
          verbs={reportState}
          link={linkOf(open.report)}
          pastResults={pastResults.value}
          activity={
            <div class="activity">
              <ActivityLines {...activityProps(connected, actions)} />
            </div>
          }
          onCopy={actions.onCopy}
          onTell={activity.tell}
          onOpenPage={actions.onOpenPage}
          onRemove={(report) => {
            connected.remove(report);
            reportState.close();
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
