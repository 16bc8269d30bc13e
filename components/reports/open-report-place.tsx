import { i18n } from '#i18n';
import { BackButton } from '@/components/page/place-head';
import { LoadedReportView } from '@/components/report/loaded-report-view';
import { plain } from '@/components/report/open-report';
import { IconButton } from '@/components/ui/icon-button';
import { useReports } from './reports-page';

const PRINTER = 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z';

/** The report that is open: beside the list where there is room, or else in its place. */
export function OpenReportPlace() {
  const { reportState, baseOf, places } = useReports();
  const open = reportState.open.value;
  if (open === null) return null;
  const { report } = open;
  const listed = plain(report);
  const before = baseOf(report);
  return (
    <>
      <div class="open-report-head">
        <BackButton />
        <span class="buttons">
          {before?.failedChecks && (
            <button
              type="button"
              onClick={() => places.compare({ left: listed, right: listed, before })}
            >
              {i18n.t('reports.compareBefore')}
            </button>
          )}
          <IconButton label={i18n.t('reports.print')} outline={PRINTER} onClick={() => print()} />
        </span>
      </div>
      <LoadedReportView />
    </>
  );
}
