import { computed, type ReadonlySignal } from '@preact/signals';
import type { HistoryState } from '@/components/app/history-state';
import type { ComparedIds } from '@/lib/browser-ui/reports-request';
import { isReportGone } from '@/lib/failure';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { Side, SideName } from './comparison-state';

interface LostComparisonSources {
  /** The comparison of the route; null for none. */
  compared: ReadonlySignal<ComparedIds | null>;
  /** The sides of the open comparison; null if none is open. */
  sides: ReadonlySignal<Record<SideName, Side> | null>;
  history: Pick<HistoryState, 'isRead'>;
  /** Returns a report that the route names; null while the history is being read. */
  reportById(id: string): Report | null;
  /** The past results of a report's page, oldest first. */
  pastOf(report: Report): readonly PastResult[];
}

/** The signal is true if neither this page nor the service knows a result of the route's comparison. */
export function createLostComparison(sources: LostComparisonSources): ReadonlySignal<boolean> {
  const { compared, sides, history, reportById, pastOf } = sources;

  function lacksPastResult({ left, before }: ComparedIds): boolean {
    const report = before === null ? null : reportById(left);
    return (
      report !== null &&
      history.isRead(referTo(report).page) &&
      pastOf(report).every(({ generatedAt }) => generatedAt !== before)
    );
  }

  return computed(() => {
    if (compared.value === null) return false;
    if (sides.value === null) return lacksPastResult(compared.value);
    return isUnknown(sides.value.left) || isUnknown(sides.value.right);
  });
}

/** Whether neither a list nor the service knows the report of a side. */
function isUnknown({ report, failure }: Side): boolean {
  return report.url === null && failure !== null && isReportGone(failure);
}
