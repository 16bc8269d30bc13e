import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, labelled, listOf, sentences } from '@/components/text/language';
import {
  type Failure,
  type FieldMessage,
  type OpenJobsFailure,
  serviceMessage,
} from '@/lib/failure';
import { readAddress } from '@/lib/url/typed-address';

/** Matches a form of the verb "connect" outside of addresses. */
const CONNECT_WORD = /(?<![\w./-])connect(?:ion|ing|ed)?\b(?!\.\w)/i;

/**
 * Returns the cause of a failure, and advice. The service's words follow in isolated lines, which `Message`
 * can draw.
 * @param shownFields fields beside which the form shows the service's words
 * @param further sentences after the advice
 */
export function failureMessage(
  failure: Failure,
  shownFields: readonly string[] = [],
  ...further: string[]
): string {
  const advice = failureAdvice(failure);
  const parts = [failureCause(failure), advice, ...further].filter((text) => text !== null);
  return quotingService(sentences(...parts), failure, shownFields);
}

/** Adds advice about port 80. Services fetch pages over http first, but do not say so. */
export function fetchFailureMessage(
  failure: Failure,
  address: string,
  shownFields: readonly string[] = [],
): string {
  const reason = mayNeedPort80(failure, address) ? [i18n.t('advice.port80')] : [];
  return failureMessage(failure, shownFields, ...reason);
}

function mayNeedPort80(failure: Failure, address: string): boolean {
  const isAboutPage =
    failure.code === 'pageFailed' ||
    (failure.code === 'invalid' && failure.fields.every(({ field }) => field !== 'password'));
  if (!isAboutPage) return false;
  const parsed = readAddress(address);
  const hasPort = 'url' in parsed && parsed.url.port !== '';
  return hasPort || CONNECT_WORD.test(serviceMessage(failure) ?? '');
}

/** Returns a sentence, and the service's words on a second line. */
export function quotingService(
  sentence: string,
  failure: Failure,
  shownFields: readonly string[] = [],
): string {
  const words = serviceWords(failure, shownFields);
  return words === null ? sentence : `${sentence}\n${i18n.t('service.says', [words])}`;
}

/** Returns the cause of a failure, without advice. */
export function failureCause(failure: Failure): string {
  switch (failure.code) {
    case 'openJobs':
      return openJobsMessage(failure);
    case 'noPermission':
      return i18n.t('failure.noPermission', [isolated(failure.origin)]);
    case 'tooManyMarks':
      return i18n.t(LIMIT_TEXTS[failure.mark], [countText(failure.most)]);
    case 'tooManyPrivate':
      return i18n.t('failure.tooManyPrivate', [countText(failure.most)]);
    case 'timedOut':
      return i18n.t('failure.timedOut', [countText(failure.seconds)]);
    case 'redirected':
      return failure.to === null
        ? i18n.t('failure.redirected')
        : i18n.t('failure.redirectedTo', [isolated(failure.to)]);
    case 'gone':
      return i18n.t(`failure.gone.${failure.what}`);
    case 'goneUnconfirmed':
      return i18n.t(failure.isListed ? 'failure.goneListed' : 'failure.goneUnconfirmed');
    case 'firewall':
    case 'serviceDown':
    case 'refused':
    case 'webServerAnswer':
      return i18n.t(`failure.${failure.code}`, [failure.status]);
    case 'unexpectedAnswer':
      return i18n.t(`failure.unexpectedAnswer.${failure.problem}`);
    case 'proxySignIn':
      return i18n.t('failure.signInInFront');
    default:
      return i18n.t(`failure.${failure.code}`);
  }
}

const LIMIT_TEXTS = {
  star: 'star.full',
  ticket: 'handedOver.full',
  mute: 'intended.full',
  mutedPage: 'intended.tooManyPages',
  clientToJoin: 'joined.tooMany',
} as const;

const OPEN_WORK_KINDS = ['creations', 'changes', 'deletions'] as const;

/** Returns the numbers of waiting operations, and what will happen to these operations. */
export function openJobsMessage(work: OpenJobsFailure): string {
  const counts = OPEN_WORK_KINDS.filter((kind) => work[kind] > 0).map((kind) =>
    counted(`openJobs.${kind}`, work[kind]),
  );
  if (work.change === 'disconnect') return i18n.t('openJobs.discarded', [listOf(counts)]);
  return sentences(i18n.t('openJobs.kept', [listOf(counts)]), i18n.t(`openJobs.${work.change}`));
}

/** Returns the cause of an earlier failure, in the past tense. */
export function pastFailureCause(failure: Failure): string {
  return failure.code === 'serviceDown'
    ? i18n.t('operation.wasDown', [failure.status])
    : failureCause(failure);
}

/** Returns advice; null if a person can do nothing, or if `failureCause` contains the advice. */
export function failureAdvice(failure: Failure): string | null {
  const retryAt = 'retryAt' in failure ? failure.retryAt : null;
  if (retryAt !== null && Date.parse(retryAt) > Date.now()) {
    return i18n.t('advice.tryAfter', [shortRetryTime(retryAt)]);
  }
  switch (failure.code) {
    case 'openJobs':
    case 'tooManyMarks':
      return null;
    case 'invalid': {
      const hasServiceWords = failure.message !== null || failure.fields.length > 0;
      return hasServiceWords ? null : i18n.t('advice.invalid');
    }
    case 'pageFailed':
      return null;
    case 'redirected':
      return failure.to === null
        ? sentences(i18n.t('advice.openBaseUrl'), proxyAdvice(failure))
        : i18n.t('advice.redirectedTo');
    case 'proxySignIn':
    case 'protectionPage':
    case 'firewall':
      return proxyAdvice(failure);
    case 'gone':
      return i18n.t(`advice.gone.${failure.what}`);
    case 'unexpectedAnswer':
      return i18n.t(`advice.unexpectedAnswer.${failure.problem}`);
    default:
      return i18n.t(`advice.${failure.code}`);
  }
}

/** Returns advice about requests that a proxy in front of the service blocks. */
export function proxyAdvice({ sentHeaders = [] }: { sentHeaders?: string[] | undefined }): string {
  return sentHeaders.length === 0
    ? i18n.t('advice.addHeaders')
    : i18n.t('advice.replaceHeaders', [listOf(sentHeaders.map(isolated))]);
}

/** Returns the service's words about a field; null without words. */
export function fieldMessages(failure: Failure, field: string): string | null {
  if (failure.code !== 'invalid') return null;
  const fieldMessage = failure.fields.find((candidate) => candidate.field === field);
  return fieldMessage ? sentences(...fieldMessage.messages) : null;
}

/** Returns the words about fields outside `shownFields` or, without fields, the general message. */
function serviceWords(failure: Failure, shownFields: readonly string[]): string | null {
  if (failure.code === 'invalid' && failure.fields.length > 0) {
    const otherFields = failure.fields.filter(({ field }) => !shownFields.includes(field));
    return otherFields.length === 0 ? null : otherFields.map(namedWords).join('\n');
  }
  return 'message' in failure && failure.message !== null ? isolated(failure.message) : null;
}

/** Returns the label of a field with the service's words. */
function namedWords({ field, messages }: FieldMessage): string {
  const words = isolated(sentences(...messages));
  return field === '' ? words : labelled(fieldLabel(field), words);
}

/** Returns the label of a form field. For any other parameter, returns the service's name. */
function fieldLabel(field: string): string {
  switch (field) {
    case 'url':
      return i18n.t('form.url');
    case 'privacy':
      return i18n.t('privacy.label');
    case 'password':
      return i18n.t('form.reportPassword');
    default:
      return isolated(field);
  }
}
