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
 * @param isLookedFor it may have been created all the same
 * @param isOver whether that reason keeps nothing else from going out
 */
export function reportKept(failure: Failure, isLookedFor: boolean, isOver: boolean): string {
  const goesOn = isShutOut(failure) ? 'queued.sentThen' : 'queued.goesOn';
  return isLookedFor
    ? quotingService(
        sentences((isOver ? whatHappenedThen : whatHappened)(failure), i18n.t('queued.lookedFor')),
        failure,
      )
    : quotingService(sentences(reason(failure), i18n.t(goesOn)), failure);
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
