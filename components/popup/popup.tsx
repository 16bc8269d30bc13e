import { BatchLines } from '@/components/activity/batch-lines';
import { EarlierPressLine } from '@/components/activity/earlier-press-line';
import { QueueSection } from '@/components/activity/queue-section';
import { updateResults } from '@/components/activity/update-messages';
import { ConnectFirst } from '@/components/connection/connect-first';
import { CreateForm } from '@/components/form/create-form';
import type { ReportForm } from '@/components/form/form-state';
import { ReportsSection } from '@/components/list/list-section';
import { ThisPage } from '@/components/list/this-page';
import { counted } from '@/components/text/language';
import { useKeptFocus } from '@/components/ui/kept-focus';
import type { Privacy } from '@/lib/report/privacy';
import { AddressDrop } from './address-drop';
import { useDoubleClickGuard } from './double-click';
import { PopupHeader } from './popup-header';
import type { ConnectedPopup, PopupActions } from './popup-state';
import { openFromList, ReportPlace } from './report-place';

interface PopupProps extends PopupActions {
  /** Null: no service is connected. */
  connected: ConnectedPopup | null;
  /** The privacy that new reports begin with. */
  defaultPrivacy: Privacy;
  /** The tabs that are selected together in the browser's tab bar. */
  selectedTabs: readonly number[];
  /** Opens the page of all reports, which an ordinary window alone has. */
  onShowAll: () => void;
}

/** The whole popup. */
export function Popup(props: PopupProps) {
  const { connected, defaultPrivacy, selectedTabs, onShowAll, ...actions } = props;
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
  const { service, opened, form } = connected;
  const isOpen = opened.open.value !== null;
  // The page is in an ordinary window, and keeps what it is given.
  const takesMany = !isOpen && !form.privateWindow;
  return (
    <>
      <PopupHeader
        service={service}
        onBack={isOpen ? opened.close : null}
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
    </>
  );
}

interface FormAndListProps extends PopupActions {
  connected: ConnectedPopup;
  selectedTabs: readonly number[];
}

/** The form, which stays in its place, and below it what scrolls. */
function FormAndList({ connected, selectedTabs, ...actions }: FormAndListProps) {
  const { form, list, tasks, opened, history, changes, results } = connected;
  return (
    <>
      <CreateForm connected={connected} {...actions} />
      <AddressDrop form={form}>
        {selectedTabs.length > 1 && (
          <div class="selected-tabs">
            <button type="button" onClick={() => actions.onReportMany(selectedTabs)}>
              {counted('popup.reportSelected', selectedTabs.length)}
            </button>
          </div>
        )}
        <EarlierPressLine form={form} tasks={tasks} />
        <BatchLines
          batches={connected.batches.value}
          // Where single reports wait as well, the line of the queue says until when.
          gate={tasks.gate.value === null ? connected.batchGate.value : null}
          onOpen={actions.onOpenBatch}
        />
        <QueueSection
          form={form}
          list={list}
          tasks={tasks}
          onOpenSettings={actions.onOpenSettings}
        />
        {form.holdsPage.value && (
          <ThisPage
            history={history.value}
            isUpdating={(id) =>
              changes.openChangeOf(id)?.work.change.results === 1 ||
              results.stateOf(id) === 'awaited'
            }
            // The question about one more report of the page offers the same.
            mayUpdate={!isAskedAboutAnother(form)}
            onOpen={(report) => openFromList(opened, report)}
            onUpdate={(report) => void updateResults(connected, report)}
          />
        )}
        <ReportsSection connected={connected} {...actions} />
      </AddressDrop>
    </>
  );
}

function isAskedAboutAnother({ lastPress }: ReportForm): boolean {
  const press = lastPress.value;
  return press?.state === 'held' && press.reason.reason === 'justReported';
}
