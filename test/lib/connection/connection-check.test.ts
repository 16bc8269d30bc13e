import { describe, expect, it } from 'vitest';
import {
  CHECK_STEPS,
  type CheckStep,
  type ConnectionCheck,
  failedStep,
  stepState,
} from '@/lib/connection/connection-check';
import type { Failure, FailureCode } from '@/lib/failure';

describe('where the steps of a check stand', () => {
  const failure: Failure = { code: 'unreachable' };

  it.each<[ConnectionCheck, string]>([
    [{ state: 'running', at: 'reachable' }, 'passed passed running waiting waiting'],
    [{ state: 'failed', at: 'key', failure }, 'passed passed passed failed waiting'],
    [{ state: 'failed', at: 'address', failure }, 'failed waiting waiting waiting waiting'],
    [{ state: 'failed', at: 'reports', failure }, 'passed passed passed passed failed'],
    [{ state: 'passed' }, 'passed passed passed passed passed'],
  ])('is, for %j, %s', (check, states) => {
    expect(CHECK_STEPS).toEqual(['address', 'permission', 'reachable', 'key', 'reports']);
    expect(CHECK_STEPS.map((step) => stepState(check, step)).join(' ')).toBe(states);
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
