import type { RowStates } from './edit-batches';
import type { RequestedOperation } from './requested-operation';
import type { SeenBatch, SeenView } from './world';

/** Everything that pages show, with the states of rows. */
export interface Seen extends SeenView {
  rows: RowStates;
}

/** Returns findings about a batch: it never ends, or its counts differ from the states of its rows. */
export function batchFindings(
  line: SeenBatch,
  { rows }: Seen,
  requested: readonly RequestedOperation[],
): string[] {
  const { id, kind, isPaused, waiting, underWay } = line;
  const isOver = isPaused ? underWay === 0 : waiting + underWay === 0;
  const states = [...rows].flatMap(([operationId, state]) =>
    operationId.startsWith(`${id}-`) ? [state] : [],
  );
  const count = (name: (typeof states)[number]) => states.filter((one) => one === name).length;
  // A worker that stops during the removal of a batch leaves the line of the batch. A person can remove
  // the line again.
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
