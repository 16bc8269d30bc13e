import type { StoredOutcome } from '@/lib/task/view';

/** What became of the last tasks that were asked for singly, the latest last. */
export interface TaskOutcomes {
  /** Takes in what an earlier worker has stored. */
  load(stored: readonly StoredOutcome[]): void;
  all(): readonly StoredOutcome[];
  /** Those of which pages may hear. */
  heard(): StoredOutcome[];
  /**
   * Notes one more, of which pages hear once what follows from it is stored. Never rejects.
   * @param alongside stores what follows
   */
  note(outcome: StoredOutcome, alongside: () => Promise<void>): Promise<void>;
  /** What became of a task. */
  of(taskId: string): StoredOutcome | undefined;
  /** Whether a report is what one of these creations has become. */
  hasCreated(reportId: string): boolean;
}

const MOST_OUTCOMES = 50;

/** Makes the outcomes of one connection. */
export function createTaskOutcomes(): TaskOutcomes {
  let outcomes: readonly StoredOutcome[] = [];
  const unheard = new Set<StoredOutcome>();
  return {
    load(stored) {
      outcomes = stored;
    },
    all: () => outcomes,
    heard: () => outcomes.filter((one) => !unheard.has(one)),
    async note(outcome, alongside) {
      outcomes = [...outcomes, outcome].slice(-MOST_OUTCOMES);
      unheard.add(outcome);
      await alongside().catch(() => {});
      unheard.delete(outcome);
    },
    of: (taskId) => outcomes.findLast(({ id }) => id === taskId),
    hasCreated: (reportId) =>
      outcomes.some(({ kind, report }) => kind === 'create' && report?.id === reportId),
  };
}
