import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { Announcer } from '@/components/app/announcer';
import { ChooseService } from '@/components/app/choose-service';
import { useFocusRecovery } from '@/components/app/focus-recovery';
import { PageHeader } from '@/components/app/page-header';
import { usePageKeys } from '@/components/app/page-keys';
import type { PageServices } from '@/components/app/services-state';
import { BackButton } from '@/components/app/view-header';
import { BatchContext } from '@/components/batch/batch-model';
import { NewBatchView } from '@/components/batch/new-batch';
import { ComparisonView } from '@/components/compare/comparison-view';
import { CopiedDialog } from '@/components/export/copied-dialog';
import { PrintSheets } from '@/components/export/print-sheet';
import { AddressDrop } from '@/components/form/address-drop';
import { CreateForm } from '@/components/form/create-form';
import { PageContext } from '@/components/page/page-context';
import { ReadyLines } from '@/components/ready/ready-lines';
import { LoadedReportView } from '@/components/report/loaded-report-view';
import { labelDocument } from '@/components/ui/document-label';
import { IconButton } from '@/components/ui/icon';
import { canShowExtensionPages, type SettingsField } from '@/lib/browser/extension-pages';
import { BatchView } from './batch-view';
import { OutdatedLine, WhileInUse } from './outdated-line';
import { PlainList, TabAccess } from './panel';
import { ReportsContext, type ReportsPage } from './reports-page';
import { ReportsSection } from './reports-section';
import { RowsAgeLine } from './rows-age-line';
import { tableTop } from './table-scroll';
import { UpToDateOffer } from './up-to-date-offer';

interface ReportsProps {
  /** Null without a connection. */
  page: ReportsPage | null;
  services: PageServices;
  /** The other place for this page, the side panel or a tab; false if there is none. */
  elsewhere: { place: 'panel' | 'tab'; onOpen: () => void } | false;
  onOpenSettings: (field?: SettingsField) => void;
}

export function Reports({ page, ...around }: ReportsProps) {
  useFocusRecovery();
  if (page === null) {
    return (
      <>
        <Header {...around} />
        {around.services.connections.value.length > 0 ? (
          <ChooseService services={around.services} />
        ) : (
          <main class="not-connected stack">
            <p>{i18n.t('manyPages.connectFirst')}</p>
            <div class="cluster">
              <button type="button" class="primary" onClick={() => around.onOpenSettings()}>
                {i18n.t('popup.connect')}
              </button>
            </div>
          </main>
        )}
      </>
    );
  }
  return (
    <PageContext.Provider value={page}>
      <ReportsContext.Provider value={page}>
        <BatchContext.Provider value={page.batch}>
          <Header
            status={
              <WhileInUse>
                <RowsAgeLine />
              </WhileInUse>
            }
            {...around}
          >
            {canShowExtensionPages(page.isPrivate) && (
              <IconButton
                label={i18n.t('popup.reportMany')}
                icon="sheets"
                disabled={!page.kernel.state.isInUse.value}
                onClick={() => page.routes.goTo({ name: 'many' })}
              />
            )}
          </Header>
          <Views page={page} services={around.services} />
          <PrintSheets />
          <Announcer />
        </BatchContext.Provider>
      </ReportsContext.Provider>
    </PageContext.Provider>
  );
}

interface ViewsProps {
  page: ReportsPage;
  services: PageServices;
}

function Views({ page, services }: ViewsProps) {
  const { routes, reportState, comparisonState } = page;
  const isComparing = comparisonState.sides.value !== null;
  const isOpen = reportState.open.value !== null;
  usePageKeys(routes.canGoBack.value ? routes.back : null);
  usePageScroll(page.view.value, isOpen);
  return (
    <main class={isOpen ? 'reports-page has-report' : 'reports-page'}>
      <OutdatedLine services={services} />
      {/* The base view stays in the document, below an open report or comparison. */}
      <div class={isOpen ? 'base-view on-screen' : 'base-view'}>
        <WhileInUse>
          <BaseView page={page} isCovered={isOpen || isComparing} />
        </WhileInUse>
      </div>
      {isOpen && (
        <div class="open-report whole-on-paper">
          <BackButton />
          <WhileInUse>
            <LoadedReportView />
          </WhileInUse>
        </div>
      )}
      {isComparing && (
        <WhileInUse>
          <ComparisonView />
        </WhileInUse>
      )}
      <WhileInUse>
        <CopiedDialog />
      </WhileInUse>
    </main>
  );
}

/**
 * Scrolls each new view to its top. A report that opens or closes changes the height of the parts
 * above the table. The rows of the table keep their places in the window.
 */
function usePageScroll(view: string, isReportOpen: boolean): void {
  const wasOpen = useRef(isReportOpen);
  // During rendering, the document is still unchanged.
  const before = wasOpen.current === isReportOpen ? null : tableTop();
  wasOpen.current = isReportOpen;
  useLayoutEffect(() => {
    if (before !== null) scrollBy(0, tableTop() - before);
  });
  useLayoutEffect(() => scrollTo(0, 0), [view]);
  useLayoutEffect(() => {
    // The browser would restore the scroll position from when the report opened. The list may have
    // been scrolled since.
    history.scrollRestoration = 'manual';
  }, []);
}

interface BaseViewProps {
  page: ReportsPage;
  /** Whether a report or a comparison is open. */
  isCovered: boolean;
}

/** The view below an open report or comparison. */
function BaseView({ page, isCovered }: BaseViewProps) {
  const { view, hasForm, batch, hasPlainList, offersUpToDate } = page;
  const line = batch.result.line.value;
  const title = i18n.t(view.value === 'list' ? 'reports.showAll' : 'popup.reportMany');
  useEffect(() => labelDocument(title), [title]);
  if (view.value === 'batch' && line !== undefined) {
    return <BatchView key={line.id} line={line} />;
  }
  if (view.value !== 'list') return <NewBatchView />;
  return (
    <AddressDrop class="reports-list" isCovered={isCovered}>
      {hasForm && <CreateForm />}
      {hasForm && <TabAccess />}
      <ReadyLines>{offersUpToDate.value && <UpToDateOffer />}</ReadyLines>
      {hasPlainList.value ? <PlainList /> : <ReportsSection />}
    </AddressDrop>
  );
}

interface HeaderProps extends Pick<ReportsProps, 'services' | 'onOpenSettings' | 'elsewhere'> {
  status?: ComponentChildren;
  children?: ComponentChildren;
}

function Header({ services, status, onOpenSettings, elsewhere, children }: HeaderProps) {
  const isPanel = elsewhere && elsewhere.place === 'panel';
  return (
    <PageHeader
      title={i18n.t('reports.showAll')}
      services={services}
      status={status}
      onBack={null}
      onOpenSettings={onOpenSettings}
    >
      {elsewhere && (
        <IconButton
          label={i18n.t(isPanel ? 'reports.openPanel' : 'reports.openTab')}
          icon={isPanel ? 'panel' : 'tab'}
          onClick={elsewhere.onOpen}
        />
      )}
      {children}
    </PageHeader>
  );
}
