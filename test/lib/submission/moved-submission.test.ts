import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { movedSubmission } from '@/lib/submission/moved-submission';
import { isNew } from '@/lib/submission/submission-match';
import { sampleReport } from '../../support/sample-report';
import { type SubmissionState, sampleSubmission } from '../../support/sample-submission';

const failure: Failure = { code: 'timedOut', seconds: 180 };
const known = { knownIds: ['1'], newestKnownId: '1', requestedAt: '2026-11-02T12:00:00.000Z' };
const nextAt = '2026-11-02T12:00:05.000Z';

function moved(state: SubmissionState, sends: number) {
  return movedSubmission(sampleSubmission('new-1', state, { ...known, sends, order: 3 }));
}

describe('a submission that moves to another account', () => {
  it.each<[string, SubmissionState]>([
    ['waits', { state: 'waiting' }],
    ['needs its password', { state: 'needs-attention', reason: 'password' }],
  ])('goes on as it was where it was not sent and %s', (_, state) => {
    expect(moved(state, 0)).toEqual(
      sampleSubmission('new-1', state, { order: 3, isPageKnown: false }),
    );
  });

  it('stays refused', () => {
    expect(moved({ state: 'failed', failure }, 1)).toMatchObject({ state: 'failed', failure });
  });

  it.each<[string, SubmissionState, Failure]>([
    ['it waits for a repeat', { state: 'waiting' }, { code: 'interrupted' }],
    ['its request was out', { state: 'sending' }, { code: 'interrupted' }],
    ['it was searched for', { state: 'checking', checks: 1, nextAt, failure }, failure],
    ['nobody knew', { state: 'needs-attention', reason: 'unconfirmed', failure }, failure],
    [
      'a repeat needs its password',
      { state: 'needs-attention', reason: 'password' },
      { code: 'interrupted' },
    ],
  ])('is left to a person where %s, whatever is listed', (_, state, reason) => {
    const after = moved(state, 1);
    expect(after).toMatchObject({
      state: 'needs-attention',
      reason: 'unconfirmed',
      failure: reason,
    });
    const listed = sampleReport('9', { url: 'https://host.example/new-1' });
    expect(after && isNew(listed, after)).toBe(false);
  });

  it('is done where the service accepted it without showing it', () => {
    expect(moved({ state: 'checking', checks: 0, nextAt, failure: null }, 1)).toBeNull();
  });
});
