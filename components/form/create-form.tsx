import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { resultLabel } from '@/components/text/labels';
import { passwordCopied } from '@/components/text/messages/copy-message';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { FieldMessages, focusFirstProblem } from '@/components/ui/fields/text-field';
import { Question } from '@/components/ui/question';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { Privacy } from '@/lib/report/privacy';
import { fieldProblem, urlHint } from './form-messages';
import type { FormConfirmation } from './form-state';
import { UrlField } from './url-field';

export function CreateForm() {
  const { actions, notices, form, isPrivate } = usePage();
  const urlProblem = fieldProblem(form, 'url');
  const privacyProblem = fieldProblem(form, 'privacy');
  const confirmation = form.confirmation.value;

  return (
    <form
      class="new-report border-below stack on-screen"
      aria-label={i18n.t('form.label')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const element = event.currentTarget;
        void form.submit().then(() => {
          if (Object.keys(form.problems.value).length > 0) focusFirstProblem(element);
        });
      }}
    >
      <UrlField problem={urlProblem} />
      <div class="press cluster">
        <PrivacyChoice
          name="privacy"
          label={i18n.t('privacy.label')}
          isLabelVisuallyHidden
          value={form.privacy.value}
          onChoose={form.choosePrivacy}
          passwordFieldId="password"
          problem={privacyProblem}
        />
        <button type="submit" class="primary" aria-disabled={form.isStoring.value}>
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
          copied={passwordCopied(form.url.value.trim())}
          onCopied={notices.announce}
        />
      )}
      {isPrivate && <p class="quiet">{i18n.t('form.privateWindow')}</p>}
      {confirmation && <PressConfirmation reason={confirmation} />}
    </form>
  );
}

/** Texts of confirmations without a report to show. */
const TEXTS = { inProgress: 'form.alreadyWaiting', justCreated: 'form.justCreated' } as const;

function PressConfirmation({ reason }: { reason: FormConfirmation }) {
  const { notices, form, update: askForUpdate } = usePage();
  if (reason.reason === 'risks') {
    return (
      <PublishingConsent
        risks={reason.risks}
        onMakePrivate={() => {
          form.choosePrivacy(Privacy.Private);
          notices.announce(i18n.t('risk.madePrivate'));
        }}
        onPublish={() => void form.confirm()}
        onCancel={form.cancelConfirmation}
      />
    );
  }
  const another = {
    label: i18n.t('form.createAnother'),
    onPress: () => void form.confirm(),
    isConsent: true,
  };
  const report = reason.reason === 'justCreated' ? reason.report : null;
  const update = {
    label: i18n.t('report.update'),
    onPress: () => {
      form.cancelConfirmation();
      if (report) askForUpdate(report);
    },
    isConsent: false,
  };
  return (
    <Question
      text={
        report ? i18n.t('form.justReported', [resultLabel(report)]) : i18n.t(TEXTS[reason.reason])
      }
      answers={report ? [update, another] : [another]}
      onCancel={form.cancelConfirmation}
    />
  );
}
