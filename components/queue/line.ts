import { i18n } from '#i18n';
import { resultLabel } from '@/components/text/labels';
import { sentences } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { addressInSentence } from '@/components/text/report-name';
import { isFinished, privacyOf } from '@/lib/jobs/operation';
import type { Backoff, Operation } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { addressOf, LINE_TABLE, type LineFacts, type LineRow, rowText } from './line-table';
import type { Unstored } from './page-jobs';
import {
  LINE_STATUSES,
  lineKindOf,
  lineStatusOf,
  type PageOperation,
  type Tone,
  toneOf,
} from './page-operation';
import { REPORT_VERBS, type Verb } from './verbs';

/** A line of the queue: an operation, a batch, the backoff or a notice. */
export interface Line {
  tone: Tone;
  /** The status, as the text of a `Message`. */
  sentence: string;
  /** Cause or next step, as the text of a `Message`; null if a person needs neither. */
  reason: string | null;
  /**
   * The page's address and new result, without values that the sentence contains; null if the
   * sentence contains the address.
   */
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

/** Returns the line of an operation in the queue. */
export function lineOf(
  operation: PageOperation,
  more: Partial<Pick<LineFacts, 'backoff' | 'shownFields' | 'isFirst'>> = {},
): Line {
  const facts: LineFacts = {
    operation,
    backoff: null,
    shownFields: [],
    isFirst: false,
    isInTable: false,
    ...more,
  };
  const row = rowOf(operation);
  const sentence = rowText(row.sentence, facts) ?? '';
  const report = row.showsRating ? operation.report : null;
  const verbs = row.verbs ?? [];
  return {
    tone: toneOf(operation),
    sentence,
    reason: rowText(row.reason, facts),
    about: aboutOf(addressOf(operation.subject), report, sentence),
    privacy: isFinished(operation) ? null : (privacyOf(operation.subject) ?? null),
    report,
    verbs: verbs.filter((verb) => operation.report !== null || !REPORT_VERBS.includes(verb)),
  };
}

/** The cells of an operation in the table of a batch. */
export interface TableCells {
  /** The status. */
  word: string;
  tone: Tone;
  /** Null if a person needs no cause. */
  reason: string | null;
}

/**
 * Returns the cells of a batch's operation.
 * @param backoff the backoff, if the rows name it; otherwise null
 */
export function tableCellsOf(
  { subject, status, isTakenBack }: Operation,
  backoff: Backoff | null,
): TableCells {
  const operation = { id: '', subject, status, isTakenBack, isNext: false, report: null };
  const facts = { operation, backoff, shownFields: [], isFirst: false, isInTable: true };
  return {
    word: i18n.t(`batch.state.${LINE_STATUSES[lineStatusOf(operation)].word}`),
    tone: toneOf(operation),
    reason: rowText(rowOf(operation).reason, facts),
  };
}

/** Returns the line of a single job that could not be stored. */
export function unstoredLine({ subject, failure }: Unstored): Line {
  const address = addressOf(subject);
  if (subject.kind === 'delete' && failure.code === 'notStored') {
    const about = { address, result: null };
    return plainLine('attention', i18n.t('list.deleteNotStored'), { about });
  }
  const sentence = i18n.t(NOT_STORED[lineKindOf(subject)], [addressInSentence(address)]);
  return plainLine('attention', sentence, { reason: failureMessage(failure) });
}

const NOT_STORED = {
  create: 'operation.create.refused',
  update: 'operation.change.refused',
  results: 'operation.results.refused',
  delete: 'list.deleteFailed',
} as const;

/** Returns the text with which a line is announced. */
export function spokenLine({ sentence, about, reason }: Line): string {
  const address = about && addressInSentence(about.address);
  const spoken = [sentence, address, about?.result].filter(Boolean).join(' · ');
  return reason ? sentences(spoken, reason) : spoken;
}

function rowOf(operation: PageOperation): LineRow {
  const rows = LINE_TABLE[lineKindOf(operation.subject)];
  return rows[lineStatusOf(operation)] ?? rows.sending;
}

function aboutOf(address: string, report: Report | null, sentence: string): Line['about'] {
  if (sentence.includes(addressInSentence(address))) return null;
  const result = report && resultLabel(report);
  return { address, result: result !== null && sentence.includes(result) ? null : result };
}
