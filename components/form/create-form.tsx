import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { FieldMessages } from '@/components/ui/fields/text-field';
import { Privacy } from '@/lib/report/privacy';
import { fieldProblem, submitForm } from './form-messages';
import { PressConfirmation } from './held-press';
import { UrlField } from './url-field';
import { urlHint } from './url-hint';

/** The form that reports the page in front, or any other address. */
export function CreateForm() {
  const { actions, activity, form } = usePage();
  const urlProblem = fieldProblem(form, 'url');
  const privacyProblem = fieldProblem(form, 'privacy');
  const confirmation = form.confirmation.value;

  return (
    <form
      class="new-report"
      aria-label={i18n.t('form.label')}
      noValidate
      onKeyDown={(event) => {
        // A key that is held is one press.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submitForm(form, event.currentTarget);
      }}
    >
      <UrlField problem={urlProblem} />
      <div class="press">
        <PrivacyChoice
          name="privacy"
          label={i18n.t('privacy.label')}
          isLabelUnseen
          value={form.privacy.value}
          onChoose={form.choosePrivacy}
          passwordFieldId="password"
          problem={privacyProblem}
        />
        <button
          type="submit"
          class="primary"
          aria-disabled={form.isStoring.value}
          onClick={(event) => {
            // The second half of a double click is no wish for a second report.
            if (event.detail > 1) event.preventDefault();
          }}
        >
          {i18n.t('form.create')}
        </button>
      </div>
      <FieldMessages id="url" problem={urlProblem} hint={urlHint(form)} />
      <FieldMessages id="privacy" problem={privacyProblem} />
      {form.privacy.value === Privacy.Password && (
        <PasswordField
          value={form.password.value}
          problem={fieldProblem(form, 'password')}
          onEnter={form.enterPassword}
          onCopy={actions.onCopy}
          onCopied={activity.announce}
        />
      )}
      {form.isPrivate && <p class="note">{i18n.t('form.privateWindow')}</p>}
      {confirmation && <PressConfirmation reason={confirmation} />}
    </form>
  );
}
