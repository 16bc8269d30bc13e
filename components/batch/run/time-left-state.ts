import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Backoff, JobLine } from '@/lib/jobs/types';

interface TimeLeftTools {
  line: ReadonlySignal<JobLine | undefined>;
  backoff: ReadonlySignal<Backoff | null>;
  now(): number;
}

/** A rate needs at least this time and this many ended operations. */
const LEAST_MS = 5_000;
const LEAST_DONE = 5;

/** Age of the oldest sample that counts. */
const WINDOW_MS = 120_000;

/**
 * Estimates the time to the end of a batch, in seconds; null if unknown. The estimate uses the rate
 * since the last pause, but at most of the last two minutes.
 */
export function createTimeLeft({
  line,
  backoff,
  now,
}: TimeLeftTools): ReadonlySignal<number | null> {
  /** The number of ended operations at several times, since the batch last resumed. */
  const samples = signal<readonly { at: number; ended: number }[]>([]);
  const isGoing = computed(
    () => line.value !== undefined && !line.value.isPaused && backoff.value === null,
  );
  const batchId = computed(() => line.value?.id);
  const ended = computed(() => {
    const { done = 0, needsAttention = 0 } = line.value?.counts ?? {};
    return done + needsAttention;
  });

  effect(() => {
    void batchId.value;
    if (isGoing.value) samples.value = [];
  });
  effect(() => {
    const at = now();
    const sample = { at, ended: ended.value };
    if (!isGoing.value) return;
    samples.value = [...samples.peek().filter((one) => at - one.at < WINDOW_MS), sample];
  });

  return computed(() => {
    const first = samples.value[0];
    const last = samples.value.at(-1);
    if (!isGoing.value || !line.value || !first || !last) return null;
    const took = last.at - first.at;
    const made = last.ended - first.ended;
    if (took < LEAST_MS || made < LEAST_DONE) return null;
    const { queued, sending, unverified } = line.value.counts;
    const left = queued + sending + unverified;
    return left === 0 ? null : (left * took) / made / 1000;
  });
}
