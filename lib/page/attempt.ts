import type { Outcome } from '@/lib/outcome';

/**
 * Calls the background, which the browser may stop before it answers: that too is a failure to
 * show, never a rejection.
 */
export async function attempt<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await call();
  } catch {
    return { failure: { code: 'interrupted' } };
  }
}
