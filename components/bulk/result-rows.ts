import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/failure-message';
import { withoutTurns } from '@/components/text/isolation';
import type { Failure } from '@/lib/failure';
import { failedCount } from '@/lib/report/importance';
import type { Report } from '@/lib/report/report';
import type { ResultRow } from '@/lib/source/result-csv';
import { type BatchLine, batchTaskId } from '@/lib/task/batch';
import type { BatchEntry } from '@/lib/task/batch-entries';

/**
 * The result of a batch, in its order; of what is not made yet there is only the address.
 * @param passwords those that are still known, by the ids of tasks, or of the batch
 */
export function resultRows(
  { id, privacy }: BatchLine,
  entries: ReadonlyMap<number, BatchEntry>,
  passwords: ReadonlyMap<string, string>,
  linkOf: (report: Report) => string | null,
): ResultRow[] {
  return [...entries]
    .sort(([one], [other]) => one - other)
    .map(([row, { url, state, report, failure }]) => ({
      address: url,
      id: report?.id ?? null,
      rating: report?.result ?? null,
      score: report?.score ?? null,
      issues: report?.failed ? failedCount(report.failed) : null,
      privacy: report?.privacy ?? privacy,
      link: report && linkOf(report),
      error: state === 'cancelled' ? i18n.t('batch.state.cancelled') : reasonOf(failure),
      password: passwords.get(batchTaskId({ id, row })) ?? passwords.get(id) ?? null,
    }));
}

/** In one line, without the marks of direction that pages have. */
function reasonOf(failure: Failure | null): string | null {
  return failure && withoutTurns(failureMessage(failure)).replaceAll('\n', ' ');
}
