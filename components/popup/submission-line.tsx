import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { failureSentence, quotingService } from '@/components/failure-sentence';
import { AlertLine } from '@/components/message-lines';
import { Quoting } from '@/components/quoting';
import { TextField } from '@/components/text-field';
import type { Submission } from '@/lib/model/submission';
import type { ReportSubmissions } from '@/lib/state/report-submissions';
import { whatHappened } from './kept-sentence';

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
      return (
        <div class="buttons">
          <p>
            <Quoting text={url} sentence={(text) => i18n.t('submission.waiting', [text])} />
          </p>
          {discard}
        </div>
      );
    case 'sending':
      return (
        <p>
          <Quoting text={url} sentence={(text) => i18n.t('submission.sending', [text])} />
        </p>
      );
    case 'checking': {
      const { failure } = submission;
      return (
        <div class="buttons">
          <p>
            <Quoting text={url} sentence={(text) => i18n.t('submission.checking', [text])} />{' '}
            {failure && quotingService(whatHappened(failure), failure)}
          </p>
          {discard}
        </div>
      );
    }
    case 'failed':
      return (
        <>
          <AlertLine>
            <Quoting text={url} sentence={(text) => i18n.t('submission.failed', [text])} />{' '}
            {failureSentence(submission.failure)}
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
    case 'needs-you':
      if (submission.why === 'password') {
        return <PasswordLine submission={submission} verbs={verbs} />;
      }
      return (
        <>
          <AlertLine>
            <Quoting text={url} sentence={(text) => i18n.t('submission.unclear', [text])} />{' '}
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
