import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { Announcer } from '@/components/app/announcer';
import { ChooseService } from '@/components/app/choose-service';
import { focusReport, useFocusRecovery } from '@/components/app/focus-recovery';
import { PageHeader } from '@/components/app/page-header';
import { usePageKeys } from '@/components/app/page-keys';
import type { PageServices } from '@/components/app/services-state';
import { AddressDrop } from '@/components/form/address-drop';
import { CreateForm } from '@/components/form/create-form';
import { ListSection } from '@/components/list/list-section';
import { ThisPage } from '@/components/list/this-page';
import { PageContext, usePage } from '@/components/page/page-context';
import type { PageActions, PageState } from '@/components/page/page-state';
import { QueueRegion } from '@/components/queue/queue-region';
import { ReadyLines } from '@/components/ready/ready-lines';
import { LoadedReportView } from '@/components/report/loaded-report-view';
import { ConnectFirst } from '@/components/settings/connect-first';
import { newsText } from '@/components/text/labels';
import { counted } from '@/components/text/language';
import type { Privacy } from '@/lib/report/privacy';

interface PopupProps {
  /** Null without a connection. */
  page: PageState | null;
  services: PageServices;
  defaultPrivacy: Privacy;
  /** Ids of the selected tabs in the browser's tab bar. */
  selectedTabs: readonly number[];
  /** Whether the browser can show other extension pages in this window. */
  canShowExtensionPages: boolean;
  onOpenSettings: PageActions['onOpenSettings'];
  onReportMany: (tabs: readonly number[]) => void;
  onShowAll: () => void;
}

export function Popup({ page, defaultPrivacy, onOpenSettings, ...props }: PopupProps) {
  useFocusRecovery();
  if (page === null) {
    const { services } = props;
    const hasServices = services.connections.value.length > 0;
    return (
      <>
        <PageHeader
          purpose={hasServices ? null : i18n.t('extension.description')}
          services={services}
          onBack={null}
          onOpenSettings={onOpenSettings}
        />
        {hasServices ? (
          <ChooseService services={services} />
        ) : (
          <ConnectFirst defaultPrivacy={defaultPrivacy} onConnect={() => onOpenSettings()} />
        )}
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
  extends Pick<
    PopupProps,
    'services' | 'selectedTabs' | 'canShowExtensionPages' | 'onReportMany' | 'onShowAll'
  > {
  page: PageState;
}

function ConnectedPopup({ page, canShowExtensionPages, ...props }: ConnectedPopupProps) {
  const { selectedTabs, onReportMany, onShowAll } = props;
  const isOpen = page.reportState.open.value !== null;
  const offersMany = !isOpen && canShowExtensionPages;
  usePageKeys(isOpen ? page.back : null);
  return (
    <>
      <PageHeader
        services={props.services}
        onBack={isOpen ? page.back : null}
        onOpenSettings={page.actions.onOpenSettings}
        onReportMany={offersMany ? () => onReportMany([]) : null}
      />
      <main>
        {!isOpen && (
          <FormAndList
            selectedTabs={offersMany ? selectedTabs : []}
            onReportMany={onReportMany}
            onShowAll={offersMany ? onShowAll : null}
          />
        )}
        <PopupReport />
      </main>
      <Announcer />
    </>
  );
}

interface FormAndListProps extends Pick<PopupProps, 'selectedTabs' | 'onReportMany'> {
  /** Null if the browser cannot show *All reports*. */
  onShowAll: (() => void) | null;
}

/** The form stays in place above the scroll container. */
function FormAndList({ selectedTabs, onReportMany, onShowAll }: FormAndListProps) {
  useListScrollMemory();
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
        <ReadyLines />
        <QueueRegion />
        <ThisPage />
        <ListSection onShowAll={onShowAll} />
      </AddressDrop>
      {onShowAll && <News onShowAll={onShowAll} />}
    </>
  );
}

/** Scroll position of the list when a report was opened, in pixels. */
let listScrollTop = 0;

/** The scroll container below the form. */
const SCROLL_CONTAINER = '.scroll';

/** Remembers the scroll position of the list when a report replaces it. */
function useListScrollMemory(): void {
  useLayoutEffect(() => {
    const list = document.querySelector(SCROLL_CONTAINER);
    return () => {
      listScrollTop = list?.scrollTop ?? 0;
    };
  }, []);
}

function PopupReport() {
  const openId = usePage().reportState.open.value?.report.id;
  useLayoutEffect(() => (openId === undefined ? undefined : () => goBackToList(openId)), [openId]);
  return (
    openId !== undefined && (
      <div class="scroll">
        <LoadedReportView />
      </div>
    )
  );
}

/** Restores the scroll position of the list, and focuses the report's row. */
function goBackToList(reportId: string): void {
  document.querySelector(SCROLL_CONTAINER)?.scrollTo({ top: listScrollTop });
  focusReport(reportId);
}

/** The news of the clients load late. At the end of the popup, the line moves no other content. */
function News({ onShowAll }: { onShowAll: () => void }) {
  const news = usePage().news();
  const text = news && newsText(news);
  if (!text) return null;
  return (
    <p class="news inset-inline border-above beside compact">
      <button type="button" class="link fill cut" onClick={onShowAll}>
        {text}
      </button>
    </p>
  );
}
