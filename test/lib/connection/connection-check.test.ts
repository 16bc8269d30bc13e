import { describe, expect, it } from 'vitest';
import { CHECK_STEPS, type ConnectionCheck, stepState } from '@/lib/connection/connection-check';
import type { Failure } from '@/lib/failure';

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
