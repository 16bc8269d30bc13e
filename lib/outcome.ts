import type { Failure } from './failure';

/** How every call to the service or the background ends. Plain data: it crosses messages as it is. */
export type Outcome<T> = { value: T } | { failure: Failure };

/** Whether the outcome is a failure. */
export function hasFailed<T>(outcome: Outcome<T>): outcome is { failure: Failure } {
  return 'failure' in outcome;
}
