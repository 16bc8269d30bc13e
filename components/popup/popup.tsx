import { Announcer } from '@/components/app/announcer';
import { useKeptFocus } from '@/components/app/kept-focus';
import { PageContext } from '@/components/app/page-context';
import { PageHeader } from '@/components/app/page-header';
import { usePageKeys } from '@/components/app/page-keys';
import type { PageActions, PageState } from '@/components/app/page-state';
import { AddressDrop } from '@/components/form/address-drop';
import { CreateForm } from '@/components/form/create-form';
import { ReportsSection } from '@/components/list/list-section';
import { ThisPage } from '@/components/list/this-page';
import { QueueRegion } from '@/components/queue/queue-region';
import { ConnectFirst } from '@/components/settings/connect-first';
import { counted } from '@/components/text/language';
import type { Privacy } from '@/lib/report/privacy';
import { PopupReport, useScrolledList } from './popup-report';

interface PopupProps {
  /** Null: no service is connected. */
  page: PageState | null;
  /** The privacy that new reports begin with. */
  defaultPrivacy: Privacy;
  /** The tabs that are selected together in the browser's tab bar. */
  selectedTabs: readonly number[];
  /** Whether the browser shows other pages of ours in this window. */
  offersPages: boolean;
  onOpenSettings: PageActions['onOpenSettings'];
  onReportMany: (tabs: readonly number[]) => void;
  /** Opens the page of all reports. */
  onShowAll: () => void;
}

/** The whole popup. */
export function Popup({ page, defaultPrivacy, onOpenSettings, ...props }: PopupProps) {
  useKeptFocus();
  if (page === null) {
    return (
      <>
        <PageHeader service={null} onBack={null} onOpenSettings={onOpenSettings} />
        <ConnectFirst defaultPrivacy={defaultPrivacy} onConnect={() => onOpenSettings()} />
      </>
    );
  }
  return (
    <PageContext.Provider value={page}>
      <ConnectedPopup page={page} {...props} />
    </PageContext.Provider>
  );
}

interface ConnectedPopupProps
  extends Pick<PopupProps, 'selectedTabs' | 'offersPages' | 'onReportMany' | 'onShowAll'> {
  page: PageState;
}

function ConnectedPopup({ page, offersPages, ...props }: ConnectedPopupProps) {
  const { selectedTabs, onReportMany, onShowAll } = props;
  const isOpen = page.reportState.open.value !== null;
  const takesMany = !isOpen && offersPages;
  usePageKeys(isOpen ? page.back : null);
  return (
    <>
      <PageHeader
        service={page.service}
        onBack={isOpen ? page.back : null}
        onOpenSettings={page.actions.onOpenSettings}
        onReportMany={takesMany ? () => onReportMany([]) : null}
        onShowAll={takesMany ? onShowAll : null}
      />
      <main>
        {!isOpen && (
          <FormAndList selectedTabs={takesMany ? selectedTabs : []} onReportMany={onReportMany} />
        )}
        <PopupReport />
      </main>
      <Announcer />
    </>
  );
}

/** The form, which stays in its place, and below it what scrolls. */
function FormAndList({
  selectedTabs,
  onReportMany,
}: Pick<PopupProps, 'selectedTabs' | 'onReportMany'>) {
  useScrolledList();
  return (
    <>
      <CreateForm />
      <AddressDrop class="scroll">
        {selectedTabs.length > 1 && (
          <div class="stack inset">
            <button type="button" onClick={() => onReportMany(selectedTabs)}>
              {counted('popup.reportSelected', selectedTabs.length)}
            </button>
          </div>
        )}
        <QueueRegion />
        <ThisPage />
        <ReportsSection />
      </AddressDrop>
    </>
  );
}
