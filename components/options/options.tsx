import type { ReadonlySignal } from '@preact/signals';
import { i18n } from '#i18n';
import { AccountRegion } from '@/components/connection/account-region';
import { ConnectFields } from '@/components/connection/connect-fields';
import { ConnectionSteps } from '@/components/connection/connection-steps';
import { checkMessage } from '@/components/text/check-message';
import { failureMessage } from '@/components/text/failure-message';
import { privacyMeaning } from '@/components/text/labels';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { PrivacyChoice } from '@/components/ui/privacy-choice';
import type { Connection, StoredAccount } from '@/lib/connection/connection';
import type { ConnectForm } from '@/lib/connection/page/connect-form';
import type { Privacy } from '@/lib/report/privacy';
import type { ReportLinkField } from '@/lib/settings/page/report-link-field';
import { ReportLink } from './report-link';

interface OptionsProps {
  form: ConnectForm;
  connection: ReadonlySignal<Connection | undefined>;
  account: ReadonlySignal<StoredAccount | undefined>;
  defaultPrivacy: ReadonlySignal<Privacy>;
  onChooseDefaultPrivacy: (privacy: Privacy) => void;
  reportLink: ReportLinkField;
}

/** The whole options page. */
export function Options(props: OptionsProps) {
  const { form, account, defaultPrivacy, onChooseDefaultPrivacy, reportLink } = props;
  const connection = props.connection.value;
  const check = form.check.value;
  const disconnection = form.disconnection.value;

  return (
    <main>
      <h1>
        <img src="/icons/48.png" width={32} height={32} alt="" />
        {i18n.t('options.title')}
      </h1>
      <section class="card" aria-busy={check?.state === 'running'}>
        <h2>{i18n.t('options.service')}</h2>
        {connection === undefined && <p>{i18n.t('options.intro')}</p>}
        <ConnectFields form={form} isConnected={connection !== undefined} />
        {check && <ConnectionSteps check={check} />}
        <StatusLine>{statusSentence(form, connection)}</StatusLine>
        <AlertLine>
          {check?.state === 'failed'
            ? checkMessage(check)
            : disconnection?.failure && failureMessage(disconnection.failure)}
        </AlertLine>
      </section>
      {connection && account.value && <AccountRegion account={account.value} />}
      <section class="card">
        <h2>{i18n.t('options.preferences')}</h2>
        <PrivacyChoice
          name="default-privacy"
          label={i18n.t('options.defaultPrivacy')}
          value={defaultPrivacy.value}
          onChoose={onChooseDefaultPrivacy}
        />
        <p class="hint">{privacyMeaning(defaultPrivacy.value)}</p>
        <ReportLink field={reportLink} />
      </section>
    </main>
  );
}

function statusSentence(form: ConnectForm, connection: Connection | undefined): string | null {
  const check = form.check.value;
  if (check?.state === 'running') {
    return i18n.t(check.at === 'permission' ? 'check.askPermission' : 'check.wait');
  }
  const hasProblem = Object.keys(form.problems.value).length > 0;
  if (check?.state === 'failed' || hasProblem) return null;
  if (connection) return i18n.t('options.connected', [connection.baseUrl]);
  return form.disconnection.value?.failure === null ? i18n.t('options.disconnected') : null;
}
