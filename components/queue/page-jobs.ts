import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import { attemptOften } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
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

/** The single jobs of a page. */
export interface PageJobs {
  /**
   * Gets a new value with each press. `seenUpTo` is the `endedAt` of the last operation that a press
   * has removed. When the page opens, a report that the last press has just created keeps its line.
   */
  pressed: ReadonlySignal<{ seenUpTo: number }>;
  /** The last job, if it could not be stored; null otherwise. */
  unstored: ReadonlySignal<Unstored | null>;
  /**
   * Removes the lines of finished operations and of a job that could not be stored, and the failures
   * of commands.
   */
  press(): void;
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
  const lastEnd = () => queue.value.recentOperations.at(-1)?.endedAt ?? 0;
  const created = lastPressCreated(queue.value, isPrivate);
  const pressed = signal({ seenUpTo: created === null ? lastEnd() : created.endedAt - 1 });
  const unstored = signal<Unstored | null>(null);

  function press(): void {
    batch(() => {
      pressed.value = { seenUpTo: lastEnd() };
      unstored.value = null;
      commands.clear();
    });
  }

  return {
    pressed,
    unstored,
    press,
    async create({ subject, ...job }) {
      press();
      const stored = await attemptOften(() => createJob({ ...job, subjects: [subject] }));
      if (hasFailed(stored)) unstored.value = { subject, failure: stored.failure };
      return stored;
    },
  };
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
