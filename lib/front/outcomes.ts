import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';
import { TaskOutcome } from '@/lib/task/task-outcome';

/** What became of the last tasks, for pages to apply to the rows that they hold. */
export const Outcomes = z.object({
  /** Of the connection. */
  connectionId: z.string(),
  /** The number of the last one, or of the one before the first. */
  last: z.number(),
  /** From this number on, none is missing. */
  from: z.number(),
  /** Of tasks that were asked for singly, the latest last. */
  singles: z.array(TaskOutcome),
  /** Of rows of batches, the latest last. */
  rows: z.array(TaskOutcome),
});
export type Outcomes = z.infer<typeof Outcomes>;

/** In memory: what private windows have asked for is among them. */
export const outcomesItem = storedItem('session', 'outcomes', Outcomes);

const MOST_OF_A_KIND = 50;

/**
 * The outcomes of a run of the browser in which nothing has ended. Numbers begin with the time, so that
 * they are higher than those of earlier runs.
 * @param now milliseconds since the epoch
 */
export function noOutcomes(connectionId: string, now: number): Outcomes {
  return { connectionId, last: now, from: now + 1, singles: [], rows: [] };
}

/** The outcomes with one more; of each kind the last fifty stay. */
export function withTaskOutcome(
  outcomes: Outcomes,
  outcome: Omit<TaskOutcome, 'number'>,
): Outcomes {
  const last = outcomes.last + 1;
  const kind = outcome.isRow ? 'rows' : 'singles';
  const all = [...outcomes[kind], { ...outcome, number: last }];
  const lost = all.at(-1 - MOST_OF_A_KIND)?.number ?? 0;
  const kept = { ...outcomes, [kind]: all.slice(-MOST_OF_A_KIND) };
  return { ...kept, last, from: Math.max(outcomes.from, lost + 1) };
}
