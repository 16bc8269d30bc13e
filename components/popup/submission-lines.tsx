import { i18n } from '#i18n';
import { failureSentence } from '@/components/failure-sentence';
import { AlertLine } from '@/components/message-lines';
import { Quoting } from '@/components/quoting';
import type { Submission } from '@/lib/model/submission';
import type { ReportSubmissions } from '@/lib/state/report-submissions';

/** Reports that are on their way, that the service refused, or of which nobody knows. */
export function SubmissionLines({ submissions }: { submissions: ReportSubmissions }) {
  const shown = submissions.shown.value;
  if (shown.length === 0) return null;
  return (
    <ul class="submissions" aria-label={i18n.t('submission.label')}>
      {shown.map((submission) => (
        <li key={submission.id}>
          <SubmissionLine
            submission={submission}
            onFillIn={() => submissions.fillInAgain(submission)}
            onDiscard={() => submissions.discard(submission)}
          />
        </li>
      ))}
    </ul>
  );
}

interface SubmissionLineProps {
  submission: Submission;
  onFillIn: () => void;
  onDiscard: () => void;
}

function SubmissionLine({ submission, onFillIn, onDiscard }: SubmissionLineProps) {
  const { url, state } = submission;
  if (state === 'sending') {
    return (
      <p>
        <Quoting text={url} sentence={(text) => i18n.t('submission.sending', [text])} />
      </p>
    );
  }
  const opening = state === 'failed' ? 'submission.failed' : 'submission.unclear';
  return (
    <>
      <AlertLine>
        <Quoting text={url} sentence={(text) => i18n.t(opening, [text])} />{' '}
        {failureSentence(submission.failure)}
      </AlertLine>
      <div class="buttons">
        <button type="button" onClick={onFillIn}>
          {i18n.t('submission.fillIn')}
        </button>
        <button type="button" onClick={onDiscard}>
          {i18n.t('submission.discard')}
        </button>
      </div>
    </>
  );
}
