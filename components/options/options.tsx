import type { ReadonlySignal } from '@preact/signals';
import { i18n } from '#i18n';
import { AccountRegion } from '@/components/connection/account-region';
import type { AccountState } from '@/components/connection/account-state';
import { ConnectFields } from '@/components/connection/connect-fields';
import type { ConnectForm } from '@/components/connection/connect-state';
import { ConnectionLine } from '@/components/connection/connection-line';
import { ConnectionOutcome } from '@/components/connection/connection-outcome';
import { ConnectionSteps } from '@/components/connection/connection-steps';
import type { NotificationSettings } from '@/components/settings/notifications-state';
import type { PreferenceSettings } from '@/components/settings/preferences-state';
import { ReportLink } from '@/components/settings/report-link-setting';
import type { ReportLinkField } from '@/components/settings/report-link-state';
import { ShortcutsRegion } from '@/components/settings/shortcuts-region';
import type { Shortcuts } from '@/components/settings/shortcuts-state';
import { TellingRegion } from '@/components/settings/telling-region';
import { privacyMeaning } from '@/components/text/labels';
import { failureMessage } from '@/components/text/messages/failure-message';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { useKeptFocus } from '@/components/ui/kept-focus';
import { AlertLine } from '@/components/ui/message-lines';
import type { Connection } from '@/lib/connection/connection';
import { hasFailed } from '@/lib/outcome';

interface OptionsProps {
  form: ConnectForm;
  connection: ReadonlySignal<Connection | undefined>;
  account: AccountState;
  preferences: PreferenceSettings;
  reportLink: ReportLinkField;
  notifications: NotificationSettings;
  shortcuts: Shortcuts;
}

/** The whole options page. */
export function Options(props: OptionsProps) {
  useKeptFocus();
  const { form, preferences, reportLink, shortcuts } = props;
  const { defaultPrivacy } = preferences.current.value;
  const unstored = preferences.unstored.value;
  const notStored = failureMessage({ code: 'notStored' });
  const connection = props.connection.value;
  const check = form.check.value;
  const isBusy = check?.state === 'running';
  const account = props.account.account.value;
  const failure = account && hasFailed(account) ? account.failure : null;
  // It is about the connection as a whole, and said on top.
  const refusal = failure?.code === 'keyRefused' ? failure : null;
  const isSaidAbove =
    check?.state === 'failed' &&
    check.failure.code === failure?.code &&
    form.checkedUrl.value === connection?.baseUrl;

  return (
    <main>
      <h1>
        <img src="/icons/48.png" width={32} height={32} alt="" />
        {i18n.t('options.title')}
      </h1>
      <section class="card" aria-busy={isBusy}>
        <h2 id="service-heading" tabIndex={-1}>
          {i18n.t('options.service')}
        </h2>
        {connection === undefined && <p>{i18n.t('options.intro')}</p>}
        <ConnectionLine
          form={form}
          connection={connection}
          account={props.account.name.value}
          refusal={refusal}
        />
        <ConnectFields form={form} isConnected={connection !== undefined} isBusy={isBusy} />
        {check && <ConnectionSteps check={check} />}
        <ConnectionOutcome form={form} />
      </section>
      {connection && account && refusal === null && !isSaidAbove && (
        <AccountRegion account={account} baseUrl={connection.baseUrl} />
      )}
      <section class="card">
        <h2>{i18n.t('options.preferences')}</h2>
        <div class="field">
          <PrivacyChoice
            name="default-privacy"
            label={i18n.t('options.defaultPrivacy')}
            value={defaultPrivacy}
            onChoose={(chosen) => void preferences.change({ defaultPrivacy: chosen })}
          />
          <p class="hint">{privacyMeaning(defaultPrivacy)}</p>
        </div>
        <AlertLine>{unstored.has('defaultPrivacy') && notStored}</AlertLine>
        <ReportLink field={reportLink} />
        <AlertLine>{unstored.has('reportLink') && notStored}</AlertLine>
      </section>
      <TellingRegion
        settings={props.notifications}
        names={['notifiesOfDone', 'notifiesOfAttention']}
        permission="notifications"
      />
      <TellingRegion settings={props.notifications} names={['showsPageRating']} permission="tabs" />
      <ShortcutsRegion shortcuts={shortcuts} />
    </main>
  );
}
