import { i18n } from '#i18n';
import { quotingService } from '@/components/text/failure-message';
import { type AnswerProblem, type Failure, isWorthRepeating } from '@/lib/failure';

/** Why a report did not get its answer yet, and what becomes of it by itself. */
export function keptSentence(failure: Failure): string {
  const goesOn = isWorthRepeating(failure) ? i18n.t('kept.goesOn') : i18n.t('kept.lookedFor');
  return quotingService(`${whatHappened(failure)} ${goesOn}`, failure);
}

/** What happened, without what to do about it. */
export function whatHappened(failure: Failure): string {
  switch (failure.code) {
    case 'offline':
      return i18n.t('kept.offline');
    case 'unreachable':
      return i18n.t('kept.unreachable');
    case 'timed-out':
      return i18n.t('kept.timedOut', [failure.seconds]);
    case 'service-down':
      return i18n.t('kept.serviceDown', [failure.status]);
    case 'too-many-requests':
      return i18n.t('kept.tooMany');
    case 'not-stored':
      return i18n.t('kept.notStored');
    case 'redirected':
      return failure.to === null
        ? i18n.t('kept.redirected')
        : i18n.t('kept.redirectedTo', [failure.to]);
    case 'unexpected-answer':
      return answerSentence(failure.problem);
    default:
      return i18n.t('kept.noAnswer');
  }
}

function answerSentence(problem: AnswerProblem): string {
  if (problem === 'html') return i18n.t('kept.html');
  return i18n.t(problem === 'too-large' ? 'kept.tooLarge' : 'kept.unreadable');
}
