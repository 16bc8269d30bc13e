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
export function waitingMessage({ creations, changes, gate }: TaskList): string | null {
  const created = creations.value;
  const changed = changes.value;
  const until = gate.value?.until ?? null;
  const isOpen = gate.value === null;
  const sentences = [
    created > 0 && i18n.t(isOpen ? 'queue.onTheirWay' : 'queue.waiting', created),
    changed > 0 && i18n.t(isOpen ? 'queue.changing' : 'queue.changesWaiting', changed),
    until !== null && i18n.t('queue.retrying', [shortRetryTime(until)]),
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? null : sentences.join(' · ');
}

/** Why the gate is closed, unless the form has just said it. */
export function gateReason({ gate, isReasonTold }: TaskList): Failure | null {
  return isReasonTold.value ? null : (gate.value?.failure ?? null);
}

/** Why the service lets nobody in, and what to do; null where it does, or where that is said already. */
export function shutOutMessage(tasks: TaskList): string | null {
  const reason = gateReason(tasks);
  if (reason === null || !isShutOut(reason)) return null;
  // What to do about a missing permission stands on the button.
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
