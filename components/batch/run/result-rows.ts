import type { ReportRow } from '@/components/export/reports-csv';
import { tableCellsOf } from '@/components/queue/line';
import { withoutDirectionMarks } from '@/components/text/isolation';
import { isIn, privacyOf, urlOf } from '@/lib/jobs/operation';
import type { Backoff, Operation } from '@/lib/jobs/types';
import { guardedLines } from '@/lib/report/guarded-table';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';

/** The operations of a batch, by number. */
type Operations = ReadonlyMap<number, Operation>;

/** Returns the current version of the created report; null if there is none. */
type ReportOf = (operation: Operation) => Report | null;

/** Returns the result of a batch, in the order of the batch. */
export function resultRows(
  operations: Operations,
  reportOf: ReportOf,
  mutesOf: (report: Report) => readonly PageMute[],
  backoff: Backoff | null,
): ReportRow[] {
  return inOrder(operations).map((operation) => {
    const report = reportOf(operation);
    const { word, reason } = tableCellsOf(operation, backoff);
    return {
      address: urlOf(operation.subject),
      report,
      mutes: report ? mutesOf(report) : NO_MUTES,
      privacy: report?.privacy ?? privacyOf(operation.subject) ?? null,
      state: word,
      // A cell of the file has one line, and needs no direction marks.
      reason: reason && withoutDirectionMarks(reason).replaceAll('\n', ' '),
    };
  });
}

/** Returns the address, score and link of each done operation as lines with tabs. */
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
