import { i18n } from '#i18n';
import { fieldMessages } from '@/components/text/field-messages';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { PasswordField } from '@/components/ui/password-field';
import { PrivacyChoice } from '@/components/ui/privacy-choice';
import { FieldMessages } from '@/components/ui/text-field';
import type { OpenedReport } from '@/lib/page/open-report';
import { isUnsaved, type OpenReport } from '@/lib/page/report-view-state';
import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';

interface ReportChangeFormProps {
  open: OpenReport;
  change: ReportChange | null;
  verbs: OpenedReport;
  onCopy: (text: string) => Promise<void>;
  /** Tells what has come of copying, as a sentence. */
  onCopied: (sentence: string) => void;
}

/** Changes who may see a report. */
export function ReportChangeForm({ open, change, verbs, ...props }: ReportChangeFormProps) {
  const { onCopy, onCopied } = props;
  const { report, privacy, password, savedPassword, failure, lacksPassword } = open;
  const privacyProblem = failure && fieldMessages(failure, 'privacy');
  const mayBeEmpty = report.privacy === Privacy.Password && savedPassword === '';
  return (
    <form
      class={privacy === Privacy.Password ? 'change asks-password' : 'change'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void verbs.save().then(() => {
          if (verbs.open.value?.lacksPassword) focusFirstProblem(form);
        });
      }}
    >
      <PrivacyChoice
        name="report-privacy"
        label={i18n.t('privacy.label')}
        isLabelUnseen
        value={privacy}
        onChoose={verbs.choosePrivacy}
        passwordFieldId="report-password"
        problem={privacyProblem}
      />
      {privacy === Privacy.Password && (
        <PasswordField
          id="report-password"
          value={password}
          onEnter={verbs.enterPassword}
          onCopy={onCopy}
          onCopied={onCopied}
          problem={
            lacksPassword
              ? i18n.t('problem.passwordEmpty')
              : failure && fieldMessages(failure, 'password')
          }
          {...(mayBeEmpty && { hint: i18n.t('report.passwordHint') })}
        />
      )}
      <button
        type="submit"
        aria-disabled={change === null || verbs.isChanging.value}
        class={change === null ? '' : 'primary'}
      >
        {i18n.t('report.save')}
      </button>
      {isUnsaved(open, change) && <p class="note">{i18n.t('report.notSaved')}</p>}
      <FieldMessages id="report-privacy" problem={privacyProblem} />
    </form>
  );
}
