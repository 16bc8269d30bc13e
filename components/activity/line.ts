import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { resultLabel } from '@/components/text/labels';
import { sentences } from '@/components/text/language';
import {
  failureMessage,
  fetchFailureMessage,
  quotingService,
  whatHappened,
  whatHappenedThen,
} from '@/components/text/messages/failure-message';
import { reportAddress } from '@/components/text/report-name';
import { quoted } from '@/components/ui/quoting';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { Gate } from '@/lib/task/gate/gate';
import { isOver } from '@/lib/task/standing';
import type { NewTask } from '@/lib/task/task';
import type { Wish } from '@/lib/task/task-outcome';
import { shortAddress } from '@/lib/url/short-address';
import { asksForResults, type Subject, type Tone, toneOf } from './subject';

export type Verb =
  | 'undo'
  | 'cancel'
  | 'discard'
  | 'sendAgain'
  /** Asks for the password that is no longer known; Discard stands beside it. */
  | 'send'
  | 'edit'
  /** Shows the report in the popup. */
  | 'open'
  /** Both are about the report's own address, where that is known. */
  | 'openReport'
  | 'copyLink'
  | 'dismiss';

/** What is shown of one thing that was asked for. */
export interface Line {
  tone: Tone;
  /** How it stands in a word, as a table's column has it. */
  word: string;
  /** The same in a sentence, as a `Message`. */
  sentence: string;
  /** Why it stands so, and what becomes of it, as a `Message`; null where that goes without saying. */
  reason: string | null;
  /** The page's address, and its rating where that is new; null where the sentence or the page tells it. */
  about: { address: string; result: string | null } | null;
  /** Who may see the report once that is done; null where that stays as it is, or is over. */
  privacy: Privacy | null;
  /** What was made, whose rating is the line's picture. */
  report: Report | null;
  verbs: readonly Verb[];
}

type Words = Pick<Line, 'word' | 'sentence' | 'verbs'> & Partial<Pick<Line, 'reason' | 'report'>>;

interface Facts {
  /** Null while the gate is open. */
  gate: Gate | null;
  /** Whether the page tells apart from the lines why the gate is closed. */
  isGateTold: boolean;
  /** Parameters whose words stand at their fields already. */
  shownFields?: readonly string[];
}

/** The line of one thing that was asked for. */
export function lineOf(subject: Subject, facts: Facts): Line {
  const { wish, standing, isNamed } = subject;
  const tone = toneOf(subject, facts.gate !== null);
  const words = wordsOf(subject, facts, tone);
  const newResult = words.report ? resultLabel(words.report) : null;
  const namesPage = isNamed || words.sentence.includes(nameOf(subject));
  return {
    ...{ tone, reason: null, report: null },
    about: namesPage ? null : { address: addressOf(wish), result: newResult },
    privacy: isOver(standing) ? null : privacyOf(wish),
    ...words,
  };
}

function wordsOf(subject: Subject, facts: Facts, tone: Tone): Words {
  const { wish, standing } = subject;
  if (standing.name === 'stuck') return stuckWords(subject, facts);
  if (wish.kind === 'delete') return deletionWords(subject, facts);
  if (isOver(standing)) return endWords(subject);
  if (standing.name === 'unknown') return lookedForWords(subject, facts, standing.failure);
  if (tone === 'waiting') return waitingWords(subject, facts);
  return { word: i18n.t('batch.state.sending'), sentence: busySentence(subject), verbs: [] };
}

function busySentence(subject: Subject): string {
  const { wish, isNamed } = subject;
  if (wish.kind === 'create') {
    if (!isNamed) return i18n.t('task.create.sent', [nameOf(subject)]);
    return i18n.t('form.sendingKept');
  }
  if (asksForResults(wish)) return i18n.t('report.updating');
  return isNamed ? i18n.t('report.saving') : i18n.t('task.change.sent', [nameOf(subject)]);
}

function waitingWords(subject: Subject, { gate, isGateTold }: Facts): Words {
  const { wish, isNamed } = subject;
  const word = i18n.t('batch.state.waiting');
  const kind = wish.kind === 'create' ? 'create' : 'change';
  const isShort = isNamed && kind === 'change';
  const why = gate && !isGateTold ? whatHappened(gate.failure) : null;
  return {
    word,
    sentence: isShort ? word : i18n.t(`task.${kind}.waiting`, [nameOf(subject)]),
    reason: isNamed && gate ? savedSentence(subject) : why,
    verbs: ['cancel'],
  };
}

/** That what waits is kept, but for a password, which is in memory alone. */
function savedSentence({ wish }: Subject): string {
  const saved = i18n.t('task.saved');
  const hasPassword = privacyOf(wish) === Privacy.Password;
  return hasPassword ? sentences(saved, i18n.t('task.enterPassword')) : saved;
}

/** @param failure what came instead of an answer; null: the service has accepted it */
function lookedForWords(subject: Subject, facts: Facts, failure: Failure | null): Words {
  const { isNamed } = subject;
  const word = i18n.t('batch.state.checking');
  const name = nameOf(subject);
  if (failure === null) {
    const sentence = isNamed ? i18n.t('form.createdUnseen') : i18n.t('task.create.done', [name]);
    return { word, sentence, verbs: [] };
  }
  const isTold = facts.gate !== null && facts.isGateTold;
  const why = isTold ? [] : [whatHappenedThen(failure)];
  const all = isNamed ? [...why, i18n.t('task.lookedFor')] : why;
  const reason = all.length === 0 ? null : sentences(...all);
  return {
    word,
    sentence: i18n.t('task.create.unknown', [name]),
    reason: reason && !isTold ? quotingService(reason, failure) : reason,
    verbs: ['discard'],
  };
}

function stuckWords(subject: Subject, { shownFields }: Facts): Words {
  const { wish, standing } = subject;
  if (standing.name !== 'stuck') return failed(subject, null);
  if (standing.reason === 'password') {
    return {
      word: i18n.t('batch.state.failed'),
      sentence: i18n.t('task.passwordGone', [nameOf(subject)]),
      reason: i18n.t('task.enterPassword'),
      verbs: ['send', 'discard'],
    };
  }
  if (standing.reason === 'unconfirmed') {
    return {
      word: i18n.t('batch.state.unconfirmed'),
      sentence: i18n.t('task.create.unconfirmed', [nameOf(subject)]),
      reason: i18n.t('task.choices'),
      verbs: ['sendAgain', 'discard'],
    };
  }
  const verbs: Record<typeof wish.kind, Verb[]> = {
    create: ['sendAgain', 'edit', 'discard'],
    change: ['sendAgain', 'discard'],
    delete: ['sendAgain', 'dismiss'],
  };
  const { failure } = standing;
  const isFetched = wish.kind === 'create' || asksForResults(wish);
  const reason =
    failure &&
    (isFetched
      ? fetchFailureMessage(failure, addressOf(wish), shownFields)
      : failureMessage(failure, shownFields));
  return { ...failed(subject, reason), verbs: verbs[wish.kind] };
}

/** That something could not be done; in the view of its report the reason says enough. */
function failed(subject: Subject, reason: string | null): Words {
  const { wish, isNamed } = subject;
  const word = i18n.t('batch.state.failed');
  if (wish.kind === 'change' && isNamed && reason) return { word, sentence: reason, verbs: [] };
  const sentence = i18n.t(FAILED[wish.kind], [nameOf(subject)]);
  return { word, sentence, reason, verbs: [] };
}

const FAILED = {
  create: 'task.create.refused',
  change: 'task.change.refused',
  delete: 'list.deleteFailed',
} as const;

/** That something could not be stored, and why: nothing of it goes out. */
export function unstoredWords({ task, failure }: { task: NewTask; failure: Failure }) {
  if (task.kind === 'delete' && failure.code === 'notStored') {
    return { sentence: i18n.t('list.deleteNotStored'), reason: null };
  }
  const address = task.kind === 'create' ? task.draft.url : reportAddress(task.report);
  const sentence = i18n.t(FAILED[task.kind], [named(address)]);
  return { sentence, reason: failureMessage(failure) };
}

function deletionWords(subject: Subject, { gate }: Facts): Words {
  const { standing } = subject;
  const waits = standing.name === 'waiting';
  return {
    word: i18n.t(`batch.state.${waits ? 'waiting' : 'done'}`),
    sentence: i18n.t(waits && gate ? 'list.deletePutOff' : 'list.deleted', [nameOf(subject)]),
    verbs: waits ? ['undo'] : [],
  };
}

function endWords(subject: Subject): Words {
  const { wish, standing, isNamed, report, awaited } = subject;
  if (standing.name === 'gone') {
    const failure: Failure = { code: 'gone', what: 'report', message: null };
    // The list, where the advice leads, is here.
    const reason = isNamed ? failureMessage(failure) : whatHappened(failure);
    return { ...failed(subject, reason), verbs: ['dismiss'] };
  }
  const word = i18n.t(`batch.state.${standing.name === 'cancelled' ? 'cancelled' : 'done'}`);
  if (wish.kind === 'create') {
    const done = isNamed ? null : i18n.t('task.create.done', [nameOf(subject)]);
    if (report === null) return { word, sentence: done ?? i18n.t('form.createdUnseen'), verbs: [] };
    const result = resultLabel(report);
    const sentence = done ? `${done} · ${result}` : i18n.t('form.created', [result]);
    return { word, sentence, report, verbs: ['openReport', 'copyLink'] };
  }
  if (!asksForResults(wish)) {
    const saved = isNamed ? i18n.t('report.saved') : i18n.t('task.change.done', [nameOf(subject)]);
    return { word, sentence: saved, verbs: [] };
  }
  if (awaited === 'awaited') return { word, sentence: i18n.t('report.awaited'), verbs: [] };
  const verbs: Verb[] = isNamed ? [] : ['open'];
  if (awaited === 'givenUp') return { word, sentence: i18n.t('report.gaveUp'), verbs };
  return { word, sentence: i18n.t('report.updated'), report, verbs };
}

/** The privacy that is asked for; null where that is none. */
function privacyOf(wish: Wish): Privacy | null {
  if (wish.kind === 'create') return wish.draft.privacy;
  return wish.kind === 'change' ? (wish.change.privacy ?? null) : null;
}

/** The page of what was asked for, as a service is asked for it. */
export function addressOf(wish: Wish): string {
  return wish.kind === 'create' ? wish.draft.url : reportAddress(wish.report);
}

/** The page of what was asked for, as it may stand in a sentence. */
function nameOf({ wish }: Subject): string {
  return named(addressOf(wish));
}

function named(address: string): string {
  return isolated(quoted(shortAddress(address)));
}
