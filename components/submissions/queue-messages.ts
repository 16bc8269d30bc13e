import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { type Backoff, isShutOut } from '@/lib/backoff';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';
import { needsAttention, type Submission } from '@/lib/submission/submission';

/** How many need a person's word; null where none does. */
export function attentionMessage(
  { shown }: ReportSubmissions,
  unreadableCount: number,
): string | null {
  const count = shown.value.filter(needsAttention).length + unreadableCount;
  return count === 0 ? null : i18n.t('queue.attention', count);
}

/** How many go on by themselves, and when; null where none does. */
export function waitingMessage(submissions: ReportSubmissions): string | null {
  const count = waitingCount(submissions);
  if (count === 0) return null;
  const pause = submissions.pause.value;
  if (pause === null) return i18n.t('queue.onTheirWay', count);
  const retrying = i18n.t('queue.retrying', [shortRetryTime(pause.until)]);
  return `${i18n.t('queue.waiting', count)} · ${retrying}`;
}

function waitingCount({ shown, more }: ReportSubmissions): number {
  return shown.value.filter((one) => !needsAttention(one)).length + more.value;
}

/** Why reports wait; null where none does. */
export function pauseOf(submissions: ReportSubmissions): Backoff | null {
  return waitingCount(submissions) === 0 ? null : submissions.pause.value;
}

/** Why the service lets nobody in, and what to do; null where it does, or where that is said already. */
export function shutOutMessage(submissions: ReportSubmissions): string | null {
  const pause = pauseOf(submissions);
  const reason = pause && submissions.reasonOf(pause);
  if (reason === null || !isShutOut(reason)) return null;
  // What to do about a missing permission stands on the button.
  return reason.code === 'noPermission' ? whatHappened(reason) : failureMessage(reason);
}

/** Why a submission stands as it does, and what to do about it; null where that is said already. */
export function reasonMessage(
  submission: Submission,
  { pause, reasonOf }: ReportSubmissions,
): string | null {
  switch (submission.state) {
    case 'checking': {
      const failure = pause.value === null ? reasonOf(submission) : null;
      return failure && quotingService(whatHappened(failure), failure);
    }
    case 'failed':
      return failureMessage(submission.failure);
    case 'needs-attention':
      return i18n.t(
        submission.reason === 'password' ? 'submission.enterPassword' : 'submission.choices',
      );
    default:
      return null;
  }
}
