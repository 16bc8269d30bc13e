import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import { attemptWithRetries } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import { isIn } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Confirmation, NewJob, RecentOperation, Subject } from '@/lib/jobs/types';
import { hasFailed, type Result } from '@/lib/result';
import { hasCreated } from './page-operation';

/** The subject of a job that could not be stored. */
export interface Unstored {
  subject: Subject;
  failure: Failure;
}

export interface SingleJob extends Pick<NewJob, 'id' | 'password' | 'isConfirmed'> {
  subject: Subject;
}

/** A press on an extension page, and the information that the page showed before the press. */
export interface PagePress {
  /** The `endedAt` of the last operation whose line a press has removed. */
  seenUpTo: number;
  /** Ids of the single jobs that needed attention. */
  neededAttention: readonly string[];
  /** Ids of the batches that had ended. */
  endedBatches: readonly string[];
}

/** The single jobs of a page. */
export interface PageJobs {
  /**
   * The last press; before the first press, the opening of the page. Gets a new value with each
   * press. At the opening, a report that the last press has just created keeps its line.
   */
  pressed: ReadonlySignal<PagePress>;
  /** The last job, if it could not be stored; null otherwise. */
  unstored: ReadonlySignal<Unstored | null>;
  /**
   * Removes the lines of finished operations and of a job that could not be stored, and the failures
   * of commands.
   */
  press(): void;
  /** Notes a press on the line of an open operation. Finished operations keep their lines. */
  pressOpenLine(): void;
  /**
   * Stores a single job. The job's id makes a repeated call safe.
   * @returns why the job needs a confirmation; null if the job is stored
   */
  create(job: SingleJob): Promise<Result<Confirmation | null>>;
}

type RecentJobs = Pick<QueueSummary, 'recentOperations' | 'singles' | 'batches'>;

/** Time for which a created report keeps its line, in milliseconds, also on pages opened later. */
export const CREATED_MS = 10 * 60_000;

/** Creates the single jobs of a page. An ordinary page shows no private job when it opens. */
export function createPageJobs(kernel: PageKernel): PageJobs {
  const { commands, createJob, isPrivate } = kernel;
  const { queue } = kernel.state;
  const created = lastPressCreated(queue.value, isPrivate);
  const pressed = signal<PagePress>({
    seenUpTo: created === null ? lastEnd(queue.value) : created.endedAt - 1,
    neededAttention: [],
    endedBatches: endedBatches(queue.value),
  });
  const unstored = signal<Unstored | null>(null);

  function press(): void {
    batch(() => {
      pressed.value = {
        seenUpTo: lastEnd(queue.value),
        neededAttention: needingAttention(queue.value),
        endedBatches: endedBatches(queue.value),
      };
      unstored.value = null;
      commands.clear();
    });
  }

  return {
    pressed,
    unstored,
    press,
    pressOpenLine() {
      pressed.value = { ...pressed.value, neededAttention: needingAttention(queue.value) };
    },
    async create({ subject, ...job }) {
      press();
      const stored = await attemptWithRetries(() => createJob({ ...job, subjects: [subject] }));
      if (hasFailed(stored)) unstored.value = { subject, failure: stored.failure };
      return stored;
    },
  };
}

function lastEnd({ recentOperations }: RecentJobs): number {
  return recentOperations.at(-1)?.endedAt ?? 0;
}

function needingAttention({ singles }: RecentJobs): string[] {
  return singles.filter(({ first }) => isIn(first, 'needsAttention')).map(({ id }) => id);
}

function endedBatches({ batches }: RecentJobs): string[] {
  return batches.filter((line) => !isOpen(line)).map(({ id }) => id);
}

/** Returns the last single operation if it has just created a report and no press followed. */
function lastPressCreated(
  { recentOperations, singles, batches }: RecentJobs,
  isPrivate: boolean,
): RecentOperation | null {
  const last = recentOperations.findLast(({ isBatch }) => !isBatch);
  if (last === undefined || !hasCreated(last) || (last.isPrivate && !isPrivate)) return null;
  const { endedAt } = last;
  const isPast = [...singles, ...batches].some(({ createdAt }) => createdAt > endedAt);
  return isPast || endedAt <= Date.now() - CREATED_MS ? null : last;
}
