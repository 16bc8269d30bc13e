import { i18n } from '#i18n';
import { ConnectFirst } from '@/components/connection/connect-first';
import { ReportsSection } from '@/components/reports/reports-section';
import { ThisPage } from '@/components/reports/this-page';
import { CreateForm } from '@/components/submissions/create-form';
import { SubmissionLines } from '@/components/submissions/submission-lines';
import { UnreadableWorkLine } from '@/components/submissions/unreadable-work-line';
import { IconButton } from '@/components/ui/icon-button';
import type { ConnectedPopup, PopupActions } from './popup-state';
import { openFromList, ReportPlace } from './report-place';

const SLIDERS =
  'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 7a2.5 2.5 0 1 0 5-.001 2.5 2.5 0 1 0-5 .001M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0';

interface PopupProps extends PopupActions {
  /** Null: no service is connected. */
  connected: ConnectedPopup | null;
}

/** The whole popup. */
export function Popup({ connected, ...actions }: PopupProps) {
  return (
    <>
      <header class="bar">
        <img src="/icons/icon-small.svg" width={20} height={20} alt="" />
        <h1>{i18n.t('popup.title')}</h1>
        <IconButton
          label={i18n.t('popup.settings')}
          outline={SLIDERS}
          onClick={actions.onOpenSettings}
        />
      </header>
      {connected === null ? (
        <ConnectFirst onConnect={actions.onOpenSettings} />
      ) : (
        <ConnectedMain connected={connected} {...actions} />
      )}
    </>
  );
}

interface ConnectedMainProps extends PopupActions {
  connected: ConnectedPopup;
}

function ConnectedMain({ connected, onCopy, onOpenPage }: ConnectedMainProps) {
  const { form, copied, submissions, list, opened, history, deletions, awaited } = connected;
  const isOpen = opened.open.value !== null;
  return (
    <main>
      {!isOpen && (
        <>
          <ThisPage history={history.value} onOpen={(report) => openFromList(opened, report)} />
          <CreateForm
            form={form}
            copied={copied}
            list={list}
            submissions={submissions}
            deletions={deletions}
            onCopy={onCopy}
          />
          <SubmissionLines submissions={submissions} />
          <UnreadableWorkLine work={connected.unreadable} onCopy={onCopy} />
          <ReportsSection
            list={list}
            form={form}
            deletions={deletions}
            awaited={awaited.value}
            isMemoryOnly={connected.isListMemoryOnly.value}
            onOpen={(report) => openFromList(opened, report)}
          />
        </>
      )}
      <ReportPlace
        opened={opened}
        awaited={awaited.value}
        deletions={deletions}
        onCopy={onCopy}
        onOpenPage={onOpenPage}
      />
    </main>
  );
}
