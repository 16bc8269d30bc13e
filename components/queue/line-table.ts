import { type GeneratedI18nStructure, i18n } from '#i18n';
import { resultLabel } from '@/components/text/labels';
import { sentences } from '@/components/text/language';
import {
  failureCause,
  failureMessage,
  fetchFailureMessage,
  pastFailureCause,
  quotingService,
} from '@/components/text/messages/failure-message';
import { addressInSentence, reportAddress } from '@/components/text/report-name';
import { privacyOf } from '@/lib/jobs/operation';
import type { Backoff, Subject } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { type LineKind, type LineStatus, type PageOperation, refusalOf } from './page-operation';
import type { Verb } from './verbs';

/** The inputs for the texts of an operation. */
export interface LineFacts {
  operation: PageOperation;
  backoff: Backoff | null;
  /** Parameters whose refusal is shown at a field of the form. */
  shownFields: readonly string[];
  /** Whether the line is the first of the queue. */
  isFirst: boolean;
  /** Whether the texts are for the table of a batch, which has no line about the backoff. */
  isInTable: boolean;
}

/** The keys of messages with a number of placeholders. */
type KeyWith<Count extends number> = {
  [Key in keyof GeneratedI18nStructure]: GeneratedI18nStructure[Key] extends {
    substitutions: Count;
  }
    ? Key
    : never;
}[keyof GeneratedI18nStructure];

/** The keys of messages whose only placeholder is an address. */
type AddressKey = Extract<KeyWith<1>, `operation.${string}` | `list.delete${string}`>;

/** The keys of messages without a placeholder. */
type PlainKey = KeyWith<0>;

/** A message, or a function that returns a text. */
type Text = PlainKey | ((facts: LineFacts) => string | null);

/** The texts and the buttons of a line. */
export interface LineRow {
  sentence: Text;
  /** Cause or next step. */
  reason?: Text;
  verbs?: readonly Verb[];
  /** Whether the line shows the rating of the report in place of the icon. */
  showsRating?: boolean;
}

/** The rows of one kind. Other statuses look like `sending`. */
type LineRows = Partial<Record<LineStatus, LineRow>> & { sending: LineRow };

/** The lines of operations, by kind and status. */
export const LINE_TABLE: Record<LineKind, LineRows> = {
  create: {
    queued: {
      sentence: withAddress('operation.create.waiting'),
      reason: whyWaiting,
      verbs: ['cancel'],
    },
    next: { sentence: creatingSentence },
    sending: { sentence: creatingSentence },
    checking: { sentence: withAddress('operation.create.unknown'), reason: whyUnverified },
    unverified: {
      sentence: withAddress('operation.create.unknown'),
      reason: whyUnverified,
      verbs: ['discard'],
    },
    accepted: { sentence: 'form.createdUnseen' },
    refused: {
      sentence: withAddress('operation.create.refused'),
      reason: whyPageRefused,
      verbs: ['sendAgain', 'edit', 'discard'],
    },
    unverifiable: {
      sentence: withAddress('operation.create.unconfirmed'),
      reason: 'operation.choices',
      verbs: ['sendAgain', 'discard'],
    },
    password: {
      sentence: withAddress('operation.passwordGone'),
      reason: 'operation.enterPassword',
      verbs: ['send', 'discard'],
    },
    uncertain: {
      sentence: withAddress('operation.create.unconfirmed'),
      reason: 'operation.create.mayExist',
      verbs: ['dismiss'],
    },
    cancelled: { sentence: 'batch.state.cancelled' },
    done: {
      sentence: createdSentence,
      reason: ifTakenBack('operation.create.beforeCancel'),
      verbs: ['openReport', 'copyLink'],
      showsRating: true,
    },
  },
  update: {
    queued: {
      sentence: withAddress('operation.change.waiting'),
      reason: whyWaiting,
      verbs: ['cancel'],
    },
    next: { sentence: 'report.saving' },
    sending: { sentence: 'report.saving' },
    checking: { sentence: withAddress('operation.change.unknown') },
    refused: {
      sentence: withAddress('operation.change.refused'),
      reason: whyRefused,
      verbs: ['sendAgain', 'discard'],
    },
    password: {
      sentence: withAddress('operation.passwordGone'),
      reason: 'operation.enterPassword',
      verbs: ['send', 'discard'],
    },
    gone: {
      sentence: withAddress('operation.change.refused'),
      reason: 'failure.gone.report',
      verbs: ['dismiss'],
    },
    cancelled: { sentence: 'batch.state.cancelled' },
    done: { sentence: 'report.saved', reason: ifTakenBack('operation.cancelTooLate') },
  },
  results: {
    queued: {
      sentence: withAddress('operation.results.waiting'),
      reason: whyWaiting,
      verbs: ['cancel'],
    },
    next: { sentence: 'report.updating' },
    sending: { sentence: 'report.updating' },
    checking: { sentence: withAddress('operation.results.unknown') },
    refused: {
      sentence: withAddress('operation.results.refused'),
      reason: whyPageRefused,
      verbs: ['sendAgain', 'discard'],
    },
    gone: {
      sentence: withAddress('operation.results.refused'),
      reason: 'failure.gone.report',
      verbs: ['dismiss'],
    },
    cancelled: { sentence: 'batch.state.cancelled' },
    done: {
      sentence: 'report.updated',
      reason: ifTakenBack('operation.cancelTooLate'),
      verbs: ['open'],
      showsRating: true,
    },
  },
  delete: {
    queued: { sentence: deletionSentence, verbs: ['undo'] },
    sending: { sentence: withAddress('list.deleted') },
    checking: { sentence: withAddress('list.deleteUnknown') },
    refused: {
      sentence: withAddress('list.deleteFailed'),
      reason: whyRefused,
      verbs: ['sendAgain', 'dismiss'],
    },
    cancelled: { sentence: 'batch.state.cancelled' },
    done: { sentence: withAddress('list.deleted'), reason: ifTakenBack('list.undoTooLate') },
  },
};

/** Returns a text of a row; null for none. */
export function rowText(text: Text | undefined, facts: LineFacts): string | null {
  if (text === undefined) return null;
  return typeof text === 'function' ? text(facts) : i18n.t(text);
}

export function addressOf(subject: Subject): string {
  return subject.kind === 'create' ? subject.url : reportAddress(subject.report);
}

function withAddress(key: AddressKey): (facts: LineFacts) => string {
  return ({ operation }) => i18n.t(key, [addressInSentence(addressOf(operation.subject))]);
}

/** Only the first line says that sending continues after the popup has closed. */
function creatingSentence({ isFirst }: LineFacts): string {
  return i18n.t(isFirst ? 'form.sendingKept' : 'batch.state.sending');
}

function createdSentence({ operation: { report } }: LineFacts): string {
  return report === null
    ? i18n.t('form.createdUnseen')
    : i18n.t('form.created', [resultLabel(report)]);
}

/** A deletion is announced as done, because a person can undo it for a few seconds only. */
function deletionSentence(facts: LineFacts): string {
  const key = facts.backoff === null ? 'list.deleted' : 'list.deletePutOff';
  return withAddress(key)(facts);
}

/** Returns a text for an operation that was done although a person had taken it back. */
function ifTakenBack(key: PlainKey): (facts: LineFacts) => string | null {
  return ({ operation }) => (operation.isTakenBack ? i18n.t(key) : null);
}

function whyWaiting({ operation, backoff, isFirst, isInTable }: LineFacts): string | null {
  if (backoff === null) return null;
  if (isInTable) return failureCause(backoff.failure);
  return isFirst ? savedSentence(operation) : null;
}

/** Returns a sentence that the operation is stored. Adds that a password is only in memory. */
function savedSentence({ subject }: PageOperation): string {
  const saved = i18n.t('operation.saved');
  const hasPassword = privacyOf(subject) === Privacy.Password;
  return hasPassword ? sentences(saved, i18n.t('operation.enterPassword')) : saved;
}

/** Returns why the request got no answer, and how long the lookup takes. */
function whyUnverified({ operation, backoff, isInTable }: LineFacts): string | null {
  const { status } = operation;
  if (status.name !== 'unverified' || status.failure === null) return null;
  const why = pastFailureCause(status.failure);
  if (isInTable) return quotingService(why, status.failure);
  const duration = i18n.t('operation.lookedFor');
  // The line of the backoff already names the cause.
  return backoff === null ? quotingService(sentences(why, duration), status.failure) : duration;
}

function whyRefused({ operation, shownFields }: LineFacts): string | null {
  const failure = refusalOf(operation.status);
  return failure && failureMessage(failure, shownFields);
}

/** Returns why the service has refused to make results. */
function whyPageRefused({ operation, shownFields }: LineFacts): string | null {
  const failure = refusalOf(operation.status);
  return failure && fetchFailureMessage(failure, addressOf(operation.subject), shownFields);
}
