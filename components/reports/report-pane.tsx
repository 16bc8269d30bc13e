import { BackButton } from '@/components/app/view-header';
import { LoadedReportView } from '@/components/report/loaded-report-view';

/** The report that is open: beside the list where there is room, or else in its place. */
export function ReportPane() {
  return (
    <>
      <BackButton />
      <LoadedReportView />
    </>
  );
}
