import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { counted } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { reportAddress } from '@/components/text/report-name';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import { riskyMessage } from '@/components/ui/risky-addresses';
import { Privacy } from '@/lib/report/privacy';
import { useReports } from '../reports-page';

const PASSWORD_FIELD = 'many-password';

const QUESTIONS = {
  change: 'reports.question.change',
  update: 'reports.question.update',
  delete: 'reports.question.delete',
} as const;

/** Asks once before something is done with all reports that are selected. */
export function ManyQuestion() {
  const { actions, table } = useReports();
  const { many, selection } = table.value;
  const copied = useSignal<string | null>(null);
  const asked = many.question.value;
  if (asked === null) return null;
  const { verb, privacy, failure } = asked;
  const risky = many.risky.value;
  const question = counted(QUESTIONS[verb], selection.selected.value.length);
  const answer = i18n.t(risky.length > 0 ? 'risk.publishAnyway' : `reports.now.${verb}`);
  const isComplete = verb !== 'change' || privacy !== null;
  return (
    <div class="many-question">
      {verb === 'change' && (
        <PrivacyChoice
          name="many-privacy"
          label={i18n.t('privacy.label')}
          value={privacy}
          onChoose={many.choosePrivacy}
          passwordFieldId={PASSWORD_FIELD}
        />
      )}
      {privacy === Privacy.Password && (
        <PasswordField
          id={PASSWORD_FIELD}
          value={asked.password}
          problem={asked.lacksPassword ? i18n.t('problem.passwordEmpty') : null}
          onEnter={many.enterPassword}
          onCopy={actions.onCopy}
          onCopied={(sentence) => {
            copied.value = sentence;
          }}
        />
      )}
      <StatusLine>{copied.value}</StatusLine>
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
      <Question
        text={[question, risky.length > 0 && riskyMessage(risky.map(reportAddress))]
          .filter(Boolean)
          .join('\n')}
        answers={
          isComplete ? [{ label: answer, onPress: () => void many.give(), isConsent: true }] : []
        }
        onCancel={many.withdraw}
        nextFocus="[role=toolbar] button, #reports-heading"
        isBusy={asked.isSending}
      />
    </div>
  );
}
