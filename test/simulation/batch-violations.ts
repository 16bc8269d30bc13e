import type { RowStates } from './edit-batches';
import type { RequestedOperation } from './requested-operation';
import type { SeenBatch, SeenView } from './simulation';

/** Everything that extension pages show, with the status of each operation in a batch of edits. */
export interface Seen extends SeenView {
  rows: RowStates;
}

/** Returns findings about a batch that never ends, or whose counts differ from its operations. */
export function batchFindings(
  line: SeenBatch,
  { rows }: Seen,
  requested: readonly RequestedOperation[],
): string[] {
  const { id, kind, isPaused, waiting, active } = line;
  const isOver = isPaused ? active === 0 : waiting + active === 0;
  const states = [...rows].flatMap(([operationId, state]) =>
    operationId.startsWith(`${id}-`) ? [state] : [],
  );
  const count = (name: (typeof states)[number]) => states.filter((one) => one === name).length;
  // If the worker stops while it removes a batch, the line of the batch stays. A person can remove the line
  // again.
  const isRemoved =
    states.length === 0 &&
    requested.some(({ batch, possibleDrops }) => batch === id && possibleDrops > 0);
  const isCounted =
    kind === 'create' ||
    isRemoved ||
    (line.done === count('done') &&
      line.gone === count('gone') &&
      line.failed === count('needsAttention') &&
      line.cancelled === count('cancelled'));
  return [
    ...(isOver ? [] : [`the batch ${id} never ends`]),
    ...(isCounted ? [] : [`the counts of ${id} differ from its operations`]),
  ];
}
