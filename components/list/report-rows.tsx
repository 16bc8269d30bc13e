import { useSignal } from '@preact/signals';
import { usePage } from '@/components/app/page-context';
import { ReportMenu } from '@/components/report/report-menu';
import type { Report } from '@/lib/report/report';
import { ReportRow } from './report-row';

interface ReportRowsProps {
  reports: readonly Report[];
  /** Whether these are not the service's answer to what is asked now. */
  isStale: boolean;
  isReading: boolean;
}

/** The list itself. */
export function ReportRows({ reports, isStale, isReading }: ReportRowsProps) {
  const { createdId, show } = usePage();
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
            isNew={report.id === createdId.value}
            isMenuOpen={menu.value?.report.id === report.id}
            onOpen={() => show(report)}
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
        />
      )}
    </>
  );
}
