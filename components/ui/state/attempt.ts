import { signal } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/** Never rejects. If the browser stops the worker before the reply, returns a failure. */
export async function attempt<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call();
  } catch {
    return { failure: { code: 'interrupted' } };
  }
}

const MAX_ATTEMPTS = 3;

/** Repeats a call that gets no reply. The call must be idempotent. */
export async function attemptOften<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let count = 1; count < MAX_ATTEMPTS; count += 1) {
    try {
      return await call();
    } catch {
      // The next message starts the worker again.
    }
  }
  return attempt(call);
}

/** Runs commands of the background, and stores the failure of the last command. */
export type Commands = ReturnType<typeof createCommands>;

export function createCommands() {
  const failed = signal<{ place: string; failure: Failure } | null>(null);
  return {
    /** Returns the failure of the last command, if the failure belongs to the place. */
    failureAt: (place: string): Failure | null =>
      failed.value?.place === place ? failed.value.failure : null,
    /** @param place name of the control or line that shows a failure */
    async run<T>(place: string, call: () => Promise<Result<T>>): Promise<Result<T>> {
      failed.value = null;
      const result = await attemptOften(call);
      if (hasFailed(result)) failed.value = { place, failure: result.failure };
      return result;
    },
    clear(): void {
      failed.value = null;
    },
  };
}
