import { i18n } from '#i18n';
import { ActivityLines } from '@/components/activity/activity-lines';
import { LoadedReportView } from '@/components/popup/loaded-report-view';
import { IconButton } from '@/components/ui/icon-button';
import { resultBefore } from '@/lib/report/compare/changes';
import { activityProps } from './activity-props';
import type { ReportsActions, ReportsPage } from './reports-page';

const PRINTER = 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z';

/** The report that is open: beside the list where there is room, or else in its place. */
export function OpenReportPlace({ page, ...actions }: ReportsActions & { page: ReportsPage }) {
  const { reportState, activity, history, sideBySide, linkOf } = page;
  const open = reportState.open.value;
  if (open === null) return null;
  const { report } = open;
  const past = history.of(report);
  const before = resultBefore(report, past);
  return (
    <>
      <div class="open-report-head">
        <IconButton
          label={i18n.t('report.back')}
          outline="M15 5l-7 7 7 7"
          flips
          onClick={reportState.close}
        />
        <span class="buttons">
          {before?.failedChecks && (
            <button type="button" onClick={() => void sideBySide.showPast(report, before)}>
              {i18n.t('reports.compareBefore')}
            </button>
          )}
          <IconButton label={i18n.t('reports.print')} outline={PRINTER} onClick={() => print()} />
        </span>
      </div>
      <LoadedReportView
        open={open}
        verbs={reportState}
        link={linkOf(report)}
        pastResults={past}
        activity={
          <div class="activity">
            <ActivityLines {...activityProps(page, actions)} />
          </div>
        }
        onCopy={actions.onCopy}
        onTell={activity.tell}
        onOpenPage={actions.onOpenPage}
        onRemove={(removed) => {
          page.remove(removed);
          reportState.close();
        }}
      />
    </>
  );
}
