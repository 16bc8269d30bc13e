import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { Announcer } from '@/components/activity/announcer';
import { AddressDrop } from '@/components/form/address-drop';
import { CreateForm } from '@/components/form/create-form';
import { PopupHeader } from '@/components/popup/popup-header';
import { IconButton } from '@/components/ui/icon-button';
import { useKeptFocus } from '@/components/ui/kept-focus';
import { activityProps } from './activity-props';
import { ComparisonPlace } from './comparison/comparison-place';
import { OpenReportPlace } from './open-report-place';
import { useReportsKeys } from './reports-keys';
import type { ReportsActions, ReportsPage } from './reports-page';
import { ReportsSection } from './reports-section';

const PANEL = 'M4 5h16v14H4zM14 5v14';
const TAB = 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6';

interface ReportsProps extends ReportsActions {
  /** Null: no service is connected. */
  page: ReportsPage | null;
}

/** The whole page of all reports. */
export function Reports({ page, ...actions }: ReportsProps) {
  useKeptFocus();
  if (page === null) {
    return (
      <>
        <Header service={null} {...actions} />
        <main class="not-connected">
          <p>{i18n.t('bulk.connectFirst')}</p>
          <div class="buttons">
            <button type="button" class="primary" onClick={() => actions.onOpenSettings()}>
              {i18n.t('popup.connect')}
            </button>
          </div>
        </main>
      </>
    );
  }
  return <ConnectedReports page={page} {...actions} />;
}

function ConnectedReports({ page, ...actions }: ReportsActions & { page: ReportsPage }) {
  const { service, form, activity, reportState, sideBySide } = page;
  const isComparing = sideBySide.sides.value !== null;
  const isOpen = reportState.open.value !== null;
  useReportsKeys(isComparing ? sideBySide.close : isOpen ? reportState.close : null);
  return (
    <>
      <Header service={service} {...actions}>
        {actions.offersPages && (
          <IconButton
            label={i18n.t('popup.reportMany')}
            outline="M8 3h12v12H8zM16 19H4V7M11.5 7h5m-5 4h5"
            onClick={actions.onReportMany}
          />
        )}
      </Header>
      <main class={isOpen ? 'reports-page has-report' : 'reports-page'}>
        {/* The list stays where it is below what is open. */}
        <AddressDrop
          class="reports-list"
          inert={isComparing}
          form={isOpen || isComparing ? null : form}
        >
          {form && (
            <CreateForm
              form={form}
              onCopy={actions.onCopy}
              onTell={activity.tell}
              onUpdate={page.update}
            />
          )}
          <ReportsSection page={page} {...actions} />
        </AddressDrop>
        {isOpen && (
          <div class="open-report" inert={isComparing}>
            <OpenReportPlace page={page} {...actions} />
          </div>
        )}
        {isComparing && <ComparisonPlace page={page} {...actions} />}
      </main>
      <Announcer {...activityProps(page, actions)} />
    </>
  );
}

interface HeaderProps extends Pick<ReportsActions, 'onOpenSettings' | 'elsewhere'> {
  service: string | null;
  children?: ComponentChildren;
}

function Header({ service, onOpenSettings, elsewhere, children }: HeaderProps) {
  const isPanel = elsewhere.place === 'panel';
  return (
    <PopupHeader
      title={i18n.t('reports.title')}
      service={service}
      onBack={null}
      onOpenSettings={() => onOpenSettings()}
    >
      <IconButton
        label={i18n.t(isPanel ? 'reports.openPanel' : 'reports.openTab')}
        outline={isPanel ? PANEL : TAB}
        flips
        onClick={elsewhere.onOpen}
      />
      {children}
    </PopupHeader>
  );
}
