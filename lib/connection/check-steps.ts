import type { Failure } from '@/lib/failure';
import type { AccountIdentity } from './account-identity';
import type { ApiKeyProblem } from './api-key';
import type { BaseUrlProblem } from './base-url';
import type { HeaderProblem } from './request-headers';

export const CHECK_STEPS = ['address', 'permission', 'reachable', 'apiKey', 'reports'] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** The question whether the API key belongs to the account of a connection. */
export interface WhichAccount {
  code: 'whichAccount';
  connectionId: string;
  baseUrl: string;
  account: AccountIdentity | null;
  /** Whether the service of the connection may have moved to the checked base URL. */
  hasMoved: boolean;
}

/** Why a step failed, or a question to the person. */
export type CheckFailure =
  | Failure
  | WhichAccount
  /** The service did not name the account of the key, but data is stored for the base URL. */
  | { code: 'accountUnanswered' }
  | { code: 'baseUrl'; problem: BaseUrlProblem }
  | { code: 'apiKey'; problem: ApiKeyProblem }
  | { code: 'requestHeader'; problem: HeaderProblem };

/** Whether the server has no service at the path, and so has not checked the key. */
export function hasNoServiceAtPath(failure: CheckFailure): boolean {
  return (
    failure.code === 'gone' ||
    failure.code === 'webServerAnswer' ||
    failure.code === 'refused' ||
    (failure.code === 'unexpectedAnswer' && failure.problem === 'html')
  );
}

/** The state of a check, from its first step to its end. Steps before `at` have passed. */
export type ConnectionCheck =
  | { state: 'running'; at: CheckStep }
  | { state: 'failed'; at: CheckStep; failure: CheckFailure }
  /** `printsMessages`: PHP messages precede the service's answers. */
  | { state: 'passed'; baseUrl: string; printsMessages?: true };

export type StepState = 'passed' | 'running' | 'failed' | 'waiting';

/** Whether a check has ended with a question to the person, after all steps have passed. */
export function asksPerson(check: ConnectionCheck): boolean {
  if (check.state !== 'failed') return false;
  return check.failure.code === 'openJobs' || check.failure.code === 'whichAccount';
}

export function stepState(check: ConnectionCheck, step: CheckStep): StepState {
  if (check.state === 'passed' || asksPerson(check)) return 'passed';
  const distance = CHECK_STEPS.indexOf(step) - CHECK_STEPS.indexOf(check.at);
  if (distance === 0) return check.state;
  const isKeyUnchecked = check.state === 'failed' && hasNoServiceAtPath(check.failure);
  if (step === 'apiKey' && isKeyUnchecked) return 'waiting';
  return distance < 0 ? 'passed' : 'waiting';
}
