import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { Backoff } from '@/lib/jobs/types';
import { hasFailed, type Result } from '@/lib/result';
import { createBatches } from './batches-state';
import { createLines, type LinesOptions } from './lines-state';
import type { PageJobs } from './page-jobs';
import { type PageOperation, phaseOf } from './page-operation';

interface QueueOptions extends Omit<LinesOptions, 'pressed'> {
  jobs: Pick<PageJobs, 'pressed' | 'unstored' | 'press'>;
  /** Called when a cancelled operation may still have changed a list. */
  onDoubt(): void;
}

/** State of the last press on *Retry now*; null without a press and after the backoff. */
export type RetryState = 'running' | 'failed' | null;

/** Place of the failure of *Retry now*. */
const BACKOFF = 'backoff';

export type QueueState = ReturnType<typeof createQueueState>;

export function createQueueState(kernel: PageKernel, options: QueueOptions) {
  const { background, commands, connectionId } = kernel;
  const { queue } = kernel.state;
  const { jobs, openId, onDoubt } = options;
  const { pressed, unstored, press } = jobs;
  const shown = createLines(kernel, { ...options, pressed });
  const { lines, needingAttention, isWaiting } = shown;
  const batches = createBatches(kernel, jobs);

  const backoff = computed(() => {
    const goesOn = batches.shown.value.some((line) => isOpen(line) && !line.isPaused);
    const waits = isWaiting.value || (openId.value === undefined && goesOn);
    return waits ? queue.value.backoff : null;
  });
  const { retryState, retryNow } = createBackoffRetry(backoff, () =>
    commands.run(BACKOFF, () => background.retryNow(connectionId)),
  );

  const alerts = signal<readonly PageOperation[]>([]);
  /** The phase of the operation that was done before a press on *Undo* or *Cancel*, and the press. */
  const tooLate = signal<{ phase: string; press: object } | null>(null);
  const first = computed(() => lines.value[0] ?? null);
  pressed.subscribe(() => {
    // The open alerts have been announced.
    alerts.value = [];
  });

  let known: readonly string[] = [];
  effect(() => {
    const fresh = needingAttention.value.filter(({ id }) => !known.includes(id));
    known = needingAttention.value.map(({ id }) => id);
    const isSettled = alerts.peek().some(({ id }) => !known.includes(id));
    if (fresh.length > 0) alerts.value = fresh;
    else if (isSettled) alerts.value = [];
  });

  async function cancel(one: PageOperation): Promise<void> {
    const { id } = one;
    const press = pressed.value;
    const open = queue.value.singles.find((line) => line.id === id);
    const cancelled = await commands.run(phaseOf(one), () =>
      background.updateJob(connectionId, id, { kind: 'cancel' }),
    );
    if (open === undefined || cancelled === null) return;
    const isLate = !hasFailed(cancelled) && !cancelled.value;
    tooLate.value = isLate ? { phase: phaseOf(one), press } : null;
    // The service may have acted although no answer came.
    if (open.first.attempts > 0) onDoubt();
  }

  return {
    ...shown,
    batches,
    /** The backoff, if it delays an operation or batch of the visible view; null otherwise. */
    backoff,
    retryState,
    /** Operations that newly need attention, until any of these is settled, or the next press. */
    alerts: computed(() =>
      alerts.value.map((one) => lines.value.find(({ id }) => id === one.id) ?? one),
    ),
    /** The line that is announced; null if there are no lines. */
    first,
    unstored,
    retryNow,
    /** Returns why the last *Retry now* did not reach the background; null if it did. */
    retryFailure: (): Failure | null => commands.failureAt(BACKOFF),
    /** Returns why the last command at a line failed; null if another command followed. */
    failureAt(one: PageOperation): Failure | 'tooLate' | null {
      const phase = phaseOf(one);
      const isLate = tooLate.value?.press === pressed.value && tooLate.value.phase === phase;
      return isLate ? 'tooLate' : commands.failureAt(phase);
    },
    /** Cancels an open operation. For a finished operation, removes all finished lines. */
    cancel(one: PageOperation): void {
      if (isFinished(one)) press();
      else void cancel(one);
    },
    /** Sends again an operation that needs attention. A password replaces the lost one. */
    sendAgain(one: PageOperation, password?: string): void {
      press();
      const action = { kind: 'retry', ...(password !== undefined && { password }) } as const;
      void commands.run(phaseOf(one), () => background.updateJob(connectionId, one.id, action));
    },
  };
}

/**
 * The background answers `retryNow` at once. The backoff shows the outcome of the probe.
 * @param callBackground requests a probe
 */
function createBackoffRetry(
  backoff: ReadonlySignal<Backoff | null>,
  callBackground: () => Promise<Result<unknown> | null>,
) {
  const retryState = signal<RetryState>(null);
  let before: string | null = null;

  effect(() => {
    const now = backoff.value;
    if (now === null) retryState.value = null;
    // During a probe, `until` is in the past.
    else if (retryState.peek() === 'running' && JSON.stringify(now) !== before) {
      const isFailed = now.kind === 'needsPerson' || Date.parse(now.until) > Date.now();
      if (isFailed) retryState.value = 'failed';
    }
  });

  async function retryNow(): Promise<void> {
    if (retryState.value === 'running' || backoff.value === null) return;
    batch(() => {
      before = JSON.stringify(backoff.value);
      retryState.value = 'running';
    });
    const result = await callBackground();
    if (result === null || hasFailed(result)) retryState.value = null;
  }

  return { retryState: retryState as ReadonlySignal<RetryState>, retryNow };
}
