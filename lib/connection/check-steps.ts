import type { Failure } from '@/lib/failure';
import type { ApiKeyProblem } from './api-key';
import type { BaseUrlProblem } from './base-url';
import type { HeaderProblem } from './request-headers';

/** The steps of a connection check, in order. */
export const CHECK_STEPS = ['address', 'permission', 'reachable', 'apiKey', 'reports'] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** Why a step failed: a problem of a field, or a failure of the service or the browser. */
export type CheckFailure =
  | Failure
  | { code: 'baseUrl'; problem: BaseUrlProblem }
  | { code: 'apiKey'; problem: ApiKeyProblem }
  | { code: 'requestHeader'; problem: HeaderProblem };

/**
 * Whether a server has answered, but no service at this path. The key is then unchecked, and the last
 * step fails.
 */
export function isAboutPath(failure: CheckFailure): boolean {
  return (
    failure.code === 'gone' ||
    failure.code === 'webServerAnswer' ||
    failure.code === 'refused' ||
    (failure.code === 'unexpectedAnswer' && failure.problem === 'html')
  );
}

/** The state of a check. Steps before `at` have passed; steps after `at` were not tried. */
export type ConnectionCheck =
  | { state: 'running'; at: CheckStep }
  | { state: 'failed'; at: CheckStep; failure: CheckFailure }
  /** `baseUrl` is the complete address. With `printsMessages`, answers begin with PHP messages. */
  | { state: 'passed'; baseUrl: string; printsMessages?: true };

export type StepState = 'passed' | 'running' | 'failed' | 'waiting';

/** Returns the state of one step of a check. */
export function stepState(check: ConnectionCheck, step: CheckStep): StepState {
  // The question about open jobs of the former connection comes after the last step.
  const isQuestion = check.state === 'failed' && check.failure.code === 'openWork';
  if (check.state === 'passed' || isQuestion) return 'passed';
  const distance = CHECK_STEPS.indexOf(step) - CHECK_STEPS.indexOf(check.at);
  if (distance === 0) return check.state;
  const isKeyUnchecked = check.state === 'failed' && isAboutPath(check.failure);
  if (step === 'apiKey' && isKeyUnchecked) return 'waiting';
  return distance < 0 ? 'passed' : 'waiting';
}
