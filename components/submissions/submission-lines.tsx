import { i18n } from '#i18n';
import { shortTime } from '@/components/text/dates';
import { quotingService, whatHappened } from '@/components/text/failure-message';
import type { Backoff } from '@/lib/submission/backoff';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import { SubmissionLine } from './submission-line';

/** Reports that are on their way, that the service refused, or of which nobody knows. */
export function SubmissionLines({ submissions }: { submissions: ReportSubmissions }) {
  const shown = submissions.shown.value;
  const pause = submissions.pause.value;
  const more = submissions.more.value;
  return (
    <>
      {pause !== null && <PauseLine pause={pause} onRetryNow={submissions.retryNow} />}
      {shown.length > 0 && (
        <ul class="submissions" aria-label={i18n.t('submission.label')}>
          {shown.map((submission) => (
            <li key={submission.id}>
              <SubmissionLine submission={submission} verbs={submissions} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p class="note">{i18n.t('submission.more', more)}</p>}
    </>
  );
}

function PauseLine({ pause, onRetryNow }: { pause: Backoff; onRetryNow: () => void }) {
  const { failure, until } = pause;
  const sentence = `${whatHappened(failure)} ${i18n.t('submission.pause', [shortTime(until)])}`;
  return (
    <div class="pause">
      {/* No live region: it changes with each attempt, and the form has said why a report waits. */}
      <p>{quotingService(sentence, failure)}</p>
      <button type="button" onClick={onRetryNow}>
        {i18n.t('submission.retryNow')}
      </button>
    </div>
  );
}
