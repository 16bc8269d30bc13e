import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { fieldMessages } from '@/components/text/messages/field-messages';
import { focusFirstProblem } from '@/components/ui/fields/first-problem';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { FieldMessages } from '@/components/ui/fields/text-field';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import { isUnsaved, type OpenReport } from './open-report';
import type { ReportState } from './report-state';

interface ReportChangeFormProps {
  open: OpenReport;
  change: ReportChange | null;
  verbs: ReportState;
  onCopy: (text: string) => Promise<void>;
  /** Tells what has come of copying, as a sentence. */
  onCopied: (sentence: string) => void;
}

/** Who may see a report in a line, and what changes that: it opens at a press, and for what is not saved. */
export function ReportChangeForm({ open, change, verbs, ...props }: ReportChangeFormProps) {
  const { onCopy, onCopied } = props;
  const { report, privacy, password, savedPassword, lacksPassword, isSaved } = open;
  const refusal = verbs.refusal.value;
  const privacyProblem = refusal && fieldMessages(refusal, 'privacy');
  const passwordProblem = lacksPassword
    ? i18n.t('problem.passwordEmpty')
    : refusal && fieldMessages(refusal, 'password');
  const mayBeEmpty = report.privacy === Privacy.Password && savedPassword === '';
  const isLeft = isUnsaved(open, change, verbs.isWaiting.value);
  const isWanted =
    change !== null || isLeft || Boolean(privacyProblem || passwordProblem || verbs.risks.value);
  const isOpen = useSignal(isWanted);
  useEffect(() => {
    if (isWanted) isOpen.value = true;
  }, [isWanted, isOpen]);
  useEffect(() => {
    if (isSaved) isOpen.value = false;
  }, [isSaved, isOpen]);
  const line = (
    <div class="privacy-line">
      {report.privacy !== null && <PrivacyTag privacy={report.privacy} />}
      <button
        type="button"
        class="link change-privacy"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {i18n.t('report.change')}
      </button>
      {!isOpen.value && change !== null && <span class="note">{i18n.t('report.notSaved')}</span>}
    </div>
  );
  if (!isOpen.value) return line;
  return (
    <>
      {line}
      <form
        class={privacy === Privacy.Password ? 'change asks-password' : 'change'}
        noValidate
        data-next-focus=".change-privacy"
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
            problem={passwordProblem}
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
        {isLeft && <p class="note">{i18n.t('report.notSaved')}</p>}
        <FieldMessages id="report-privacy" problem={privacyProblem} />
      </form>
    </>
  );
}
