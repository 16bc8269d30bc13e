import { i18n } from '#i18n';
import { quotingService, whatHappened } from '@/components/text/failure-message';
import { Message } from '@/components/ui/message';
import { isShutOut } from '@/lib/backoff';
import type { ReportForm } from '@/lib/submission/page/report-form';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import type { UnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';
import { showFilledForm } from './filled-form';
import { pauseOf, reasonMessage } from './queue-messages';
import { SubmissionLine } from './submission-line';
import { UnreadableWorkLine } from './unreadable-work-line';

interface QueueDetailsProps {
  form: ReportForm;
  submissions: ReportSubmissions;
  unreadable: UnreadableWorkNotice;
  onCopy: (text: string) => Promise<void>;
}

/** Each report on its way, and what can be done about it. Those with one reason stand together, and it is said once. */
export function QueueDetails({ form, submissions, unreadable, onCopy }: QueueDetailsProps) {
  const { shown, more } = submissions;
  const pause = pauseOf(submissions);
  const paused = pause && submissions.reasonOf(pause);
  // Why the service lets nobody in stands above.
  const reason = paused && isShutOut(paused) ? null : paused;
  const byMessage = Map.groupBy(shown.value, (submission) =>
    reasonMessage(submission, submissions),
  );
  return (
    <div class="queue-details">
      {reason && (
        <p class="note">
          <Message text={quotingService(whatHappened(reason), reason)} />
        </p>
      )}
      {shown.value.length > 0 && (
        <ul class="submissions" aria-label={i18n.t('submission.label')}>
          {[...byMessage].flatMap(([message, group]) =>
            group.map((submission, index) => (
              <li key={submission.id}>
                <SubmissionLine
                  submission={submission}
                  note={index === group.length - 1 ? message : null}
                  verbs={submissions}
                  onEdit={() => {
                    submissions.fillInAgain(submission);
                    showFilledForm(form);
                  }}
                />
              </li>
            )),
          )}
        </ul>
      )}
      {more.value > 0 && <p class="note">{i18n.t('submission.more', more.value)}</p>}
      <UnreadableWorkLine work={unreadable} onCopy={onCopy} />
    </div>
  );
}
