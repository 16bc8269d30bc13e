import { useSignal, useSignalEffect } from '@preact/signals';
import { i18n } from '#i18n';
import { focusFirstProblem } from '@/components/ui/fields/first-problem';
import { TextField } from '@/components/ui/fields/text-field';
import type { ConnectForm } from './connect-state';

interface ConnectFieldsProps {
  form: ConnectForm;
  isConnected: boolean;
  /** Whether a connection check is under way. */
  isBusy: boolean;
}

/** Where the service is and which key it gave, with Connect and Disconnect. */
export function ConnectFields({ form, isConnected, isBusy }: ConnectFieldsProps) {
  const isKeyShown = useSignal(false);
  const problems = form.problems.value;
  const mayCheck = isConnected && !form.hasChanges.value;
  /** One that is kept is not on the page. */
  const isKeyKept = mayCheck && form.apiKey.value === '';
  // The next key is a secret again.
  useSignalEffect(() => {
    if (form.apiKey.value === '') isKeyShown.value = false;
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        void form.connect();
        if (form.check.value === null) focusFirstProblem(currentTarget);
      }}
    >
      <TextField
        id="baseUrl"
        label={i18n.t('options.baseUrl')}
        value={form.baseUrl.value}
        onEnter={form.enterBaseUrl}
        onLeave={form.leaveBaseUrl}
        problem={problems.baseUrl && i18n.t(`problem.baseUrl.${problems.baseUrl}`)}
        hint={i18n.t(form.hasUserInfo.value ? 'options.userInfoLeftOut' : 'options.baseUrlHint')}
      />
      {form.needsConsent.value && (
        <label class="checkbox-line">
          <input
            type="checkbox"
            checked={form.allowsUnencrypted.value}
            onChange={(event) => form.allowUnencrypted(event.currentTarget.checked)}
          />
          <span>{i18n.t('options.unencrypted')}</span>
        </label>
      )}
      <TextField
        id="apiKey"
        label={i18n.t('options.apiKey')}
        value={form.apiKey.value}
        onEnter={form.enterApiKey}
        isSecret={!isKeyShown.value}
        problem={problems.apiKey && i18n.t(`problem.apiKey.${problems.apiKey}`)}
        hint={i18n.t(form.hasChanges.value ? 'options.apiKeyHint' : 'options.apiKeyKept')}
      >
        <button
          type="button"
          aria-disabled={isKeyKept}
          onClick={() => {
            isKeyShown.value = !isKeyKept && !isKeyShown.value;
          }}
        >
          {i18n.t(isKeyShown.value ? 'options.hideKey' : 'options.showKey')}
        </button>
      </TextField>
      <div class="buttons">
        <button type="submit" class={mayCheck ? '' : 'primary'} aria-disabled={isBusy}>
          {i18n.t(mayCheck ? 'options.check' : 'options.connect')}
        </button>
        {isConnected && (
          <button type="button" aria-disabled={isBusy} onClick={() => void form.disconnect()}>
            {i18n.t('options.disconnect')}
          </button>
        )}
      </div>
    </form>
  );
}
