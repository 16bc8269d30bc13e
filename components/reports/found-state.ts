import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { RecentOperation } from '@/lib/jobs/job';
import type { Check } from '@/lib/report/content/checks';
import type { Found, Report } from '@/lib/report/report';
import { hasFailed } from '@/lib/result';

interface FoundTools {
  background: Pick<BackgroundApi, 'getFoundChecks'>;
  connectionId: string;
  recentOperations: ReadonlySignal<readonly RecentOperation[]>;
  /** What the list says of the failed checks of a report as it is; null where it does not. */
  foundInList(report: Report): readonly Check[] | null;
}

/**
 * Makes the way to what was found in the failed checks of a report as it is: the list has said it, or the
 * answer that has made the report or its result while the page was open. Null where neither has.
 */
export function createFound(tools: FoundTools) {
  const { background, connectionId, recentOperations, foundInList } = tools;
  const answered = signal<Readonly<Record<string, Found>>>({});
  const lastEnd = () => recentOperations.value.at(-1)?.endedAt ?? 0;
  let seenUpTo = untracked(lastEnd);

  async function take(reportIds: readonly string[]): Promise<void> {
    const found = await attempt(() => background.getFoundChecks(connectionId, reportIds));
    // Rows whose checks are not to be had say that they are not read.
    if (!hasFailed(found)) answered.value = { ...answered.value, ...found.value };
  }

  effect(() => {
    const ids = recentOperations.value.flatMap(({ endedAt, report }) =>
      endedAt > seenUpTo && report !== null ? report.id : [],
    );
    seenUpTo = lastEnd();
    if (ids.length > 0) untracked(() => void take(ids));
  });

  return (report: Report): readonly Check[] | null => {
    const found = answered.value[report.id];
    return found?.generatedAt === report.generatedAt ? found.checks : foundInList(report);
  };
}
