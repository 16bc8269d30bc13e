import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { TextField } from '@/components/ui/text-field';
import type { ApiKeyProblem } from '@/lib/connection/api-key';
import type { BaseUrlProblem } from '@/lib/connection/base-url';
import type { ConnectForm } from '@/lib/connection/page/connect-form';

/** Where the service is and which key it gave, with Connect and Disconnect. */
export function ConnectFields({ form, isConnected }: { form: ConnectForm; isConnected: boolean }) {
  const isKeyShown = useSignal(false);
  const problems = form.problems.value;
  const isRunning = form.check.value?.state === 'running';

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
        id="base-url"
        label={i18n.t('options.baseUrl')}
        value={form.baseUrl.value}
        onEnter={form.enterBaseUrl}
        problem={problems.baseUrl && baseUrlSentence(problems.baseUrl)}
        hint={i18n.t('options.baseUrlHint')}
      />
      {form.needsConsent.value && (
        <label class="consent">
          <input
            type="checkbox"
            checked={form.allowsUnencrypted.value}
            onChange={(event) => form.allowUnencrypted(event.currentTarget.checked)}
          />
          <span>{i18n.t('options.unencrypted')}</span>
        </label>
      )}
      <TextField
        id="api-key"
        label={i18n.t('options.apiKey')}
        value={form.apiKey.value}
        onEnter={form.enterApiKey}
        isSecret={!isKeyShown.value}
        problem={problems.apiKey && apiKeySentence(problems.apiKey)}
        hint={i18n.t(form.hasStoredKey.value ? 'options.apiKeyKept' : 'options.apiKeyHint')}
      >
        <button
          type="button"
          aria-pressed={isKeyShown.value}
          onClick={() => {
            isKeyShown.value = !isKeyShown.value;
          }}
        >
          {i18n.t(isKeyShown.value ? 'options.hideKey' : 'options.showKey')}
        </button>
      </TextField>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={isRunning}>
          {i18n.t('options.connect')}
        </button>
        {isConnected && (
          <button type="button" aria-disabled={isRunning} onClick={() => void form.disconnect()}>
            {i18n.t('options.disconnect')}
          </button>
        )}
      </div>
    </form>
  );
}

function baseUrlSentence(problem: BaseUrlProblem): string {
  switch (problem) {
    case 'empty':
      return i18n.t('problem.baseUrlEmpty');
    case 'not-absolute':
      return i18n.t('problem.baseUrlNotAbsolute');
    case 'not-web':
      return i18n.t('problem.baseUrlNotWeb');
    case 'unencrypted':
      return i18n.t('problem.baseUrlUnencrypted');
  }
}

function apiKeySentence(problem: ApiKeyProblem): string {
  return i18n.t(problem === 'empty' ? 'problem.apiKeyEmpty' : 'problem.apiKeyCharacters');
}
