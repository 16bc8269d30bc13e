import { signal } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/**
 * Calls the background, which the browser may stop before it answers: that too is a failure to
 * show, never a rejection.
 */
export async function attempt<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call();
  } catch {
    return { failure: { code: 'interrupted' } };
  }
}

/** How often the background is called when the browser stops it before it answers. */
const MOST_ATTEMPTS = 3;

/** Calls the background again where it does not answer: for what an id makes the same each time. */
export async function attemptOften<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let count = 1; count < MOST_ATTEMPTS; count += 1) {
    try {
      return await call();
    } catch {
      // The next message starts the worker anew.
    }
  }
  return attempt(call);
}

/** Commands to the background, and which of them failed last. */
export type Commands = ReturnType<typeof createCommands>;

/** Makes it, with nothing failed. */
export function createCommands() {
  const failed = signal<{ place: string; failure: Failure } | null>(null);
  return {
    /** Why the last command failed; null where it did not, or was given at another place. */
    failureAt: (place: string): Failure | null =>
      failed.value?.place === place ? failed.value.failure : null,
    /**
     * Calls the background, again where the browser stops it before it answers: the same call twice must
     * come to the same.
     * @param place names the control, or the line, at which a failure is to appear
     */
    async run<T>(place: string, call: () => Promise<Result<T>>): Promise<Result<T>> {
      failed.value = null;
      const result = await attemptOften(call);
      if (hasFailed(result)) failed.value = { place, failure: result.failure };
      return result;
    },
    /** Says no more that a command failed. */
    clear(): void {
      failed.value = null;
    },
  };
}
