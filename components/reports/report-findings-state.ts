import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { createResource, joinCalls } from '@/components/app/resource';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { RecentOperation } from '@/lib/jobs/types';
import type { Check } from '@/lib/report/content/checks';
import type { Report, ResultFindings } from '@/lib/report/report';
import { hasFailed } from '@/lib/result';

interface ReportFindingsTools {
  background: Pick<BackgroundApi, 'getFindings'>;
  connectionId: string;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** The latest revision of the history. */
  revision: ReadonlySignal<number>;
  /** Returns the findings of a report's current result; null if the list does not contain the findings. */
  findingsInList(report: Report): readonly Check[] | null;
}

/** The findings of the current results of reports. */
export interface ReportFindings {
  /**
   * Returns the findings of a report; null if unknown. Reads unknown findings from the worker, and
   * again after a change of the history.
   */
  of(report: Report): readonly Check[] | null;
  /** Reads the findings that the page lacks. Never rejects. */
  read(reports: readonly Report[]): Promise<void>;
}

/**
 * Creates the findings of reports. Sources are the list, the history, and the answers to operations.
 */
export function createReportFindings(tools: ReportFindingsTools): ReportFindings {
  const { background, connectionId, recentOperations, revision, findingsInList } = tools;
  // After a failure, the rows say that their findings are not read.
  const answers = createResource<ResultFindings | null>(
    joinCalls(
      async (ids) => {
        const result = await background.getFindings(connectionId, ids);
        return hasFailed(result) ? result : { value: ids.map((id) => result.value[id] ?? null) };
      },
      Promise.resolve(),
      MAX_IN_REPLY,
    ),
  );

  /** The operations that have finished since the last change of `recentOperations`. */
  const finished = fold<readonly RecentOperation[], Finished>(
    computed(() => recentOperations.value),
    { upTo: lastEnd(recentOperations.value), operations: [] },
    ({ upTo }, all) => ({
      upTo: lastEnd(all),
      operations: all.filter(({ endedAt }) => endedAt > upTo),
    }),
  );
  // An answer to a private operation changes no revision, because only the worker's memory has it.
  effect(() => {
    for (const { report } of finished.value.operations) {
      if (report !== null) void answers.refresh(report.id);
    }
  });

  function known(report: Report): readonly Check[] | null {
    const answer = answers.stateOf(report.id).value;
    return answer?.generatedAt === report.generatedAt ? answer.checks : findingsInList(report);
  }

  return {
    of(report) {
      const checks = known(report);
      // One call reads the findings of all rows that are drawn together.
      if (checks === null) answers.get(report.id, `${report.generatedAt} ${revision.value}`);
      return checks;
    },
    async read(reports) {
      const unknown = reports.filter((report) => known(report) === null);
      await Promise.all(unknown.map(({ id }) => answers.refresh(id)));
    },
  };
}

interface Finished {
  /** End of the last operation; 0 for none. */
  upTo: number;
  operations: readonly RecentOperation[];
}

function lastEnd(operations: readonly RecentOperation[]): number {
  return operations.at(-1)?.endedAt ?? 0;
}
