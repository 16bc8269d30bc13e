import { describe, expect, it } from 'vitest';
import {
  CHECK_STEPS,
  type CheckStep,
  type ConnectionCheck,
  failedStep,
  stepState,
} from '@/lib/connection/connection-check';
import type { Failure, FailureCode } from '@/lib/failure';

const statesOf = (check: ConnectionCheck) => CHECK_STEPS.map((step) => stepState(check, step));

describe('where the steps of a check stand', () => {
  it('follows their order: address, permission, reachable, key, reports', () => {
    expect(CHECK_STEPS).toEqual(['address', 'permission', 'reachable', 'key', 'reports']);
  });

  it('is passed before the running one and waiting after it', () => {
    expect(statesOf({ state: 'running', at: 'reachable' })).toEqual([
      'passed',
      'passed',
      'running',
      'waiting',
      'waiting',
    ]);
  });

  it('is waiting after the one that failed', () => {
    const failure: Failure = { code: 'key-refused', message: null };
    expect(statesOf({ state: 'failed', at: 'key', failure })).toEqual([
      'passed',
      'passed',
      'passed',
      'failed',
      'waiting',
    ]);
  });

  it('has nothing passed where the first failed, and nothing waiting where the last did', () => {
    const failure: Failure = { code: 'unreachable' };
    expect(statesOf({ state: 'failed', at: 'address', failure })).toEqual([
      'failed',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(statesOf({ state: 'failed', at: 'reports', failure })).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'failed',
    ]);
  });

  it('is passed for all once the check has passed', () => {
    expect(new Set(statesOf({ state: 'passed' }))).toEqual(new Set(['passed']));
  });
});

describe('the step that a failed list call belongs to', () => {
  const message = null;
  const retryAt = null;
  const failures: { [Code in FailureCode]: [Extract<Failure, { code: Code }>, CheckStep][] } = {
    'not-connected': [[{ code: 'not-connected' }, 'reachable']],
    'not-stored': [[{ code: 'not-stored' }, 'reachable']],
    'submissions-waiting': [[{ code: 'submissions-waiting', count: 1 }, 'reachable']],
    'no-permission': [[{ code: 'no-permission', origin: 'https://host.example' }, 'permission']],
    unreachable: [[{ code: 'unreachable' }, 'reachable']],
    offline: [[{ code: 'offline' }, 'reachable']],
    'timed-out': [[{ code: 'timed-out', seconds: 60 }, 'reachable']],
    interrupted: [[{ code: 'interrupted' }, 'reachable']],
    redirected: [
      [{ code: 'redirected', to: null }, 'reachable'],
      [{ code: 'redirected', to: 'https://other.example/' }, 'reachable'],
    ],
    'key-refused': [[{ code: 'key-refused', message }, 'key']],
    'not-allowed': [[{ code: 'not-allowed', message }, 'key']],
    gone: [[{ code: 'gone', what: 'interface', message }, 'reachable']],
    invalid: [[{ code: 'invalid', message, fields: [] }, 'reachable']],
    'too-many-requests': [[{ code: 'too-many-requests', retryAt, message }, 'reachable']],
    'protection-page': [[{ code: 'protection-page' }, 'reachable']],
    'service-down': [[{ code: 'service-down', status: 502, retryAt, message }, 'reachable']],
    refused: [[{ code: 'refused', status: 418, message }, 'reachable']],
    'unexpected-answer': [
      [{ code: 'unexpected-answer', problem: 'html' }, 'reachable'],
      [{ code: 'unexpected-answer', problem: 'not-json' }, 'reports'],
      [{ code: 'unexpected-answer', problem: 'wrong-shape' }, 'reports'],
      [{ code: 'unexpected-answer', problem: 'too-large' }, 'reports'],
      [{ code: 'unexpected-answer', problem: 'empty' }, 'reports'],
    ],
  };

  it.each(Object.values(failures).flat())('is, for %j, %s', (failure, step) => {
    expect(failedStep(failure)).toBe(step);
  });
});
