import { i18n } from '#i18n';
import { Icon } from '@/components/icon';
import type { OpenedReport } from '@/lib/state/opened-report';
import type { RecentList } from '@/lib/state/recent-list';
import type { ReportForm } from '@/lib/state/report-form';
import { NewReport } from './new-report';
import { RecentReports } from './recent-reports';
import { ReportView } from './report-view';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup {
  form: ReportForm;
  list: RecentList;
  opened: OpenedReport;
}

interface PopupProps {
  /** Null: no service is connected. */
  connected: ConnectedPopup | null;
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
}

/** The whole popup. */
export function Popup({ connected, onOpenSettings, onCopy }: PopupProps) {
  return (
    <>
      <header class="bar">
        <img src="/icons/32.png" width={20} height={20} alt="" />
        <h1>{i18n.t('popup.title')}</h1>
        <button
          type="button"
          class="icon-button"
          aria-label={i18n.t('popup.settings')}
          title={i18n.t('popup.settings')}
          onClick={onOpenSettings}
        >
          <Icon name="gear" />
        </button>
      </header>
      {connected === null ? (
        <ConnectFirst onConnect={onOpenSettings} />
      ) : (
        <ConnectedMain {...connected} onCopy={onCopy} />
      )}
    </>
  );
}

function ConnectedMain({
  form,
  list,
  opened,
  onCopy,
}: ConnectedPopup & { onCopy: PopupProps['onCopy'] }) {
  const open = opened.open.value;
  if (open !== null) {
    return (
      <main>
        <ReportView {...open} onBack={() => opened.close()} />
      </main>
    );
  }
  return (
    <main>
      <NewReport form={form} onCopy={onCopy} />
      <RecentReports list={list} onOpen={(report) => void opened.show(report)} />
    </main>
  );
}

function ConnectFirst({ onConnect }: { onConnect: () => void }) {
  return (
    <main class="connect-first">
      <p>{i18n.t('popup.connectFirst')}</p>
      <button type="button" class="primary" onClick={onConnect}>
        {i18n.t('popup.connect')}
      </button>
    </main>
  );
}
