import type { Failure } from '@/lib/failure';
import type { AccountIdentity } from './account-identity';
import type { ApiKeyProblem } from './api-key';
import type { BaseUrlProblem } from './base-url';
import type { HeaderProblem } from './request-headers';

/** The steps of a connection check, in order. */
export const CHECK_STEPS = ['address', 'permission', 'reachable', 'apiKey', 'reports'] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** The question whether the API key belongs to the account of a connection. A person decides. */
export interface WhichAccount {
  code: 'whichAccount';
  connectionId: string;
  /** The base URL of the connection. */
  baseUrl: string;
  account: AccountIdentity | null;
  /** Whether the service of the connection may have moved to the checked base URL. */
  hasMoved: boolean;
}

/**
 * Why a step failed: a problem of a field, a failure of the service or the browser, or a question.
 */
export type CheckFailure =
  | Failure
  | WhichAccount
  /** The service did not name the account of the key, but evidence is stored for the base URL. */
  | { code: 'accountUnanswered' }
  | { code: 'baseUrl'; problem: BaseUrlProblem }
  | { code: 'apiKey'; problem: ApiKeyProblem }
  | { code: 'requestHeader'; problem: HeaderProblem };

/**
 * Whether a server has answered, but has no service at the checked path. The key is then unchecked,
 * and the last step fails.
 */
export function hasNoServiceAtPath(failure: CheckFailure): boolean {
  return (
    failure.code === 'gone' ||
    failure.code === 'webServerAnswer' ||
    failure.code === 'refused' ||
    (failure.code === 'unexpectedAnswer' && failure.problem === 'html')
  );
}

/** The state of a check. The steps before `at` have passed. The steps after `at` have not begun. */
export type ConnectionCheck =
  | { state: 'running'; at: CheckStep }
  | { state: 'failed'; at: CheckStep; failure: CheckFailure }
  /**
   * `baseUrl` includes the scheme. `printsMessages`: PHP messages precede the service's answers.
   */
  | { state: 'passed'; baseUrl: string; printsMessages?: true };

export type StepState = 'passed' | 'running' | 'failed' | 'waiting';

/** Whether a check has ended with a question to the person. All steps have then passed. */
export function asksPerson(check: ConnectionCheck): boolean {
  if (check.state !== 'failed') return false;
  return check.failure.code === 'openWork' || check.failure.code === 'whichAccount';
}

/** Returns the state of one step of a check. */
export function stepState(check: ConnectionCheck, step: CheckStep): StepState {
  if (check.state === 'passed' || asksPerson(check)) return 'passed';
  const distance = CHECK_STEPS.indexOf(step) - CHECK_STEPS.indexOf(check.at);
  if (distance === 0) return check.state;
  const isKeyUnchecked = check.state === 'failed' && hasNoServiceAtPath(check.failure);
  if (step === 'apiKey' && isKeyUnchecked) return 'waiting';
  return distance < 0 ? 'passed' : 'waiting';
}
