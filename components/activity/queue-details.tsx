import { i18n } from '#i18n';
import { showFilledForm } from '@/components/form/filled-form';
import type { ReportForm } from '@/components/form/form-state';
import type { ReportList } from '@/components/list/list-state';
import { quotingService, whatHappened } from '@/components/text/failure-message';
import { counted } from '@/components/text/language';
import { Message } from '@/components/ui/message';
import { isShutOut } from '@/lib/failure';
import { isCreation } from '@/lib/task/task';
import { gateReason, reasonMessage } from './queue-messages';
import type { TaskList } from './queue-state';
import { TaskLine } from './task-line';

interface QueueDetailsProps {
  form: ReportForm;
  /** What it says of the service already need not be said again. */
  list: ReportList;
  tasks: TaskList;
}

/** Each task, and what can be done about it. Those with one reason stand together, and it is said once. */
export function QueueDetails({ form, list, tasks }: QueueDetailsProps) {
  const { shown, more } = tasks;
  const closed = gateReason(tasks);
  // Why the service lets nobody in stands above, why the list could not be read either below.
  const isSaid = closed && (isShutOut(closed) || list.failure.value?.code === closed.code);
  const reason = isSaid ? null : closed;
  const byMessage = Map.groupBy(shown.value, (task) => reasonMessage(task, tasks));
  return (
    <div class="queue-details">
      {reason && (
        <p class="note">
          <Message text={quotingService(whatHappened(reason), reason)} />
        </p>
      )}
      {shown.value.length > 0 && (
        <ul class="tasks" aria-label={i18n.t('task.label')}>
          {[...byMessage].flatMap(([message, group]) =>
            group.map((task, index) => (
              <li key={task.id}>
                <TaskLine
                  task={task}
                  note={index === group.length - 1 ? message : null}
                  verbs={tasks}
                  onEdit={() => {
                    if (!isCreation(task)) return;
                    tasks.fillInAgain(task);
                    showFilledForm(form);
                  }}
                />
              </li>
            )),
          )}
        </ul>
      )}
      {more.value > 0 && <p class="note">{counted('task.more', more.value)}</p>}
    </div>
  );
}
