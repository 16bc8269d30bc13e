import { i18n } from '#i18n';
import { whatHappenedThen } from '@/components/activity/waiting-messages';
import { tableDate } from '@/components/text/dates';
import { failureMessage, whatHappened } from '@/components/text/failure-message';
import { withoutTurns } from '@/components/text/isolation';
import { privacyLabel, ratingLabel } from '@/components/text/labels';
import { sentences } from '@/components/text/language';
import type { Failure } from '@/lib/failure';
import { failedCount } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import type { ResultHeads, ResultRow } from '@/lib/source/result-csv';
import { type BatchLine, batchTaskId } from '@/lib/task/batch/batch';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';

interface ResultFacts {
  /** Those that are still known, by the ids of tasks, or of the batch. */
  passwords: ReadonlyMap<string, string>;
  /** Why nothing goes out now; null where something does. */
  gateFailure: Failure | null;
  linkOf: (report: Report) => string | null;
}

/** The result of a batch in its order, and in the language of the messages. */
export function resultRows(
  { id, privacy }: BatchLine,
  entries: ReadonlyMap<number, BatchEntry>,
  { passwords, gateFailure, linkOf }: ResultFacts,
): ResultRow[] {
  return [...entries]
    .sort(([one], [other]) => one - other)
    .map(([row, entry]) => {
      const { url, state, report } = entry;
      const reason = reasonOf(entry, gateFailure);
      const shown = report?.privacy ?? privacy;
      return {
        address: url,
        state: i18n.t(`batch.state.${state}`),
        result: report?.result ? ratingLabel(report.result) : null,
        score: report?.score ?? null,
        issues: report?.failed ? failedCount(report.failed) : null,
        privacy: shown === null ? '' : privacyLabel(shown),
        report: report?.id ?? null,
        date: report?.generatedAt ? tableDate(report.generatedAt) : null,
        link: report && linkOf(report),
        // In one line, without the marks of direction that pages have.
        reason: reason && withoutTurns(reason).replaceAll('\n', ' '),
        password: passwords.get(batchTaskId({ id, row })) ?? passwords.get(id) ?? null,
      };
    });
}

/** What the columns of the result are called, in their order. */
export function resultHeads(): ResultHeads {
  return {
    address: i18n.t('batch.column.address'),
    state: i18n.t('batch.column.state'),
    result: i18n.t('batch.column.result'),
    score: i18n.t('batch.column.score'),
    issues: i18n.t('batch.column.issues'),
    privacy: i18n.t('privacy.label'),
    report: i18n.t('batch.column.report'),
    date: i18n.t('sort.generated_at'),
    link: i18n.t('batch.column.link'),
    reason: i18n.t('batch.column.reason'),
    password: i18n.t('form.reportPassword'),
  };
}

function reasonOf({ state, failure }: BatchEntry, gateFailure: Failure | null): string | null {
  switch (state) {
    case 'failed':
      return failure === null ? i18n.t('task.enterPassword') : failureMessage(failure);
    case 'unconfirmed':
      return sentences(...(failure ? [whatHappenedThen(failure)] : []), i18n.t('task.choices'));
    case 'checking':
      return failure && whatHappenedThen(failure);
    case 'waiting':
      return gateFailure && whatHappened(gateFailure);
    default:
      return null;
  }
}
