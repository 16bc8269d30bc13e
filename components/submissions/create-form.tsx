import { i18n } from '#i18n';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { StatusLine } from '@/components/ui/message-lines';
import { PrivacyChoice } from '@/components/ui/privacy-choice';
import { TextField } from '@/components/ui/text-field';
import { Privacy } from '@/lib/report/privacy';
import { formMessages, submitForm } from './form-messages';
import { PasswordField } from './password-field';
import { PressAlert } from './press-alert';
import { UrlAlternativeList } from './url-alternative-list';

interface CreateFormProps
  extends Pick<ConnectedPopup, 'form' | 'copied' | 'list' | 'submissions' | 'deletions'>,
    Pick<PopupActions, 'onCopy'> {}

/** The form that reports the page in front, or any other address. */
export function CreateForm(props: CreateFormProps) {
  const { form, copied, onCopy } = props;
  const messages = formMessages(props);

  return (
    <form
      class="new-report"
      aria-label={i18n.t('form.label')}
      noValidate
      onKeyDown={(event) => {
        // A key held down would submit again and again.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        submitForm(form, copied, currentTarget);
      }}
    >
      {form.pageUrl === null && <p class="note">{i18n.t('form.notReportable')}</p>}
      <TextField
        id="url"
        label={i18n.t('form.url')}
        value={form.url.value}
        onEnter={form.enterUrl}
        onLeave={form.leaveUrl}
        problem={messages.urlProblem}
        hint={messages.sentUrl}
      />
      <UrlAlternativeList form={form} />
      <PrivacyChoice
        name="privacy"
        label={i18n.t('privacy.label')}
        value={form.privacy.value}
        onChoose={form.choosePrivacy}
      />
      {form.privacy.value === Privacy.Password && (
        <PasswordField
          form={form}
          copied={copied}
          problem={messages.passwordProblem}
          onCopy={onCopy}
        />
      )}
      <button
        type="submit"
        class="primary"
        aria-disabled={form.submission.value?.state === 'sending'}
        onClick={(event) => {
          // The second half of a double click is no wish for a second report.
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {i18n.t('form.create')}
      </button>
      <StatusLine isUnseen={messages.isUnseen}>{messages.status}</StatusLine>
      <PressAlert submission={form.submission.value} />
    </form>
  );
}
