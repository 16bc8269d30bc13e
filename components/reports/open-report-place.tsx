import { BackButton } from '@/components/page/place-head';
import { LoadedReportView } from '@/components/report/loaded-report-view';

/** The report that is open: beside the list where there is room, or else in its place. */
export function OpenReportPlace() {
  return (
    <>
      <BackButton />
      <LoadedReportView />
    </>
  );
}
