import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { TextField } from '@/components/ui/text-field';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import type { Submission } from '@/lib/submission/submission';

interface PasswordFormProps {
  submission: Submission;
  verbs: Pick<ReportSubmissions, 'discard' | 'retry'>;
}

/** Asks again for the password of a report, which was kept in memory only. */
export function PasswordForm({ submission, verbs }: PasswordFormProps) {
  const password = useSignal('');
  /** Whether the last press of Send found it missing. */
  const isMissing = useSignal(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isMissing.value = password.value === '';
        if (isMissing.value) focusFirstProblem(event.currentTarget);
        else verbs.retry(submission, password.value);
      }}
    >
      <TextField
        id={`password-${submission.id}`}
        label={i18n.t('submission.password')}
        value={password.value}
        onEnter={(text) => {
          password.value = text;
          isMissing.value = false;
        }}
        problem={isMissing.value ? i18n.t('problem.passwordMissing') : null}
      />
      <div class="buttons">
        <button type="submit">{i18n.t('submission.send')}</button>
        <button type="button" onClick={() => verbs.discard(submission)}>
          {i18n.t('submission.discard')}
        </button>
      </div>
    </form>
  );
}
