import { i18n } from '#i18n';
import { Message } from '@/components/ui/message';
import { Quoting } from '@/components/ui/quoting';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import { needsAttention, type Submission } from '@/lib/submission/submission';
import { PasswordForm } from './password-form';

interface SubmissionLineProps {
  submission: Submission;
  /** Why it stands so, or what to do about it; null where that is said elsewhere. */
  note: string | null;
  verbs: Pick<ReportSubmissions, 'discard' | 'retry'>;
  onEdit: () => void;
}

/** One report on its way: how it stands, and what can be done with it. */
export function SubmissionLine({ submission, note, verbs, onEdit }: SubmissionLineProps) {
  const { url } = submission;
  const sentence = `submission.${labelOf(submission)}` as const;
  return (
    <>
      <div class="about-url">
        <p title={url}>
          <Quoting text={url} sentence={(text) => i18n.t(sentence, [text])} />
        </p>
        {note && (
          <p class="note">
            <Message text={note} />
          </p>
        )}
      </div>
      {sentence === 'submission.passwordGone' ? (
        <PasswordForm submission={submission} verbs={verbs} />
      ) : (
        <SubmissionButtons submission={submission} verbs={verbs} onEdit={onEdit} />
      )}
    </>
  );
}

function SubmissionButtons({ submission, verbs, onEdit }: Omit<SubmissionLineProps, 'note'>) {
  const { state } = submission;
  if (state === 'sending') return null;
  return (
    <div class="buttons">
      {needsAttention(submission) && (
        <button type="button" onClick={() => verbs.retry(submission)}>
          {i18n.t('submission.retry')}
        </button>
      )}
      {state === 'failed' && (
        <button type="button" onClick={onEdit}>
          {i18n.t('submission.edit')}
        </button>
      )}
      <button type="button" onClick={() => verbs.discard(submission)}>
        {i18n.t(state === 'waiting' ? 'submission.cancel' : 'submission.discard')}
      </button>
    </div>
  );
}

/** The name of the sentence that says how a submission stands. */
function labelOf(submission: Submission) {
  if (submission.state !== 'needs-attention') return submission.state;
  return submission.reason === 'password' ? 'passwordGone' : 'unconfirmed';
}
