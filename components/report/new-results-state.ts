import { type ReadonlySignal, signal } from '@preact/signals';
import { hasNewResult } from '@/lib/archive/awaited-result';
import type { Report } from '@/lib/report/report';
import type { TaskOutcome } from '@/lib/task/task-outcome';

/** What is known of the new result of a report: it is awaited, or was given up. */
export type ResultState = 'awaited' | 'givenUp' | null;

/** The new results that reports are to get. */
export type NewResults = ReturnType<typeof createNewResults>;

interface NewResultsTools {
  /** Ids of the reports whose new result is awaited. */
  awaited: ReadonlySignal<readonly string[]>;
  /** What became of the last single tasks, the latest last. */
  outcomes(): readonly TaskOutcome[];
  /** A report as the page shows it; undefined where it does not. */
  reportOf(id: string): Report | undefined;
}

/** Follows them. */
export function createNewResults({ awaited, outcomes, reportOf }: NewResultsTools) {
  /** Ids of the updates of which a person has heard. */
  const told = signal<ReadonlySet<string>>(new Set());

  /** The last update of a report that was asked for singly. */
  function lastUpdate(reportId: string): TaskOutcome | undefined {
    return outcomes().findLast(
      ({ wish, standing, report }) =>
        report?.id === reportId &&
        standing.name === 'done' &&
        wish.kind === 'change' &&
        wish.change.results === 1,
    );
  }

  return {
    stateOf(reportId: string): ResultState {
      if (awaited.value.includes(reportId)) return 'awaited';
      const last = lastUpdate(reportId);
      if (last === undefined || last.wish.kind !== 'change' || told.value.has(last.id)) return null;
      const now = reportOf(reportId) ?? last.summary;
      return now && !hasNewResult(last.wish.report.generatedAt, now) ? 'givenUp' : null;
    },
    /** Says no more that a report got none. */
    forget(reportId: string): void {
      const last = lastUpdate(reportId);
      if (last !== undefined) told.value = new Set([...told.value, last.id]);
    },
  };
}
