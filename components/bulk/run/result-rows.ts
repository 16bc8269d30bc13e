import type { ReportRow } from '@/components/report/reports-csv';
import { withoutTurns } from '@/components/text/isolation';
import type { Report } from '@/lib/report/report';
import { guardedLines } from '@/lib/source/guarded-table';
import type { BatchLine } from '@/lib/task/batch/batch';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import type { Gate } from '@/lib/task/gate/gate';
import { entryLine } from './entry-line';

type Entries = ReadonlyMap<number, BatchEntry>;

interface ResultFacts {
  /** Why nothing goes out now; null where something does. */
  gate: Gate | null;
}

/** The result of a batch in its order, and in the language of the messages. */
export function resultRows(
  { privacy }: Pick<BatchLine, 'privacy'>,
  entries: Entries,
  { gate }: ResultFacts,
): ReportRow[] {
  return inOrder(entries).map(([, entry]) => {
    const { url, report } = entry;
    const { word, reason } = entryLine(entry, gate);
    return {
      address: url,
      report,
      privacy: report?.privacy ?? privacy,
      state: word,
      // In one line, without the marks of direction that pages have.
      reason: reason && withoutTurns(reason).replaceAll('\n', ' '),
    };
  });
}

/** Address, score and link of each report that was made, a line each, with tabs between them. */
export function doneLines(entries: Entries, linkOf: (report: Report) => string | null): string {
  const done = inOrder(entries).filter(([, { standing }]) => standing.name === 'done');
  return guardedLines(
    done.map(([, { url, report }]) => [url, report?.score, report && linkOf(report)]),
  );
}

function inOrder(entries: Entries): [row: number, entry: BatchEntry][] {
  return [...entries].sort(([one], [other]) => one - other);
}
