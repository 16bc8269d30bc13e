import type { ArchiveState } from '@/components/page/archive-state';
import { resultBefore, scoreDifference } from '@/lib/report/compare/changes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';

/** What is known of the past of the pages in a table. */
export type RowHistory = ReturnType<typeof createRowHistory>;

/** Makes it of what the archive knows. */
export function createRowHistory({ historyOf }: Pick<ArchiveState, 'historyOf'>) {
  function of(report: Report): readonly PastResult[] {
    return historyOf(referTo(report).page)?.results ?? [];
  }
  return {
    /** The past results of a report's page, oldest first. */
    of,
    /** By how much the score of a report's page has risen; null where that is not known. */
    differenceOf: (report: Report): number | null =>
      scoreDifference(report, resultBefore(report, of(report))),
  };
}
