import { i18n } from '#i18n';
import { tableDate } from '@/components/text/dates';
import { withoutTurns } from '@/components/text/isolation';
import { privacyLabel, ratingLabel } from '@/components/text/labels';
import { failedCount } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import type { ResultHeads, ResultRow } from '@/lib/source/result-csv';
import { type BatchLine, batchTaskId } from '@/lib/task/batch/batch';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import type { Gate } from '@/lib/task/gate/gate';
import { entryLine } from './entry-line';

interface ResultFacts {
  /** Those that are still known, by the ids of tasks, or of the batch. */
  passwords: ReadonlyMap<string, string>;
  /** Why nothing goes out now; null where something does. */
  gate: Gate | null;
  linkOf: (report: Report) => string | null;
}

/** The result of a batch in its order, and in the language of the messages. */
export function resultRows(
  { id, privacy }: BatchLine,
  entries: ReadonlyMap<number, BatchEntry>,
  { passwords, gate, linkOf }: ResultFacts,
): ResultRow[] {
  return [...entries]
    .sort(([one], [other]) => one - other)
    .map(([row, entry]) => {
      const { url, report } = entry;
      const { word, reason } = entryLine(entry, gate);
      const shown = report?.privacy ?? privacy;
      return {
        address: url,
        state: word,
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
