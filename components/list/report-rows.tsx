import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { openFromList } from '@/components/popup/report-place';
import { ReportMenu } from '@/components/report/report-menu';
import { addressRoom } from '@/components/text/address-room';
import { reportAddress } from '@/components/text/report-name';
import { type AddressRoom, shortAddresses } from '@/components/text/short-address';
import type { Report } from '@/lib/report/report';
import { ReportRow } from './report-row';

interface ReportRowsProps extends PopupActions {
  connected: ConnectedPopup;
  reports: readonly Report[];
  /** Whether these are not the service's answer to what is asked now. */
  isStale: boolean;
  isReading: boolean;
}

/** The list itself. */
export function ReportRows(props: ReportRowsProps) {
  const { connected, reports, isStale, isReading, ...actions } = props;
  const { opened, results, form } = connected;
  /** Where the menu of a row hangs, if one is open. */
  const menu = useSignal<{ report: Report; button: HTMLElement } | null>(null);
  // The list may have changed since the menu was opened.
  const ofMenu = reports.find(({ id }) => id === menu.value?.report.id) ?? menu.value?.report;
  const room = useMemo(rowRoom, []);
  const addresses = shortAddresses(reports.map(reportAddress), room);
  const created = form.lastPress.value?.state === 'created' ? form.lastPress.value.report : null;
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
            address={addresses.get(reportAddress(report))}
            newResult={results.stateOf(report.id)}
            isNew={report.id === created?.id}
            isMenuOpen={menu.value?.report.id === report.id}
            onOpen={() => openFromList(opened, report)}
            onMenu={(button) => {
              menu.value = menu.value?.report.id === report.id ? null : { report, button };
            }}
          />
        ))}
      </ul>
      {menu.value && ofMenu && (
        <ReportMenu
          connected={connected}
          report={ofMenu}
          button={menu.value.button}
          onClose={() => {
            menu.value = null;
          }}
          {...actions}
        />
      )}
    </>
  );
}

/** Pixels of a row beside its address. */
const BESIDE_ADDRESS = 74;

function rowRoom(): AddressRoom {
  return addressRoom(document.body.clientWidth - BESIDE_ADDRESS, document.body);
}
