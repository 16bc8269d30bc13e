import { computed, type ReadonlySignal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { openCount } from '@/lib/jobs/job';
import type { Backoff, JobLine } from '@/lib/jobs/types';

interface TimeLeftTools {
  line: ReadonlySignal<JobLine | undefined>;
  backoff: ReadonlySignal<Backoff | null>;
  now(): number;
}

/** Minimum time and minimum number of ended operations for an estimate. */
const LEAST_MS = 5_000;
const LEAST_DONE = 5;

/** Age of the oldest sample that counts. */
const WINDOW_MS = 120_000;

/** The number of ended operations at a time. */
interface Sample {
  at: number;
  ended: number;
}

/** The samples since a batch last resumed. */
interface Pace {
  batchId: string | undefined;
  samples: readonly Sample[];
}

/**
 * Estimates the time to the end of a batch, in seconds; null if unknown. The estimate uses the rate
 * since the last pause, but at most of the last two minutes.
 */
export function createTimeLeft({
  line,
  backoff,
  now,
}: TimeLeftTools): ReadonlySignal<number | null> {
  const pace = fold<JobLine | null, Pace>(
    computed(() => {
      const isRunning = line.value !== undefined && !line.value.isPaused && backoff.value === null;
      return isRunning ? (line.value ?? null) : null;
    }),
    { batchId: undefined, samples: [] },
    (former, running) => nextPace(former, running, now()),
  );

  return computed(() => {
    const { samples } = pace.value;
    const [first, last] = [samples[0], samples.at(-1)];
    if (!line.value || !first || !last) return null;
    const elapsed = last.at - first.at;
    const ended = last.ended - first.ended;
    if (elapsed < LEAST_MS || ended < LEAST_DONE) return null;
    const left = openCount(line.value.counts);
    return left === 0 ? null : (left * elapsed) / ended / 1000;
  });
}

/** @param running the batch; null while nothing is sent */
function nextPace(former: Pace, running: JobLine | null, at: number): Pace {
  if (running === null) return { batchId: undefined, samples: [] };
  const ended = running.counts.done + running.counts.needsAttention;
  const samples = former.batchId === running.id ? former.samples : [];
  if (samples.at(-1)?.ended === ended) return former;
  const recent = samples.filter((one) => at - one.at < WINDOW_MS);
  return { batchId: running.id, samples: [...recent, { at, ended }] };
}
