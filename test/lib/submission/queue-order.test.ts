import { describe, expect, it } from 'vitest';
import {
  blockerOf,
  isMaking,
  nextDueIn,
  nextToCheck,
  nextToSend,
  unanswered,
} from '@/lib/submission/queue-order';
import type { QueuedSubmission } from '@/lib/submission/submission';
import { done } from '@/lib/submission/submission-steps';
import { type SubmissionState, sampleSubmission } from '../../support/sample-submission';

const NOW = Date.parse('2026-11-02T12:00:00.000Z');
const failure = { code: 'unreachable' } as const;
const none = () => false;

const sending: SubmissionState = { state: 'sending' };
const checking = (nextAt: string): SubmissionState => ({
  ...{ state: 'checking', checks: 0, failure },
  nextAt: `2026-11-02T${nextAt}.000Z`,
});
const unconfirmed: SubmissionState = { state: 'needs-attention', reason: 'unconfirmed', failure };

/** One of the page /a, in another spelling than the others of the page. */
const ofPageA = (id: string, state?: SubmissionState): QueuedSubmission =>
  sampleSubmission(id, state, { url: `https://host.example/a?utm_source=${id}` });
const ofPageB = (id: string, state?: SubmissionState): QueuedSubmission =>
  sampleSubmission(id, state, { url: 'https://host.example/b' });

describe('what goes out next', () => {
  it('is the oldest that waits', () => {
    expect(nextToSend([ofPageA('1', unconfirmed), ofPageA('2'), ofPageB('3')], none)?.id).toBe('2');
  });

  it.each([sending, checking('11:00:00')])('waits while one of its page is %j', (state) => {
    const queue = [ofPageA('1', state), ofPageA('2'), ofPageB('3')];
    expect(nextToSend(queue, none)?.id).toBe('3');
    expect(blockerOf('https://host.example/a', queue)?.id).toBe('1');
  });

  it('waits while one is sent whose address may be kept without the fragment that tells them apart', () => {
    const route = (id: string, state?: SubmissionState) =>
      sampleSubmission(id, state, { url: `https://app.example/#/${id}` });
    expect(nextToSend([route('1', sending), route('2'), ofPageB('3')], none)?.id).toBe('3');
  });

  it('waits until the one of its page that is done has left the store', () => {
    expect(nextToSend([done(ofPageA('1')), ofPageA('2')], none)).toBeUndefined();
  });

  it('is none that something is being done for', () => {
    expect(nextToSend([ofPageA('1'), ofPageB('2')], (id) => id === '1')?.id).toBe('2');
  });
});

describe('what is searched for next', () => {
  const queue = [ofPageA('1', checking('12:00:05')), ofPageB('2', checking('11:59:00'))];

  it('is one whose time has come', () => {
    expect(nextToCheck(queue, none, NOW)?.id).toBe('2');
    expect(nextToCheck(queue, (id) => id === '2', NOW)).toBeUndefined();
  });

  it('is due at the earliest of all times', () => {
    const due = Date.parse('2026-11-02T11:59:00.000Z');
    expect(nextDueIn(queue, none, null, due - 1)).toBe(due);
    expect(nextDueIn([], none, null, due)).toBeNull();
  });
});

describe('what a listed report may belong to', () => {
  it('is what is searched for, waits to be repeated, or could not be found', () => {
    const password: SubmissionState = { state: 'needs-attention', reason: 'password' };
    const queue = [
      ...[ofPageA('1', unconfirmed), ofPageA('2', checking('12:00:00'))],
      ...[ofPageA('3'), ofPageA('4', password), done(ofPageB('5'))],
      { ...ofPageB('6'), sends: 1 },
    ];
    expect(unanswered(queue).map(({ id }) => id)).toEqual(['1', '2', '6']);
  });

  it('is no older one of a page while a newer one is out', () => {
    const queue = [ofPageA('1', unconfirmed), ofPageB('2', unconfirmed), ofPageA('3', sending)];
    expect(unanswered(queue).map(({ id }) => id)).toEqual(['2']);
  });
});

describe('a page of which a report is being made', () => {
  const url = 'https://host.example/a';
  const repeated = { ...ofPageA('1'), sends: 1 };

  it.each<[string, QueuedSubmission]>([
    ['out', ofPageA('1', sending)],
    ['done, and not yet gone', done(ofPageA('1'))],
    ['about to be repeated', repeated],
  ])('has a submission that is %s', (_, submission) => {
    expect(isMaking(url, [ofPageB('2'), submission])).toBe(true);
    expect(isMaking('https://host.example/b', [submission])).toBe(false);
  });

  it.each<[string, QueuedSubmission]>([
    ['never went out', ofPageA('1')],
    ['is searched for, and so gets its report from any list', ofPageA('1', checking('12:00:00'))],
    ['rests', ofPageA('1', unconfirmed)],
    ['was refused', ofPageA('1', { state: 'failed', failure })],
  ])('has no submission that %s', (_, submission) => {
    expect(isMaking(url, [submission])).toBe(false);
  });
});
