import { isOpen } from './job';
import { entriesOf } from './jobs-state';
import { isFinished, isIn } from './operation';
import type { JobsState, Operation } from './types';

/** Returns the ids of the reports whose new results are requested, without those of paused jobs. */
export function updatingReports({ jobs }: Pick<JobsState, 'jobs'>): ReadonlySet<string> {
  const open = [...jobs.values()].filter(
    (job) => job.header.kind === 'update' && !job.header.isPaused && isOpen(job),
  );
  return new Set(
    open.flatMap(entriesOf).flatMap(({ operation }) => updatedReport(operation) ?? []),
  );
}

/** Returns the id of the report whose results an open operation requests; null otherwise. */
function updatedReport(operation: Operation): string | null {
  const { subject, isTakenBack } = operation;
  if (subject.kind !== 'update' || subject.update.results !== 1 || isTakenBack) return null;
  return isFinished(operation) || isIn(operation, 'needsAttention') ? null : subject.report.id;
}
