import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { attemptOften } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Confirmation, NewJob, RecentOperation, Subject } from '@/lib/jobs/types';
import { hasFailed, type Result } from '@/lib/result';
import { hasCreated } from './page-operation';

/** What could not be stored, and why. */
export interface Unstored {
  subject: Subject;
  failure: Failure;
}

/** A single job, as a page asks for it. */
export interface SingleJob extends Pick<NewJob, 'id' | 'password' | 'isConfirmed'> {
  subject: Subject;
}

/** How a page creates single jobs. */
export type PageJobs = ReturnType<typeof createPageJobs>;

type RecentJobs = Pick<QueueSummary, 'recentOperations' | 'singles' | 'batches'>;

/** How long a created report keeps its line, also where the page is opened meanwhile. */
export const CREATED_MS = 10 * 60_000;

/**
 * Makes it.
 * @param isPrivate whether the page's window is private: other pages show no finished operation of one
 */
export function createPageJobs(
  background: Pick<BackgroundApi, 'createJob'>,
  connectionId: string,
  queue: ReadonlySignal<RecentJobs>,
  isPrivate: boolean,
) {
  const lastEnd = () => queue.value.recentOperations.at(-1)?.endedAt ?? 0;
  const created = lastPressCreated(queue.value, isPrivate);
  const pressed = signal({ seenUpTo: created === null ? lastEnd() : created.endedAt - 1 });
  const unstored = signal<Unstored | null>(null);

  /** A press on this page: what is finished has no line any more, nor what could not be stored. */
  function press(): void {
    batch(() => {
      pressed.value = { seenUpTo: lastEnd() };
      unstored.value = null;
    });
  }

  return {
    /**
     * Another value at each press, with the end of the last operation that was finished by then. When the page
     * is opened, a report that the last press has just created is still to be shown.
     */
    pressed: pressed as ReadonlySignal<{ seenUpTo: number }>,
    /** The last job, where it could not be stored; null otherwise. */
    unstored: unstored as ReadonlySignal<Unstored | null>,
    press,
    /**
     * Has a single job stored; its id makes sure that a repeated call stores no second one.
     * @returns why a person has to confirm it first; null where the job is stored
     */
    async create({ subject, ...job }: SingleJob): Promise<Result<Confirmation | null>> {
      press();
      const stored = await attemptOften(() =>
        background.createJob(connectionId, { ...job, subjects: [subject] }),
      );
      if (hasFailed(stored)) unstored.value = { subject, failure: stored.failure };
      return stored;
    },
  };
}

/** The operation of the last single job, where it has created a report a moment ago, and no press came since. */
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
