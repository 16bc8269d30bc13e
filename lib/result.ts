import type { Failure } from './failure';

/** The result of a call to the service or the background, as plain data for messages. */
export type Result<T> = { value: T } | { failure: Failure };

export function hasFailed<T>(result: Result<T>): result is { failure: Failure } {
  return 'failure' in result;
}
