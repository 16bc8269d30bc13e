import { i18n } from '#i18n';
import { quotingService } from '@/components/text/failure-message';
import { type AnswerProblem, type Failure, isWorthRepeating } from '@/lib/failure';

/** Why a report did not get its answer yet, and what becomes of it by itself. */
export function queuedMessage(failure: Failure): string {
  const goesOn = isWorthRepeating(failure) ? i18n.t('queued.goesOn') : i18n.t('queued.lookedFor');
  return quotingService(`${whatHappened(failure)} ${goesOn}`, failure);
}

/** What happened, without what to do about it. */
export function whatHappened(failure: Failure): string {
  switch (failure.code) {
    case 'offline':
      return i18n.t('queued.offline');
    case 'unreachable':
      return i18n.t('queued.unreachable');
    case 'timed-out':
      return i18n.t('queued.timedOut', [failure.seconds]);
    case 'service-down':
      return i18n.t('queued.serviceDown', [failure.status]);
    case 'too-many-requests':
      return i18n.t('queued.tooMany');
    case 'not-stored':
      return i18n.t('queued.notStored');
    case 'redirected':
      return failure.to === null
        ? i18n.t('queued.redirected')
        : i18n.t('queued.redirectedTo', [failure.to]);
    case 'unexpected-answer':
      return answerSentence(failure.problem);
    default:
      return i18n.t('queued.noAnswer');
  }
}

function answerSentence(problem: AnswerProblem): string {
  if (problem === 'html') return i18n.t('queued.html');
  return i18n.t(problem === 'too-large' ? 'queued.tooLarge' : 'queued.unreadable');
}
