import { i18n } from '#i18n';
import { pauseOf } from '@/components/submissions/queue-messages';
import { shortTime } from '@/components/text/dates';
import { failureMessage } from '@/components/text/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import { isShutOut } from '@/lib/backoff';
import type { ReportList } from '@/lib/report/page/report-list';
import type { ReportForm } from '@/lib/submission/page/report-form';
import type { ReportSubmissions } from '@/lib/submission/page/report-submissions';

interface ListFailureProps {
  list: ReportList;
  /** What the form has said already need not be said again. */
  form: ReportForm;
  /** Nor what is said of the reports that wait. */
  submissions: ReportSubmissions;
}

/** Why the list could not be read, if so, and how old the one is that is shown instead. */
export function ListFailure({ list, form, submissions }: ListFailureProps) {
  const failure = list.failure.value;
  if (failure === null) return null;
  const readAt = list.shown.value?.readAt;
  const asOf = readAt ? i18n.t('list.readAt', [shortTime(readAt)]) : null;
  const sent = form.submission.value;
  const pause = pauseOf(submissions)?.failure;
  const said = [sent && 'failure' in sent && sent.failure, pause && isShutOut(pause) && pause];
  if (said.some((one) => one && one.code === failure.code))
    return asOf && <p class="note">{asOf}</p>;
  return <AlertLine>{[failureMessage(failure), asOf].filter(Boolean).join('\n')}</AlertLine>;
}
