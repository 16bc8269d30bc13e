import type { RequestedOperation } from './requested-operation';
import type { EditStatuses, ShownBatch } from './simulation';

/** Returns violations if a batch never ends, or if its counts differ from its operations. */
export function batchViolations(
  batch: ShownBatch,
  editStatuses: EditStatuses,
  requested: readonly RequestedOperation[],
): string[] {
  const { id, kind, isPaused, queued, sending, unverified } = batch;
  const violations: string[] = [];
  const unfinished = sending + unverified + (isPaused ? 0 : queued);
  if (unfinished > 0) violations.push(`the batch ${id} never ends`);
  if (kind === 'create') return violations;
  const statuses = [...editStatuses].flatMap(([operationId, status]) =>
    operationId.startsWith(`${id}-`) ? [status] : [],
  );
  // If the worker stops while it removes a batch, the line of the batch stays. A person can remove the line
  // again.
  const isRemoved =
    statuses.length === 0 &&
    requested.some(({ batchId, allowedDrops }) => batchId === id && allowedDrops > 0);
  const isCounted = (['done', 'gone', 'needsAttention', 'cancelled'] as const).every(
    (name) => batch[name] === statuses.filter((status) => status === name).length,
  );
  if (!isRemoved && !isCounted) {
    violations.push(`the counts of ${id} differ from its operations`);
  }
  return violations;
}
