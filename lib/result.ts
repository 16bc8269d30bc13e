import type { Failure } from './failure';

/** How every call to the service or the background ends. Plain data: it crosses messages as it is. */
export type Result<T> = { value: T } | { failure: Failure };

/** Whether the result is a failure. */
export function hasFailed<T>(result: Result<T>): result is { failure: Failure } {
  return 'failure' in result;
}
