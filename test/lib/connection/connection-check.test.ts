import { describe, expect, it } from 'vitest';
import {
  CHECK_STEPS,
  type CheckStep,
  type ConnectionCheck,
  failedStep,
  stepState,
} from '@/lib/connection/connection-check';
import type { Failure } from '@/lib/failure';

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

it.each<[Failure, CheckStep]>([
  [{ code: 'no-permission', origin: 'https://host.example' }, 'permission'],
  [{ code: 'key-refused', message: null }, 'key'],
  [{ code: 'not-allowed', message: null }, 'key'],
  [{ code: 'unreachable' }, 'reachable'],
  [{ code: 'redirected', to: 'https://other.example/' }, 'reachable'],
  [{ code: 'gone', what: 'interface', message: null }, 'reachable'],
  [{ code: 'service-down', status: 502, retryAt: null, message: null }, 'reachable'],
  [{ code: 'unexpected-answer', problem: 'html' }, 'reachable'],
  [{ code: 'unexpected-answer', problem: 'not-json' }, 'reports'],
  [{ code: 'unexpected-answer', problem: 'wrong-shape' }, 'reports'],
])('a list call that fails with %j fails the step %s', (failure, step) => {
  expect(failedStep(failure)).toBe(step);
});
