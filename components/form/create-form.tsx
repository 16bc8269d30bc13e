import { i18n } from '#i18n';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { PasswordField } from '@/components/ui/password-field';
import { PrivacyChoice } from '@/components/ui/privacy-choice';
import { FieldMessages } from '@/components/ui/text-field';
import { Privacy } from '@/lib/report/privacy';
import { fieldProblems, submitForm } from './form-messages';
import { PressMessage } from './press-message';
import { UrlField } from './url-field';
import { urlHint } from './url-hint';

interface CreateFormProps extends PopupActions {
  connected: ConnectedPopup;
}

/** The form that reports the page in front, or any other address, and what its last press came to. */
export function CreateForm({ connected, ...actions }: CreateFormProps) {
  const { form, notice } = connected;
  const problems = fieldProblems(form);

  return (
    <form
      class="new-report"
      aria-label={i18n.t('form.label')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        notice.value = null;
        submitForm(form, event.currentTarget);
      }}
    >
      <UrlField form={form} problem={problems.url} />
      <div class="press">
        <PrivacyChoice
          name="privacy"
          label={i18n.t('privacy.label')}
          isLabelUnseen
          value={form.privacy.value}
          onChoose={form.choosePrivacy}
          passwordFieldId="password"
          problem={problems.privacy}
        />
        <button
          type="submit"
          class="primary"
          aria-disabled={form.isSending.value}
          onClick={(event) => {
            // The second half of a double click is no wish for a second report.
            if (event.detail > 1) event.preventDefault();
          }}
        >
          {i18n.t('form.create')}
        </button>
      </div>
      <FieldMessages id="url" problem={problems.url} hint={urlHint(form)} />
      <FieldMessages id="privacy" problem={problems.privacy} />
      {form.privacy.value === Privacy.Password && (
        <PasswordField
          value={form.password.value}
          problem={problems.password}
          onEnter={form.enterPassword}
          onCopy={actions.onCopy}
          onCopied={(text) => {
            notice.value = { text };
          }}
        />
      )}
      {form.privateWindow && <p class="note">{i18n.t('form.privateWindow')}</p>}
      <PressMessage connected={connected} {...actions} />
    </form>
  );
}
