import { i18n } from '#i18n';
import { fieldText, focusFirstProblem, TextField } from '@/components/ui/fields/text-field';
import { travelsUnencrypted } from '@/lib/connection/base-url';
import type { Connecting } from './connecting-state';
import { HeaderFieldset } from './header-fields';

/** The form with Base URL, API key and request headers, and the buttons that connect and disconnect. */
export function ServiceForm({ connecting }: { connecting: Connecting }) {
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
        {connecting.target.value && (
          <button type="button" aria-disabled={isBusy} onClick={() => void connecting.disconnect()}>
            {i18n.t('options.disconnect')}
          </button>
        )}
        {connecting.chosen.value && (
          <button type="button" onClick={() => connecting.showForm(null)}>
            {i18n.t('question.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
