import { describe, expect, it } from 'vitest';
import { isDeleting, isServiceFree } from '@/lib/jobs/background-reads';
import { asSending } from '@/lib/jobs/steps';
import type { Backoff, Job, JobsState, NoBackoff, Operation } from '@/lib/jobs/types';
import { timeIn } from '@/lib/waiting-time';
import {
  creation,
  deletion,
  personBackoff,
  refused,
  sampleBackoff,
} from '../../support/sample-job';
import { jobOf, NOW, stateOf } from './sample-state';

const failure = { code: 'unreachable' } as const;
const stateWith = (operation: Operation, overrides: Partial<Job> = {}) =>
  stateOf(jobOf('a', [operation], overrides));

describe('isServiceFree', () => {
  it('is true without jobs and with finished, failed and paused jobs', () => {
    expect(isServiceFree(stateOf())).toBe(true);
    expect(isServiceFree(stateWith(refused(creation(), failure)))).toBe(true);
    expect(isServiceFree(stateWith(creation(), { isPaused: true }))).toBe(true);
  });

  it('is false while an operation waits for its request', () => {
    expect(isServiceFree(stateWith(creation()))).toBe(false);
    expect(isServiceFree(stateWith(deletion(), { notBefore: timeIn(6_000, NOW) }))).toBe(false);
  });

  it('is false while a request or a lookup is in flight', () => {
    expect(isServiceFree(stateWith(asSending(creation()), { isPaused: true }))).toBe(false);
    expect(isServiceFree({ ...stateOf(), lookupId: 'a/0' })).toBe(false);
  });

  it('is false during a backoff of either kind, and true after its end', () => {
    const withBackoff = (backoff: Backoff | NoBackoff): JobsState => {
      const state = stateOf();
      return { ...state, service: { ...state.service, backoff } };
    };
    expect(isServiceFree(withBackoff(sampleBackoff(failure)))).toBe(false);
    expect(isServiceFree(withBackoff(personBackoff(failure)))).toBe(false);
    expect(
      isServiceFree(withBackoff({ kind: 'none', count: 2, since: '2026-11-02T12:00:00.000Z' })),
    ).toBe(true);
  });
});

it('isDeleting is true only while the request of a deletion is in flight', () => {
  expect(isDeleting(stateWith(deletion()))).toBe(false);
  expect(isDeleting(stateWith(asSending(creation())))).toBe(false);
  expect(isDeleting(stateWith(asSending(deletion())))).toBe(true);
});
