import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { focusFirstProblem } from '@/components/ui/first-problem';
import { TextField } from '@/components/ui/text-field';
import type { QueuedTask, TaskList } from '@/lib/page/task-list';

interface PasswordFormProps {
  task: QueuedTask;
  verbs: Pick<TaskList, 'cancel' | 'retry'>;
}

/** Asks again for the password of a report, which was kept in memory only. */
export function PasswordForm({ task, verbs }: PasswordFormProps) {
  const password = useSignal('');
  /** Whether the last press of Send found it missing. */
  const isMissing = useSignal(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isMissing.value = password.value === '';
        if (isMissing.value) focusFirstProblem(event.currentTarget);
        else verbs.retry(task, password.value);
      }}
    >
      <TextField
        id={`password-${task.id}`}
        label={i18n.t('task.password')}
        value={password.value}
        onEnter={(text) => {
          password.value = text;
          isMissing.value = false;
        }}
        problem={isMissing.value ? i18n.t('problem.passwordMissing') : null}
      />
      <div class="buttons">
        <button type="submit">{i18n.t('task.send')}</button>
        <button type="button" onClick={() => verbs.cancel(task)}>
          {i18n.t('task.discard')}
        </button>
      </div>
    </form>
  );
}
