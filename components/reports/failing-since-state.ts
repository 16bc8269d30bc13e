import { computed, type ReadonlySignal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { type Failure, isServiceWide } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/types';

interface FailingSinceSources {
  /** The failure of the list; null after a success. */
  failure: ReadonlySignal<Failure | null>;
  backoff: ReadonlySignal<Backoff | null>;
}

/** Creates the time since which the whole service fails, ISO 8601; null while the service works. */
export function createFailingSince({
  failure,
  backoff,
}: FailingSinceSources): ReadonlySignal<string | null> {
  return fold(
    computed(() => ({ failure: failure.value, backoff: backoff.value })),
    null as string | null,
    (former, now) => {
      if (now.failure === null || !isServiceWide(now.failure)) return null;
      // The time of an ended backoff stays until the next attempt ends.
      return now.backoff?.since ?? former;
    },
  );
}
