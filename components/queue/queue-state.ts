import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import type { PageClock } from '@/components/app/page-clock';
import type { PageKernel } from '@/components/app/page-kernel';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { Backoff } from '@/lib/jobs/types';
import { hasFailed } from '@/lib/result';
import { type Batches, createBatches } from './batches-state';
import { createLines, type Lines, type LinesOptions } from './lines-state';
import type { PageJobs, PagePress } from './page-jobs';
import { type PageOperation, phaseOf } from './page-operation';

interface QueueOptions extends LinesOptions {
  jobs: Pick<PageJobs, 'pressed' | 'unstored' | 'press' | 'pressOpenLine'>;
  /** Called when a cancelled operation may still have changed a list. */
  onPossibleChange(): void;
}

/** State of the last press on *Retry now*; null without a press and after the backoff. */
export type RetryState = 'running' | 'failed' | null;

/** The queue of an extension page: its lines, and the functions of their buttons. */
export interface QueueState extends Lines, Pick<PageJobs, 'unstored'> {
  batches: Batches;
  /** The backoff, if it delays an operation or batch of the visible view; null otherwise. */
  backoff: ReadonlySignal<Backoff | null>;
  retryState: ReadonlySignal<RetryState>;
  /** The first visible line, which screen readers announce; null if there are no lines. */
  first: ReadonlySignal<PageOperation | null>;
  /** Requests a probe. The background replies at once; the backoff shows the outcome of the probe. */
  retryNow(): Promise<void>;
  /** Returns why the last *Retry now* did not reach the background; null if it did. */
  retryFailure(): Failure | null;
  /** Returns why the last command at a line failed; null after another press. */
  failureAt(one: PageOperation): Failure | 'tooLate' | null;
  /** Cancels an open operation. For a finished operation, removes all finished lines. */
  cancel(one: PageOperation): void;
  /** Sends again an operation that needs attention. A password replaces the lost password. */
  sendAgain(one: PageOperation, password?: string): void;
}

/** The subject of *Retry now*. */
const BACKOFF = 'backoff';

export function createQueueState(kernel: PageKernel, options: QueueOptions): QueueState {
  const { background, clock, commands, connectionId } = kernel;
  const { queue } = kernel.state;
  const { jobs, openId, onPossibleChange } = options;
  const shown = createLines(kernel, options);
  const batches = createBatches(kernel, jobs);

  const backoff = computed(() => {
    const hasActiveBatch = batches.shown.value.some((line) => isOpen(line) && !line.isPaused);
    const waits = shown.isWaiting.value || (openId.value === undefined && hasActiveBatch);
    return waits ? queue.value.backoff : null;
  });

  /** The backoff at the last press on *Retry now*; null if that press had no effect. */
  const retried = signal<Backoff | null>(null);
  /** The last backoff that has ended after a press on *Retry now*; null for none. */
  const ended = fold(
    computed(() => ({ backoff: queue.value.backoff, retried: retried.value })),
    null as Backoff | null,
    (former, now) => (now.backoff === null ? now.retried : former),
  );
  const retryState = computed(() => {
    const before = retried.value === ended.value ? null : retried.value;
    return retryStateOf(backoff.value, before, clock);
  });

  /** A press on *Undo* or *Cancel* that came too late, and the phase of the operation. */
  const tooLate = signal<{ press: PagePress; phase: string } | null>(null);

  async function cancel(one: PageOperation): Promise<void> {
    jobs.pressOpenLine();
    const press = jobs.pressed.value;
    const phase = phaseOf(one);
    const open = queue.value.singles.find(({ id }) => id === one.id);
    const cancelled = await commands.run(phase, () =>
      background.updateJob(connectionId, one.id, { kind: 'cancel' }),
    );
    if (open === undefined || cancelled === null) return;
    if (!hasFailed(cancelled) && !cancelled.value) tooLate.value = { press, phase };
    // The service may have acted although no answer came.
    if (open.first.attempts > 0) onPossibleChange();
  }

  return {
    ...shown,
    batches,
    backoff,
    retryState,
    first: computed(() => shown.lines.value[0] ?? null),
    unstored: jobs.unstored,
    async retryNow() {
      if (retryState.value === 'running' || backoff.value === null) return;
      retried.value = backoff.value;
      const result = await commands.run(BACKOFF, () => background.retryNow(connectionId));
      if (result !== null && hasFailed(result)) retried.value = null;
    },
    retryFailure: () => commands.failureAt(BACKOFF),
    failureAt(one) {
      const phase = phaseOf(one);
      const isLate = tooLate.value?.press === jobs.pressed.value && tooLate.value.phase === phase;
      return isLate ? 'tooLate' : commands.failureAt(phase);
    },
    cancel(one) {
      if (isFinished(one)) jobs.press();
      else void cancel(one);
    },
    sendAgain(one, password) {
      jobs.press();
      const action = { kind: 'retry', ...(password !== undefined && { password }) } as const;
      void commands.run(phaseOf(one), () => background.updateJob(connectionId, one.id, action));
    },
  };
}

/**
 * Returns the state of *Retry now*. Only a failed probe raises the count of a backoff.
 * @param before the backoff before the press
 */
function retryStateOf(
  backoff: Backoff | null,
  before: Backoff | null,
  { isPast }: PageClock,
): RetryState {
  if (backoff === null || before === null) return null;
  if (backoff.count > before.count) return 'failed';
  const isSame =
    backoff.count === before.count &&
    JSON.stringify(backoff.failure) === JSON.stringify(before.failure);
  const time = timeOf(backoff);
  // During a probe, the time is in the past.
  const isProbing = time === timeOf(before) || (time !== null && isPast(Date.parse(time)));
  return isSame && isProbing ? 'running' : null;
}

/** Returns the time of the next probe; null if a person has to change something first. */
function timeOf(backoff: Backoff): string | null {
  return backoff.kind === 'waiting' ? backoff.until : null;
}
