import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { accountMessage } from '@/components/text/messages/check-message';
import { focusField } from '@/components/ui/fields/text-field';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { accountName } from '@/lib/connection/account-facts';
import { hasFailed } from '@/lib/result';
import type { Connecting } from './connecting-state';
import { isFailedCheck } from './connection-press';
import { hostText, PressResult } from './press-result';
import { ServiceForm } from './service-form';
import { ServiceList } from './service-list';
import type { Settings } from './settings-state';

/** What the buttons after the first connection do. */
export interface FirstStepsProps {
  onSeeClients: () => void;
  onReportPage: () => void;
}

interface ServiceRegionProps {
  connecting: Connecting;
  settings: Pick<Settings, 'name' | 'reportLink'>;
  firstSteps: FirstStepsProps;
  /** Called when a person wants a backup before a history is deleted. */
  onSaveBackup: () => void;
}

/** The connected services, and the form that connects a service. */
export function ServiceRegion(props: ServiceRegionProps) {
  const { connecting, onSaveBackup } = props;
  const isAnotherOpen = connecting.chosen.value?.kind === 'another';
  return (
    <section
      class="card stack"
      aria-labelledby="service-heading"
      aria-busy={connecting.isChecking.value}
    >
      <h2 id="service-heading" tabIndex={-1}>
        {i18n.t('options.services')}
      </h2>
      {connecting.hasList.value ? <ServiceList {...props} /> : <OnlyService {...props} />}
      {isAnotherOpen && (
        <>
          <h3>{i18n.t('inUse.another')}</h3>
          <ServiceForm key="another" connecting={connecting} />
        </>
      )}
      <PressResult connecting={connecting} onSaveBackup={onSaveBackup} />
      {!isAnotherOpen && connecting.services.connections.value.length > 0 && (
        <div>
          <button type="button" class="link" onClick={() => openForAnother(connecting)}>
            {i18n.t('inUse.another')}
          </button>
        </div>
      )}
    </section>
  );
}

function openForAnother({ showForm }: Connecting): void {
  showForm({ kind: 'another' });
  focusField('baseUrl');
}

/** The only service, with its form; the form alone before a service is connected. */
function OnlyService({ connecting, firstSteps }: ServiceRegionProps) {
  return (
    <>
      {connecting.connection.value === undefined && <p>{i18n.t('options.intro')}</p>}
      <ConnectionLine connecting={connecting} />
      {connecting.isFirstRun.value && <FirstSteps {...firstSteps} />}
      <ServiceForm connecting={connecting} />
    </>
  );
}

/** The connected service and its account, or why the service refuses the key. */
function ConnectionLine({ connecting }: { connecting: Connecting }) {
  const connection = connecting.connection.value;
  const account = connecting.account.value;
  const failure = account && hasFailed(account) ? account.failure : null;
  const check = connecting.check.value?.state;
  // A passed check proves that the refusal is outdated. `PressResult` shows a failed check.
  if (connection && failure?.code === 'keyRefused' && check !== 'passed') {
    if (check === 'failed') return null;
    return <AlertLine>{accountMessage(failure, connection.baseUrl)}</AlertLine>;
  }
  return <StatusLine>{connection && connectedSentence(connecting, connection.baseUrl)}</StatusLine>;
}

function connectedSentence(connecting: Connecting, baseUrl: string): string | null {
  const check = connecting.check.value;
  const hasChanges = connecting.hasChanges.value;
  const isFailed = isFailedCheck(check);
  // The check has tried the stored connection. `PressResult` shows the failure.
  if (isFailed && !hasChanges) return null;
  const hasProblem = Object.keys(connecting.typed.value.problems).length > 0;
  /** Whether an attempt to change the connection has failed, so that the connection stays as before. */
  const isStillConnected = hasChanges && (isFailed || hasProblem);
  const host = hostText(baseUrl);
  const account = connecting.account.value;
  const name = account && !hasFailed(account) ? accountName(account.value) : null;
  if (name === null) {
    return i18n.t(isStillConnected ? 'options.stillConnected' : 'options.connected', [host]);
  }
  if (isStillConnected) return i18n.t('options.stillConnectedAs', [host, isolated(name)]);
  return connecting.isFirstRun.value
    ? i18n.t('firstRun.connectedAs', [isolated(name)])
    : i18n.t('options.connectedAs', [host, isolated(name)]);
}

function FirstSteps({ onSeeClients, onReportPage }: FirstStepsProps) {
  return (
    <div class="cluster">
      <button type="button" class="primary" onClick={onSeeClients}>
        {i18n.t('firstRun.seeClients')}
      </button>
      <button type="button" onClick={onReportPage}>
        {i18n.t('firstRun.reportPage')}
      </button>
    </div>
  );
}
