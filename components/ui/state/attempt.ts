import type { Result } from '@/lib/result';

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
export async function attemptWithRetries<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let count = 1; count < MAX_ATTEMPTS; count += 1) {
    try {
      return await call();
    } catch {
      // The next message starts the worker again.
    }
  }
  return attempt(call);
}
