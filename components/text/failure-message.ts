import { i18n } from '#i18n';
import type { AnswerProblem, Failure } from '@/lib/failure';
import { shortTime } from './dates';

/**
 * What happened and what to do about it; on a line below, the service's own words.
 * @param shownFields parameters whose words stand at their fields already
 */
export function failureMessage(failure: Failure, shownFields: readonly string[] = []): string {
  const advice = whatToDo(failure);
  const happened = whatHappened(failure);
  return quotingService(advice ? `${happened} ${advice}` : happened, failure, shownFields);
}

/** The same with another sentence than that of the failure alone. */
export function quotingService(
  sentence: string,
  failure: Failure,
  shownFields: readonly string[] = [],
): string {
  const words = serviceWords(failure, shownFields);
  return words === null ? sentence : `${sentence}\n${i18n.t('service.says', [words])}`;
}

/** What happened, without what to do about it. */
export function whatHappened(failure: Failure): string {
  switch (failure.code) {
    case 'not-connected':
      return i18n.t('failure.notConnected');
    case 'not-stored':
      return i18n.t('failure.notStored');
    case 'submissions-waiting':
      return i18n.t('failure.submissionsWaiting', failure.count);
    case 'no-permission':
      return i18n.t('failure.noPermission', [failure.origin]);
    case 'unreachable':
      return i18n.t('failure.unreachable');
    case 'offline':
      return i18n.t('failure.offline');
    case 'timed-out':
      return i18n.t('failure.timedOut', [failure.seconds]);
    case 'interrupted':
      return i18n.t('failure.interrupted');
    case 'redirected':
      return failure.to === null
        ? i18n.t('failure.redirected')
        : i18n.t('failure.redirectedTo', [failure.to]);
    case 'key-refused':
      return i18n.t('failure.keyRefused');
    case 'not-allowed':
      return i18n.t('failure.notAllowed');
    case 'gone':
      return i18n.t(failure.what === 'report' ? 'failure.reportGone' : 'failure.interfaceGone');
    case 'invalid':
      return i18n.t('failure.invalid');
    case 'too-many-requests':
      return i18n.t('failure.tooMany');
    case 'protection-page':
      return i18n.t('failure.protectionPage');
    case 'service-down':
      return i18n.t('failure.serviceDown', [failure.status]);
    case 'refused':
      return i18n.t('failure.refused', [failure.status]);
    case 'unexpected-answer':
      return answerSentence(failure.problem);
  }
}

function answerSentence(problem: AnswerProblem): string {
  switch (problem) {
    case 'html':
      return i18n.t('failure.html');
    case 'not-json':
      return i18n.t('failure.incomplete');
    case 'wrong-shape':
      return i18n.t('failure.wrongShape');
    case 'too-large':
      return i18n.t('failure.tooLarge');
    case 'empty':
      return i18n.t('failure.empty');
  }
}

/** Null where there is nothing to do, or it has been said with what happened. */
function whatToDo(failure: Failure): string | null {
  switch (failure.code) {
    case 'not-connected':
      return i18n.t('advice.connect');
    case 'not-stored':
      return i18n.t('advice.freeSpace');
    case 'no-permission':
      return i18n.t('advice.allow');
    case 'unreachable':
    case 'offline':
      return i18n.t('advice.checkConnection');
    case 'timed-out':
      return i18n.t('advice.tryLater');
    case 'interrupted':
      return i18n.t('advice.tryAgain');
    case 'redirected':
      return i18n.t(failure.to === null ? 'advice.followRedirect' : 'advice.useAddress');
    case 'key-refused':
      return i18n.t('advice.enterKey');
    case 'not-allowed':
      return i18n.t('advice.askForKey');
    case 'gone':
      return i18n.t(failure.what === 'report' ? 'advice.goBack' : 'advice.checkBaseUrl');
    case 'too-many-requests':
    case 'service-down':
      return failure.retryAt === null
        ? i18n.t('advice.tryLater')
        : i18n.t('advice.tryAfter', [shortTime(failure.retryAt)]);
    case 'protection-page':
      return i18n.t('advice.allowRequests');
    case 'refused':
      return i18n.t('advice.askOperator');
    case 'unexpected-answer':
      return answerAdvice(failure.problem);
    default:
      return null;
  }
}

function answerAdvice(problem: AnswerProblem): string {
  if (problem === 'too-large') return i18n.t('advice.askForLess');
  const isCutOff = problem === 'not-json' || problem === 'empty';
  return i18n.t(isCutOff ? 'advice.tryAgain' : 'advice.checkBaseUrl');
}

/** What the service said about fields, or in general where it said nothing about any. */
function serviceWords(failure: Failure, shownFields: readonly string[]): string | null {
  if (failure.code === 'invalid' && failure.fields.length > 0) {
    const others = failure.fields.filter(({ field }) => !shownFields.includes(field));
    return others.length === 0 ? null : others.flatMap(({ messages }) => messages).join(' ');
  }
  return 'message' in failure ? failure.message : null;
}
