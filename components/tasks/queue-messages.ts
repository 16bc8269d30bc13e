import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { type Failure, isShutOut } from '@/lib/failure';
import type { QueuedTask, TaskList } from '@/lib/page/task-list';

/** How many need a person; null where none does. */
export function attentionMessage({ stuck }: TaskList): string | null {
  return stuck.value === 0 ? null : i18n.t('queue.attention', stuck.value);
}

/** How many go on by themselves, and when; null where none does. */
export function waitingMessage(tasks: TaskList): string | null {
  const { creations, changes, deletions, lookedFor, gate, retryState } = tasks;
  const created = creations.value;
  const changed = changes.value;
  const deleted = deletions.value;
  const closed = gate.value;
  const way =
    closed === null ? 'goingOut' : closed.failure.code === 'keyRefused' ? 'needKey' : 'wait';
  const until = way === 'wait' && retryState.value === null ? closed?.until : null;
  const sentences = [
    created > 0 && i18n.t(`queue.creations.${way}`, created),
    changed > 0 && i18n.t(`queue.changes.${way}`, changed),
    // While it can be undone, a line of its own says that a report is deleted.
    deleted > 0 && way !== 'goingOut' && i18n.t(`queue.deletions.${way}`, deleted),
    lookedFor.value > 0 && i18n.t('queue.lookedFor', lookedFor.value),
    // What is looked for is asked after more often than the gate is tried.
    created + changed + deleted > 0 && until && i18n.t('queue.retrying', [shortRetryTime(until)]),
  ].filter(Boolean);
  return sentences.length === 0 ? null : sentences.join(' · ');
}

/** How the last press of Retry now goes, and when the next try is; null where nobody has pressed. */
export function retryMessage({ retryState, gate }: TaskList): string | null {
  if (retryState.value !== 'failed') return retryState.value && i18n.t('queue.tryingNow');
  const until = gate.value?.until;
  return until
    ? i18n.t('queue.stillUnavailable', [shortRetryTime(until)])
    : i18n.t('queue.stillRefused');
}

/** Why the gate is closed, unless the form has just said it. */
export function gateReason({ gate, isReasonTold }: TaskList): Failure | null {
  return isReasonTold.value ? null : (gate.value?.failure ?? null);
}

/** Why the service lets nobody in, and what to do; null where it does, or where that is said already. */
export function shutOutMessage(tasks: TaskList): string | null {
  const reason = gateReason(tasks);
  if (reason === null || !isShutOut(reason)) return null;
  // What to do about the permission or the key stands on the button.
  if (reason.code === 'keyRefused') return quotingService('', reason).trim() || null;
  return reason.code === 'noPermission' ? whatHappened(reason) : failureMessage(reason);
}

/** Why a task stands as it does, and what to do about it; null where that is said already. */
export function reasonMessage({ state }: QueuedTask, tasks: TaskList): string | null {
  switch (state.name) {
    case 'unknown': {
      const isSaid = tasks.gate.value !== null || tasks.isReasonTold.value;
      return isSaid || state.failure === null
        ? null
        : quotingService(whatHappened(state.failure), state.failure);
    }
    case 'stuck':
      if (state.reason === 'refused') return failureMessage(state.failure);
      return i18n.t(state.reason === 'password' ? 'task.enterPassword' : 'task.choices');
    default:
      return null;
  }
}
