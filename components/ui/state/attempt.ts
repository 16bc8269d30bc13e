import type { Result } from '@/lib/result';

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
