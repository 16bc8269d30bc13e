import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import { TextField } from '@/components/ui/text-field';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import type { Submission } from '@/lib/submission/submission';

interface SubmissionLineProps {
  submission: Submission;
  verbs: Pick<ReportSubmissions, 'fillInAgain' | 'discard' | 'retry'>;
}

/** One report on its way: how it stands, and what can be done about it. */
export function SubmissionLine({ submission, verbs }: SubmissionLineProps) {
  const { url } = submission;
  const discard = (
    <button type="button" onClick={() => verbs.discard(submission)}>
      {i18n.t(submission.state === 'waiting' ? 'submission.cancel' : 'submission.discard')}
    </button>
  );
  const retry = (
    <button type="button" onClick={() => verbs.retry(submission)}>
      {i18n.t('submission.retry')}
    </button>
  );
  switch (submission.state) {
    case 'waiting':
    case 'sending':
    case 'checking': {
      const failure = submission.state === 'checking' && submission.failure;
      return (
        <div class="on-its-way">
          <div>
            <p class="about-url" title={url}>
              <Quoting
                text={url}
                sentence={(text) => i18n.t(`submission.${submission.state}`, [text])}
              />
            </p>
            {failure && <p class="note">{quotingService(whatHappened(failure), failure)}</p>}
          </div>
          {submission.state !== 'sending' && discard}
        </div>
      );
    }
    case 'failed':
      return (
        <>
          <AlertLine>
            <Quoting text={url} sentence={(text) => i18n.t('submission.failed', [text])} />{' '}
            {failureMessage(submission.failure)}
          </AlertLine>
          <div class="buttons">
            {retry}
            <button type="button" onClick={() => verbs.fillInAgain(submission)}>
              {i18n.t('submission.fillIn')}
            </button>
            {discard}
          </div>
        </>
      );
    case 'needs-attention':
      if (submission.reason === 'password') {
        return <PasswordLine submission={submission} verbs={verbs} />;
      }
      return (
        <>
          <AlertLine>
            <Quoting text={url} sentence={(text) => i18n.t('submission.unconfirmed', [text])} />{' '}
            {quotingService(whatHappened(submission.failure), submission.failure)}{' '}
            {i18n.t('submission.choices')}
          </AlertLine>
          <div class="buttons">
            {retry}
            {discard}
          </div>
        </>
      );
  }
}

/** A report whose password was kept in memory only. */
function PasswordLine({ submission, verbs }: SubmissionLineProps) {
  const password = useSignal('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password.value !== '') verbs.retry(submission, password.value);
      }}
    >
      <AlertLine>
        <Quoting
          text={submission.url}
          sentence={(text) => i18n.t('submission.passwordGone', [text])}
        />
      </AlertLine>
      <TextField
        id={`password-${submission.id}`}
        label={i18n.t('submission.password')}
        value={password.value}
        onEnter={(text) => {
          password.value = text;
        }}
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
