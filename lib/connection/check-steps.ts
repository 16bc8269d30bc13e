import type { Failure } from '@/lib/failure';
import type { ApiKeyProblem } from './api-key';
import type { BaseUrlProblem } from './base-url';
import type { HeaderProblem } from './request-headers';

/** The steps that connecting takes, in their order. */
export const CHECK_STEPS = ['address', 'permission', 'reachable', 'apiKey', 'reports'] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** Why a step failed: a field's own problem, or what the service or the browser answered. */
export type CheckFailure =
  | Failure
  | { code: 'baseUrl'; problem: BaseUrlProblem }
  | { code: 'apiKey'; problem: ApiKeyProblem }
  | { code: 'requestHeader'; problem: HeaderProblem };

/**
 * Whether a server has answered without being a service at this path: the check says nothing of the key, and
 * the last step fails.
 */
export function isAboutPath(failure: CheckFailure): boolean {
  return (
    failure.code === 'gone' ||
    failure.code === 'refused' ||
    (failure.code === 'unexpectedAnswer' && failure.problem === 'html')
  );
}

/** How far a check has come. Steps before `at` have passed; those after it were not tried. */
export type ConnectionCheck =
  | { state: 'running'; at: CheckStep }
  | { state: 'failed'; at: CheckStep; failure: CheckFailure }
  /**
   * `baseUrl` is what was taken: the address as typed, written out. `printsMessages`: the service prints
   * messages of PHP into its answers.
   */
  | { state: 'passed'; baseUrl: string; printsMessages?: true };

export type StepState = 'passed' | 'running' | 'failed' | 'waiting';

/** Where one step stands in a check. */
export function stepState(check: ConnectionCheck, step: CheckStep): StepState {
  // A question about the former connection comes after the last step.
  const isAsking = check.state === 'failed' && check.failure.code === 'openWork';
  if (check.state === 'passed' || isAsking) return 'passed';
  const distance = CHECK_STEPS.indexOf(step) - CHECK_STEPS.indexOf(check.at);
  if (distance === 0) return check.state;
  const isKeyUnchecked = check.state === 'failed' && isAboutPath(check.failure);
  if (step === 'apiKey' && isKeyUnchecked) return 'waiting';
  return distance < 0 ? 'passed' : 'waiting';
}
