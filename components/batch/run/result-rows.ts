import type { ReportRow } from '@/components/export/reports-csv';
import { withoutDirectionMarks } from '@/components/text/isolation';
import { isIn, privacyOf, urlOf } from '@/lib/jobs/operation';
import type { Backoff, Operation } from '@/lib/jobs/types';
import { guardedLines } from '@/lib/report/guarded-table';
import type { Report } from '@/lib/report/report';
import { entryLine } from './entry-line';

/** The operations of a batch by their numbers. */
type Operations = ReadonlyMap<number, Operation>;

/** Gives what an operation has created, as it is known here; null for nothing. */
type ReportOf = (operation: Operation) => Report | null;

/**
 * The result of a batch in its order, and in the language of the messages.
 * @param backoff why nothing is sent now; null where something is
 */
export function resultRows(
  operations: Operations,
  reportOf: ReportOf,
  backoff: Backoff | null,
): ReportRow[] {
  return inOrder(operations).map((operation) => {
    const report = reportOf(operation);
    const { word, reason } = entryLine(operation, report, backoff);
    return {
      address: urlOf(operation.subject),
      report,
      privacy: report?.privacy ?? privacyOf(operation.subject) ?? null,
      state: word,
      // In one line, without the marks of direction that pages have.
      reason: reason && withoutDirectionMarks(reason).replaceAll('\n', ' '),
    };
  });
}

/** Address, score and link of each report that was created, a line each, with tabs between them. */
export function doneLines(
  operations: Operations,
  reportOf: ReportOf,
  linkOf: (report: Report) => string | null,
): string {
  const done = inOrder(operations).filter((operation) => isIn(operation, 'done'));
  return guardedLines(
    done.map((operation) => {
      const report = reportOf(operation);
      return [urlOf(operation.subject), report?.score, report && linkOf(report)];
    }),
  );
}

function inOrder(operations: Operations): Operation[] {
  return [...operations].sort(([one], [other]) => one - other).map(([, operation]) => operation);
}
