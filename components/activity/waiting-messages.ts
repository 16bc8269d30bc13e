import { i18n } from '#i18n';
import { quotingService, whatHappened, whatToDo } from '@/components/text/failure-message';
import { sentences } from '@/components/text/language';
import { type Failure, isShutOut } from '@/lib/failure';

/** Why a task waits; what to do about it only where it does not go on by itself. */
export function reasonToWait(failure: Failure): string {
  return quotingService(reason(failure), failure);
}

/**
 * What becomes of a change that waits for this reason.
 * @param what `update`: all that is asked for is new results; `both`: new results as well
 */
export function changeKept(failure: Failure, what: 'change' | 'update' | 'both'): string {
  return i18n.t(`queued.${what}.${isShutOut(failure) ? 'sentThen' : 'goesOn'}`);
}

/**
 * Why a report was not created at once, and what becomes of it.
 * @param hasPassword it has one, which is in memory alone
 */
export function reportKept(failure: Failure, hasPassword: boolean): string {
  const goesOn = sentences(
    reason(failure),
    i18n.t(isShutOut(failure) ? 'queued.sentThen' : 'queued.goesOn'),
  );
  const kept = hasPassword ? sentences(goesOn, i18n.t('task.enterPassword')) : goesOn;
  return quotingService(kept, failure);
}

/**
 * Why it is not known whether a report was created, and what is done about it.
 * @param isOver whether that reason keeps nothing else from going out
 */
export function reportLookedFor(failure: Failure, isOver: boolean): string {
  const why = (isOver ? whatHappenedThen : whatHappened)(failure);
  return quotingService(sentences(why, i18n.t('queued.lookedFor')), failure);
}

/** What happened to a report that is still looked for, while the service answers others. */
export function whatHappenedThen(failure: Failure): string {
  return failure.code === 'serviceDown'
    ? i18n.t('queued.wasDown', [failure.status])
    : whatHappened(failure);
}

/** That a report is deleted, or is going to be. */
export function deletionSentence(name: string, isPutOff: boolean): string {
  return i18n.t(isPutOff ? 'list.deletePutOff' : 'list.deleted', [name]);
}

function reason(failure: Failure): string {
  const advice = isShutOut(failure) ? whatToDo(failure) : null;
  return advice ? sentences(whatHappened(failure), advice) : whatHappened(failure);
}
