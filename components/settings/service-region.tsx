import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { accountMessage } from '@/components/text/messages/check-message';
import { fieldText, focusFirstProblem, TextField } from '@/components/ui/fields/text-field';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { accountName } from '@/lib/connection/account-facts';
import { travelsUnencrypted } from '@/lib/connection/base-url';
import { hasFailed } from '@/lib/result';
import type { Connecting } from './connecting-state';
import { isFailedCheck } from './connection-press';
import { HeaderFieldset } from './header-fields';
import { ConnectionSteps, PressResult } from './press-result';

/** What the buttons after the first connection do. */
export interface FirstStepsProps {
  onSeeClients: () => void;
  onReportPage: () => void;
}

interface ServiceRegionProps {
  connecting: Connecting;
  firstSteps: FirstStepsProps;
  /** Called when a person wants a backup before a history is deleted. */
  onSaveBackup: () => void;
}

/** The connected service, and the form that connects a service. */
export function ServiceRegion({ connecting, firstSteps, onSaveBackup }: ServiceRegionProps) {
  const check = connecting.check.value;
  return (
    <section class="card stack" aria-busy={connecting.isChecking.value}>
      <h2 id="service-heading" tabIndex={-1}>
        {i18n.t('options.service')}
      </h2>
      {connecting.connection.value === undefined && <p>{i18n.t('options.intro')}</p>}
      <ConnectionLine connecting={connecting} />
      {connecting.isFirstRun.value && <FirstSteps {...firstSteps} />}
      <Fields connecting={connecting} />
      {check && check.state !== 'passed' && <ConnectionSteps check={check} />}
      <PressResult connecting={connecting} onSaveBackup={onSaveBackup} />
    </section>
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
  const host = isolated(baseUrl.replace(/^https?:\/\//, ''));
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

/** The form with Base URL, API key and request headers, and the buttons Connect and Disconnect. */
function Fields({ connecting }: { connecting: Connecting }) {
  const { baseUrl, hasKey, isKeyShown, hadUserInfo, problems } = connecting.typed.value;
  const isBusy = connecting.isChecking.value;
  /** Whether the form describes the stored connection, so that the button only checks the connection. */
  const isUnchanged = !connecting.hasChanges.value;
  const keepsKey = connecting.keepsKey.value;
  const isSaved = keepsKey && !connecting.isStoredKeyRefused.value;
  const managed = connecting.managed.value;

  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        void connecting.connect(fieldText('apiKey', currentTarget));
        if (connecting.check.value === null) focusFirstProblem(currentTarget);
      }}
    >
      <TextField
        id="baseUrl"
        label={i18n.t('options.baseUrl')}
        value={baseUrl}
        onEnter={connecting.enterBaseUrl}
        onLeave={connecting.completeBaseUrl}
        problem={problems.baseUrl && i18n.t(`problem.baseUrl.${problems.baseUrl}`)}
        isReadOnly={managed !== null}
        hint={i18n.t(`options.${managed ?? (hadUserInfo ? 'userInfoLeftOut' : 'baseUrlHint')}`)}
      />
      {travelsUnencrypted(baseUrl) && (
        <label class="checkbox-line beside">
          <input
            type="checkbox"
            checked={connecting.allowsUnencrypted.value}
            onChange={(event) => connecting.allowUnencrypted(event.currentTarget.checked)}
          />
          <span>{i18n.t('options.unencrypted')}</span>
        </label>
      )}
      <TextField
        id="apiKey"
        label={i18n.t('options.apiKey')}
        value={hasKey ? undefined : ''}
        onEnter={(text) => connecting.editKey(text !== '')}
        isSecret={!isKeyShown}
        problem={problems.apiKey && i18n.t(`problem.apiKey.${problems.apiKey}`)}
        hint={i18n.t(isSaved ? 'options.apiKeyKept' : 'options.apiKeyHint')}
      >
        <button
          type="button"
          aria-disabled={keepsKey}
          onClick={() => connecting.showKey(!keepsKey && !isKeyShown)}
        >
          {i18n.t(isKeyShown ? 'options.hideKey' : 'options.showKey')}
        </button>
      </TextField>
      <HeaderFieldset headers={connecting.headers} />
      <div class="cluster">
        <button type="submit" class={isUnchanged ? '' : 'primary'} aria-disabled={isBusy}>
          {i18n.t(isUnchanged ? 'options.check' : 'options.connect')}
        </button>
        {connecting.connection.value && (
          <button type="button" aria-disabled={isBusy} onClick={() => void connecting.disconnect()}>
            {i18n.t('options.disconnect')}
          </button>
        )}
      </div>
    </form>
  );
}
