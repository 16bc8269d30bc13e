import { i18n } from '#i18n';
import { privacyLabel } from '@/components/text/labels';
import { reportName } from '@/components/text/report-name';
import { Message } from '@/components/ui/message';
import { PasswordForm } from '@/components/ui/password-form';
import { PrivacyIcon } from '@/components/ui/privacy-icon';
import { Quoting } from '@/components/ui/quoting';
import { shownAddress } from '@/lib/url/shown-address';
import type { QueuedTask, TaskList } from './queue-state';

interface TaskLineProps {
  task: QueuedTask;
  /** Why it stands so, or what to do about it; null where that is said elsewhere. */
  note: string | null;
  verbs: Pick<TaskList, 'cancel' | 'retry'>;
  /** Of a creation. */
  onEdit: () => void;
}

/** One task: how it stands, and what can be done with it. */
export function TaskLine({ task, note, verbs, onEdit }: TaskLineProps) {
  const { work, state } = task;
  const name = work.kind === 'create' ? work.draft.url : reportName(work.report);
  const sentence = sentenceOf(task);
  return (
    <>
      <div class="about-url">
        <p title={name}>
          <AskedPrivacy task={task} />
          <Quoting text={shownAddress(name)} sentence={(text) => i18n.t(sentence, [text])} />
        </p>
        {note && (
          <p class="note">
            <Message text={note} />
          </p>
        )}
      </div>
      {state.name === 'stuck' && state.reason === 'password' ? (
        <PasswordForm
          id={`password-${task.id}`}
          label={i18n.t('task.password')}
          onGive={(password) => verbs.retry(task, password)}
          onDiscard={() => verbs.cancel(task)}
        />
      ) : (
        <TaskButtons task={task} verbs={verbs} onEdit={onEdit} />
      )}
    </>
  );
}

/** Who may see the report once the task is done, unless that stays as it is. */
function AskedPrivacy({ task: { work } }: { task: QueuedTask }) {
  const privacy = work.kind === 'create' ? work.draft.privacy : work.change.privacy;
  if (privacy === undefined) return null;
  const label = privacyLabel(privacy);
  return (
    <span class="asked-privacy" role="img" aria-label={label} title={label}>
      <PrivacyIcon privacy={privacy} />
    </span>
  );
}

function TaskButtons({ task, verbs, onEdit }: Omit<TaskLineProps, 'note'>) {
  const { work, state } = task;
  if (state.name === 'sent') return null;
  return (
    <div class="buttons">
      {state.name === 'stuck' && (
        <button type="button" onClick={() => verbs.retry(task)}>
          {i18n.t('task.retry')}
        </button>
      )}
      {work.kind === 'create' && state.name === 'stuck' && state.reason === 'refused' && (
        <button type="button" onClick={onEdit}>
          {i18n.t('task.edit')}
        </button>
      )}
      <button type="button" onClick={() => verbs.cancel(task)}>
        {i18n.t(state.name === 'waiting' ? 'task.cancel' : 'task.discard')}
      </button>
    </div>
  );
}

/** The name of the sentence that says how a task stands. */
function sentenceOf({ work, state }: QueuedTask) {
  if (state.name === 'stuck' && state.reason === 'password') return 'task.passwordGone';
  if (work.kind === 'create') {
    return `task.create.${state.name === 'stuck' ? state.reason : state.name}` as const;
  }
  // A change is never looked for: it is sent again.
  if (state.name === 'stuck') return 'task.change.refused';
  return state.name === 'waiting' ? 'task.change.waiting' : 'task.change.sent';
}
