import { i18n } from '#i18n';
import type { TaskList } from '@/components/activity/queue-state';
import type { ReportForm } from '@/components/form/form-state';
import { shortTime } from '@/components/text/dates';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import { isShutOut } from '@/lib/failure';
import type { ReportList } from './list-state';

interface ListFailureProps {
  list: ReportList;
  /** What the form has said already need not be said again. */
  form: ReportForm;
  /** Nor what is said of the tasks that wait. */
  tasks: TaskList;
}

/** Why the list could not be read, if so, and how old the one is that is shown instead. */
export function ListFailure({ list, form, tasks }: ListFailureProps) {
  const failure = list.failure.value;
  if (failure === null) return null;
  const readAt = list.shown.value?.readAt;
  const asOf = readAt ? i18n.t('list.readAt', [shortTime(readAt)]) : null;
  const press = form.lastPress.value;
  const shut = tasks.gate.value?.failure;
  const said = [press && 'failure' in press && press.failure, shut && isShutOut(shut) && shut];
  if (said.some((one) => one && one.code === failure.code))
    return asOf && <p class="note">{asOf}</p>;
  // The queue says when the next try is, and offers one now.
  const isTried = shut?.code === failure.code;
  const why = isTried ? quotingService(whatHappened(failure), failure) : failureMessage(failure);
  return <AlertLine>{[why, asOf].filter(Boolean).join('\n')}</AlertLine>;
}
