import { ActivityRegion } from '@/components/activity/activity-region';
import { Announcer } from '@/components/activity/announcer';
import { ConnectFirst } from '@/components/connection/connect-first';
import { AddressDrop } from '@/components/form/address-drop';
import { CreateForm } from '@/components/form/create-form';
import { ReportsSection } from '@/components/list/list-section';
import { ThisPage } from '@/components/list/this-page';
import { counted } from '@/components/text/language';
import { useKeptFocus } from '@/components/ui/kept-focus';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { useDoubleClickGuard } from './double-click';
import { PopupHeader } from './popup-header';
import type { ConnectedPopup, PopupActions } from './popup-state';
import { activityProps, openFromList, ReportPlace } from './report-place';

interface PopupProps extends PopupActions {
  /** Null: no service is connected. */
  connected: ConnectedPopup | null;
  /** The privacy that new reports begin with. */
  defaultPrivacy: Privacy;
  /** The tabs that are selected together in the browser's tab bar. */
  selectedTabs: readonly number[];
  /** Whether the browser shows other pages of ours in this window. */
  offersPages: boolean;
  /** Opens the page of all reports. */
  onShowAll: () => void;
}

/** The whole popup. */
export function Popup(props: PopupProps) {
  const { connected, defaultPrivacy, selectedTabs, offersPages, onShowAll, ...actions } = props;
  useKeptFocus();
  useDoubleClickGuard();
  const { onOpenSettings, onReportMany } = actions;
  if (connected === null) {
    return (
      <>
        <PopupHeader service={null} onBack={null} onOpenSettings={onOpenSettings} />
        <ConnectFirst defaultPrivacy={defaultPrivacy} onConnect={() => onOpenSettings()} />
      </>
    );
  }
  const { service, reportState } = connected;
  const isOpen = reportState.open.value !== null;
  const takesMany = !isOpen && offersPages;
  return (
    <>
      <PopupHeader
        service={service}
        onBack={isOpen ? reportState.close : null}
        onOpenSettings={onOpenSettings}
        onReportMany={takesMany ? () => onReportMany([]) : null}
        onShowAll={takesMany ? onShowAll : null}
      />
      <main>
        {!isOpen && (
          <FormAndList
            connected={connected}
            selectedTabs={takesMany ? selectedTabs : []}
            {...actions}
          />
        )}
        <ReportPlace connected={connected} {...actions} />
      </main>
      <Announcer {...activityProps(connected, actions)} />
    </>
  );
}

interface FormAndListProps extends PopupActions {
  connected: ConnectedPopup;
  selectedTabs: readonly number[];
}

/** The form, which stays in its place, and below it what scrolls. */
function FormAndList({ connected, selectedTabs, ...actions }: FormAndListProps) {
  const { form, list, activity, history, results, update } = connected;
  const onOpen = (report: Report) => openFromList(connected, report);
  return (
    <>
      <CreateForm form={form} onCopy={actions.onCopy} onTell={activity.tell} onUpdate={update} />
      <AddressDrop class="scroll" form={form}>
        {selectedTabs.length > 1 && (
          <div class="selected-tabs">
            <button type="button" onClick={() => actions.onReportMany(selectedTabs)}>
              {counted('popup.reportSelected', selectedTabs.length)}
            </button>
          </div>
        )}
        <ActivityRegion {...activityProps(connected, actions)} onOpenBatch={actions.onOpenBatch} />
        {form.holdsPage.value && (
          <ThisPage
            history={history.value}
            isUpdating={connected.isUpdating}
            // The question about one more report of the page offers the same.
            mayUpdate={form.held.value?.reason !== 'justReported'}
            onOpen={onOpen}
            onUpdate={update}
          />
        )}
        <ReportsSection
          list={list}
          pageUrl={form.holdsPage.value ? (form.page.value?.url ?? null) : null}
          told={activity.gate.value?.failure ?? null}
          newResultOf={results.stateOf}
          createdId={connected.createdId.value}
          linkOf={connected.linkOf}
          onOpen={onOpen}
          onUpdate={update}
          onRemove={connected.remove}
          onOpenPage={actions.onOpenPage}
          onCopy={actions.onCopy}
          onTell={activity.tell}
        />
      </AddressDrop>
    </>
  );
}
