import { i18n } from '#i18n';
import { resultLabel } from '@/components/text/labels';
import { sentences } from '@/components/text/language';
import {
  failureMessage,
  fetchFailureMessage,
  quotingService,
  whatHappened,
  whatHappenedThen,
} from '@/components/text/messages/failure-message';
import { addressInSentence, reportAddress } from '@/components/text/report-name';
import type { Failure } from '@/lib/failure';
import { isFinished, privacyOf } from '@/lib/jobs/operation';
import type { Backoff, Subject } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { Unstored } from './page-jobs';
import { type PageOperation, type Tone, toneOf, updatesResults } from './page-operation';

export const VERB_LABELS = {
  undo: 'list.undo',
  cancel: 'task.cancel',
  discard: 'task.discard',
  sendAgain: 'task.retry',
  /** Shown as a field for the lost password, with *Send* and *Discard*. */
  send: 'task.send',
  edit: 'task.edit',
  /** Shows the report or the batch in the extension. */
  open: 'task.open',
  /** `openReport` and `copyLink` use the report's address on the service. */
  openReport: 'report.openReport',
  copyLink: 'report.copyLink',
  dismiss: 'list.dismiss',
  pause: 'batch.pause',
  resume: 'batch.resume',
  retryFailed: 'batch.retryFailed',
  allowAccess: 'queue.allowAccess',
  replaceKey: 'queue.replaceKey',
  retryNow: 'queue.retryNow',
} as const;

export type Verb = keyof typeof VERB_LABELS;

/** A line of the queue: an operation, a batch, the backoff or a notice. */
export interface Line {
  tone: Tone;
  /** The status, as the text of a `Message`. */
  sentence: string;
  /** Cause or next step, as the text of a `Message`; null if a person needs neither. */
  reason: string | null;
  /** The page's address and new result; null if the sentence or the page shows the address. */
  about: { address: string; result: string | null } | null;
  /** The privacy that the operation sets; null if the operation sets none or is finished. */
  privacy: Privacy | null;
  /** The created or updated report. Its rating replaces the icon of the tone. */
  report: Report | null;
  verbs: readonly Verb[];
}

/** Returns a line in which all fields outside `more` are empty. */
export function plainLine(tone: Tone, sentence: string, more: Partial<Line> = {}): Line {
  return {
    tone,
    sentence,
    reason: null,
    about: null,
    privacy: null,
    report: null,
    verbs: [],
    ...more,
  };
}

/** The line of an operation. `word` is the status, for the column of a table. */
export interface OperationWords extends Line {
  word: string;
}

type Words = Pick<OperationWords, 'word' | 'sentence' | 'verbs'> &
  Partial<Pick<Line, 'reason' | 'report'>>;

interface Facts {
  backoff: Backoff | null;
  /** Whether the page shows the backoff above the lines. */
  isBackoffShown: boolean;
  /** Parameters whose refusal is shown at a field of the form. */
  shownFields?: readonly string[];
}

export function lineOf(operation: PageOperation, facts: Facts): OperationWords {
  const { subject, isNamed } = operation;
  const tone = toneOf(operation, facts.backoff !== null);
  const words = wordsOf(operation, facts, tone);
  const newResult = words.report ? resultLabel(words.report) : null;
  const namesPage = isNamed || words.sentence.includes(nameOf(operation));
  return {
    ...{ tone, reason: null, report: null },
    about: namesPage ? null : { address: addressOf(subject), result: newResult },
    privacy: isFinished(operation) ? null : (privacyOf(subject) ?? null),
    ...words,
  };
}

function wordsOf(operation: PageOperation, facts: Facts, tone: Tone): Words {
  const { subject, status } = operation;
  if (status.name === 'needsAttention') return attentionWords(operation, facts);
  if (status.name === 'sending' && operation.isTakenBack) return checkingWords(operation);
  if (subject.kind === 'delete') return deletionWords(operation, facts);
  if (isFinished(operation)) return endWords(operation);
  if (status.name === 'unverified') return unverifiedWords(operation, facts, status.failure);
  if (tone === 'waiting') return waitingWords(operation, facts);
  return { word: i18n.t('batch.state.sending'), sentence: busySentence(operation), verbs: [] };
}

/** Returns the words for a taken-back operation whose outcome is unknown. */
function checkingWords(operation: PageOperation): Words {
  const sentence = i18n.t(CHECKING[operation.subject.kind], [nameOf(operation)]);
  return { word: i18n.t('batch.state.checking'), sentence, verbs: [] };
}

const CHECKING = {
  create: 'task.create.unknown',
  update: 'task.change.unknown',
  delete: 'list.deleteUnknown',
} as const;

function busySentence(operation: PageOperation): string {
  const { subject, isNamed } = operation;
  if (subject.kind === 'create') {
    if (!isNamed) return i18n.t('task.create.sent', [nameOf(operation)]);
    return i18n.t('form.sendingKept');
  }
  if (updatesResults(subject)) return i18n.t('report.updating');
  return isNamed ? i18n.t('report.saving') : i18n.t('task.change.sent', [nameOf(operation)]);
}

function waitingWords(operation: PageOperation, { backoff, isBackoffShown }: Facts): Words {
  const { subject, isNamed } = operation;
  const word = i18n.t('batch.state.waiting');
  const kind = subject.kind === 'create' ? 'create' : 'change';
  const isShort = isNamed && kind === 'change';
  const why = backoff && !isBackoffShown ? whatHappened(backoff.failure) : null;
  return {
    word,
    sentence: isShort ? word : i18n.t(`task.${kind}.waiting`, [nameOf(operation)]),
    reason: isNamed && backoff ? savedSentence(operation) : why,
    verbs: ['cancel'],
  };
}

/** Returns a sentence that the operation is stored, except a password, which is in memory only. */
function savedSentence({ subject }: PageOperation): string {
  const saved = i18n.t('task.saved');
  const hasPassword = privacyOf(subject) === Privacy.Password;
  return hasPassword ? sentences(saved, i18n.t('task.enterPassword')) : saved;
}

/** @param failure why no answer came; null if the service has accepted the creation */
function unverifiedWords(operation: PageOperation, facts: Facts, failure: Failure | null): Words {
  const { isNamed } = operation;
  const word = i18n.t('batch.state.checking');
  const name = nameOf(operation);
  if (failure === null) {
    const sentence = isNamed ? i18n.t('form.createdUnseen') : i18n.t('task.create.done', [name]);
    return { word, sentence, verbs: [] };
  }
  const isShown = facts.backoff !== null && facts.isBackoffShown;
  const why = isShown ? [] : [whatHappenedThen(failure)];
  const all = isNamed ? [...why, i18n.t('task.lookedFor')] : why;
  const reason = all.length === 0 ? null : sentences(...all);
  return {
    word,
    sentence: i18n.t('task.create.unknown', [name]),
    reason: reason && !isShown ? quotingService(reason, failure) : reason,
    verbs: operation.isTakenBack ? [] : ['discard'],
  };
}

function attentionWords(operation: PageOperation, { shownFields }: Facts): Words {
  const { subject, status } = operation;
  if (status.name !== 'needsAttention') return failed(operation, null);
  if (status.reason === 'password') {
    return {
      word: i18n.t('batch.state.failed'),
      sentence: i18n.t('task.passwordGone', [nameOf(operation)]),
      reason: i18n.t('task.enterPassword'),
      verbs: ['send', 'discard'],
    };
  }
  if (status.reason === 'unverifiable') {
    return {
      word: i18n.t('batch.state.unconfirmed'),
      sentence: i18n.t('task.create.unconfirmed', [nameOf(operation)]),
      reason: i18n.t('task.choices'),
      verbs: ['sendAgain', 'discard'],
    };
  }
  const verbs: Record<typeof subject.kind, Verb[]> = {
    create: ['sendAgain', 'edit', 'discard'],
    update: ['sendAgain', 'discard'],
    delete: ['sendAgain', 'dismiss'],
  };
  const { failure } = status;
  const isFetched = subject.kind === 'create' || updatesResults(subject);
  const reason =
    failure &&
    (isFetched
      ? fetchFailureMessage(failure, addressOf(subject), shownFields)
      : failureMessage(failure, shownFields));
  return { ...failed(operation, reason), verbs: verbs[subject.kind] };
}

/** In the view of a report, the sentence of a failed update is its reason. */
function failed(operation: PageOperation, reason: string | null): Words {
  const { subject, isNamed } = operation;
  const word = i18n.t('batch.state.failed');
  if (subject.kind === 'update' && isNamed && reason) return { word, sentence: reason, verbs: [] };
  const sentence = i18n.t(FAILED[subject.kind], [nameOf(operation)]);
  return { word, sentence, reason, verbs: [] };
}

const FAILED = {
  create: 'task.create.refused',
  update: 'task.change.refused',
  delete: 'list.deleteFailed',
} as const;

/** Returns the line of a single job that could not be stored. */
export function unstoredLine({ subject, failure }: Unstored): Line {
  if (subject.kind === 'delete' && failure.code === 'notStored') {
    return plainLine('attention', i18n.t('list.deleteNotStored'));
  }
  const sentence = i18n.t(FAILED[subject.kind], [addressInSentence(addressOf(subject))]);
  return plainLine('attention', sentence, { reason: failureMessage(failure) });
}

function deletionWords(operation: PageOperation, { backoff }: Facts): Words {
  const { status, isTakenBack } = operation;
  const waits = status.name === 'queued';
  return {
    word: i18n.t(`batch.state.${waits ? 'waiting' : 'done'}`),
    sentence: i18n.t(waits && backoff ? 'list.deletePutOff' : 'list.deleted', [nameOf(operation)]),
    reason: isTakenBack ? i18n.t('list.undoTooLate') : null,
    verbs: waits ? ['undo'] : [],
  };
}

/** Returns the words for a finished creation or update, and whether *Cancel* came too late. */
function endWords(operation: PageOperation): Words {
  const { subject, status, isTakenBack } = operation;
  const words = outcomeWords(operation);
  if (status.name !== 'done' || !isTakenBack) return words;
  const isCreated = subject.kind === 'create';
  return {
    ...words,
    reason: i18n.t(isCreated ? 'task.create.beforeCancel' : 'task.cancelTooLate'),
  };
}

function outcomeWords(operation: PageOperation): Words {
  const { subject, status, isNamed, report } = operation;
  if (status.name === 'gone') {
    const failure: Failure = { code: 'gone', what: 'report', message: null };
    // Beside the list, the advice to go back to the list is needless.
    const reason = isNamed ? failureMessage(failure) : whatHappened(failure);
    return { ...failed(operation, reason), verbs: ['dismiss'] };
  }
  const word = i18n.t(`batch.state.${status.name === 'cancelled' ? 'cancelled' : 'done'}`);
  if (status.name === 'cancelled' && status.mayExist) {
    const sentence = i18n.t('task.create.unconfirmed', [nameOf(operation)]);
    return { word, sentence, reason: i18n.t('task.create.mayExist'), verbs: ['dismiss'] };
  }
  if (subject.kind === 'create') {
    const done = isNamed ? null : i18n.t('task.create.done', [nameOf(operation)]);
    if (report === null) return { word, sentence: done ?? i18n.t('form.createdUnseen'), verbs: [] };
    const result = resultLabel(report);
    const sentence = done ? `${done} · ${result}` : i18n.t('form.created', [result]);
    return { word, sentence, report, verbs: ['openReport', 'copyLink'] };
  }
  if (!updatesResults(subject)) {
    const saved = isNamed
      ? i18n.t('report.saved')
      : i18n.t('task.change.done', [nameOf(operation)]);
    return { word, sentence: saved, verbs: [] };
  }
  const verbs: Verb[] = isNamed ? [] : ['open'];
  return { word, sentence: i18n.t('report.updated'), report, verbs };
}

export function addressOf(subject: Subject): string {
  return subject.kind === 'create' ? subject.url : reportAddress(subject.report);
}

/** Returns the page's short address, quoted and isolated for use in a sentence. */
function nameOf({ subject }: PageOperation): string {
  return addressInSentence(addressOf(subject));
}
