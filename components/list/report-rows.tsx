import { useSignal } from '@preact/signals';
import type { ResultState } from '@/components/report/new-results-state';
import { ReportMenu, type ReportVerbs } from '@/components/report/report-menu';
import type { Report } from '@/lib/report/report';
import { ReportRow } from './report-row';

export interface ReportRowsProps extends ReportVerbs {
  reports: readonly Report[];
  /** Whether these are not the service's answer to what is asked now. */
  isStale: boolean;
  isReading: boolean;
  newResultOf: (reportId: string) => ResultState;
  /** The report that was created by the last press; null for none. */
  createdId: string | null;
}

/** The list itself. */
export function ReportRows(props: ReportRowsProps) {
  const { reports, isStale, isReading, newResultOf, createdId, ...verbs } = props;
  /** Where the menu of a row hangs, if one is open. */
  const menu = useSignal<{ report: Report; button: HTMLElement } | null>(null);
  // The list may have changed since the menu was opened.
  const ofMenu = reports.find(({ id }) => id === menu.value?.report.id) ?? menu.value?.report;
  return (
    <>
      <ul
        class={isStale ? 'rows is-stale' : 'rows'}
        aria-labelledby="reports-heading"
        aria-busy={isReading}
      >
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            newResult={newResultOf(report.id)}
            isNew={report.id === createdId}
            isMenuOpen={menu.value?.report.id === report.id}
            onOpen={() => verbs.onOpen(report)}
            onMenu={(button) => {
              menu.value = menu.value?.report.id === report.id ? null : { report, button };
            }}
          />
        ))}
      </ul>
      {menu.value && ofMenu && (
        <ReportMenu
          report={ofMenu}
          button={menu.value.button}
          onClose={() => {
            menu.value = null;
          }}
          {...verbs}
        />
      )}
    </>
  );
}
