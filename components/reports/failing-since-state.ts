import { computed, type ReadonlySignal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { type Failure, isServiceWide } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/types';

interface FailingSinceSources {
  /** The failure of the list; null after a success. */
  failure: ReadonlySignal<Failure | null>;
  backoff: ReadonlySignal<Backoff | null>;
}

/** Creates the time since which the service as a whole fails, ISO 8601; null if it does not. */
export function createFailingSince({
  failure,
  backoff,
}: FailingSinceSources): ReadonlySignal<string | null> {
  return fold(
    computed(() => ({ failure: failure.value, backoff: backoff.value })),
    null as string | null,
    (former, now) => {
      if (now.failure === null || !isServiceWide(now.failure)) return null;
      // Each backoff ends before the next attempt.
      return now.backoff?.since ?? former;
    },
  );
}
