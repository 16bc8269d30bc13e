import { describe, expect, it } from 'vitest';
import {
  candidates,
  nextCheck,
  nextLookup,
  nextOperation,
  nextProbe,
  nextWakeTime,
} from '@/lib/jobs/candidates';
import { entryId } from '@/lib/jobs/entry';
import { afterCancelOrUndo, afterRestart, asSending } from '@/lib/jobs/steps';
import type { Job, JobsState, Operation } from '@/lib/jobs/types';
import { timeIn } from '@/lib/waiting-time';
import * as sample from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { jobOf, MOMENT, NOW, stateOf } from './sample-state';

const inSeconds = (seconds: number) => timeIn(seconds * 1000, NOW);
const { refused, unverifiedCreation } = sample;
const failure = { code: 'unreachable' } as const;

/** Jobs by id, in the order of creation. */
type Jobs = Record<string, Partial<Job> & { operations: Operation[] }>;

const page = (path: number | string, attempts = 0) =>
  sample.creation({ url: `https://host.example/${path}` }, { attempts });
const editOf = (id: number) => sample.update({ privacy: 0 }, sampleReport(String(id)));
const single = (operation: Operation) => ({ operations: [operation] });
const batch = (...operations: Operation[]) => ({ operations, isBatch: true });
const paused = (job: Jobs[string]) => ({ ...job, isPaused: true });
/** Returns an edit without a known outcome: sent, taken back, and interrupted by a restart of the worker. */
const undecided = (edit: Operation) => afterRestart(afterCancelOrUndo(asSending(edit), true), NOW);
/** Returns the deletion of report 1, due in a number of seconds. */
const deletionIn = (seconds: number) => ({
  ...single(sample.deletion()),
  notBefore: inSeconds(seconds),
});
const lookupIn = (seconds: number) =>
  single(unverifiedCreation(1, { lookupAt: inSeconds(seconds) }, { baseline: '0' }));

/** Returns the state of these jobs. Operations with the status `sending` are in flight. */
function stateWith(jobs: Jobs, overrides: Partial<JobsState> = {}): JobsState {
  const states = Object.entries(jobs).map(([id, { operations, ...facts }], at) =>
    jobOf(id, operations, { createdAt: at + 1, ...facts }),
  );
  return { ...stateOf(...states), ...overrides };
}

/**
 * Returns a state with a backoff in which these operations have failed.
 * @param until null: the backoff waits for a person
 */
function withBackoff(
  jobs: Jobs,
  until: string | null,
  operationIds: readonly string[] = [],
): JobsState {
  const state = stateWith(jobs);
  const met = { operationIds: [...operationIds] };
  const backoff =
    until === null
      ? sample.personBackoff(failure, met)
      : sample.sampleBackoff(failure, { ...met, until });
  return { ...state, service: { ...state.service, backoff } };
}

/** Returns the ids of the operations that are sent if no request is answered, in order. */
function sentUnanswered(jobs: Jobs, overrides: Partial<JobsState> = {}): string[] {
  const ids: string[] = [];
  const facts = { othersSucceed: true, failures: 0 };
  let state = stateWith(jobs, overrides);
  for (let entry = nextOperation(state, MOMENT); entry !== undefined && ids.length < 9; ) {
    ids.push(entryId(entry));
    const requests = new Map(state.requests);
    requests.set(entryId(entry), { entry, phase: 'preparing', password: null, facts });
    state = { ...state, requests };
    entry = nextOperation(state, MOMENT);
  }
  return ids;
}

describe('the next operation to send', () => {
  const sent = [asSending(page(1)), asSending(page(2))];
  const attention = (operation: Operation) => single(refused(operation, failure));
  const both = { s: single(page(1)), t: single(editOf(1)) };
  it.each<[string, Jobs, string[]]>([
    [
      'a single operation before a batch',
      { b: batch(page(1)), s: single(page(2)) },
      ['s-0', 'b-0'],
    ],
    ['from the older batch', { b: batch(page(1), page(2)), c: batch(page(3)) }, ['b-0', 'b-1']],
    [
      'a repeated operation before a new one',
      { b: batch(page(1)), c: batch(page(2), page(3, 1)) },
      ['c-1', 'b-0'],
    ],
    [
      'each of the two oldest single creations',
      { s: single(page(1)), t: single(page(2)), u: single(page(3)) },
      ['s-0', 't-0'],
    ],
    [
      'one single creation beside two of a batch',
      { b: batch(...sent, page(3)), s: single(page(4)), t: single(page(5)) },
      ['s-0'],
    ],
    [
      'two edits beside two creations',
      { b: batch(...sent, page(3)), e: batch(editOf(1), editOf(2), editOf(3)) },
      ['e-0', 'e-1'],
    ],
    ['one creation of a page', { s: single(page('1#/a')), t: single(page('1#/b')) }, ['s-0']],
    ['no creation of a page with a lookup', { s: lookupIn(5), t: single(sample.creation()) }, []],
    [
      'two edits beside an undecided edit, but no edit of the same report',
      {
        u: single(undecided(editOf(1))),
        e: batch(editOf(1), editOf(2), editOf(3), editOf(4)),
      },
      ['e-1', 'e-2'],
    ],
    ['the older edit of a report', { s: single(editOf(1)), t: single(editOf(1)) }, ['s-0']],
    [
      'the edit of a batch before a later single edit of the same report',
      { b: batch(editOf(2), editOf(1)), s: single(editOf(1)) },
      ['b-1', 'b-0'],
    ],
    ['a due deletion before an older update', { u: single(editOf(1)), d: deletionIn(0) }, ['d-0']],
    [
      'an update before a deletion that is not due',
      { u: single(editOf(1)), d: deletionIn(4) },
      ['u-0'],
    ],
    ['no update after a deletion that is not due', { d: deletionIn(4), u: single(editOf(1)) }, []],
    [
      'no update while a deletion of its report is in flight',
      { d: single(asSending(sample.deletion())), u: single(editOf(1)), v: single(editOf(2)) },
      ['v-0'],
    ],
    [
      'not an operation of a paused batch',
      { p: paused(batch(page(1))), q: paused(batch(editOf(1))), ...both },
      ['s-0', 't-0'],
    ],
    [
      'not an operation that needs attention',
      { p: attention(page(1)), q: attention(editOf(1)), ...both },
      ['s-0', 't-0'],
    ],
  ])('is %s', (_, jobs, ids) => {
    expect(sentUnanswered(jobs)).toEqual(ids);
  });

  it.each([
    [79, ['s-0', 'b-1', 'b-0']],
    [80, ['s-0', 'b-1']],
  ])(
    'is a new operation of a batch only while fewer than 80 reports are newer than each baseline (%i reports)',
    (newer, ids) => {
      const jobs = { u: lookupIn(5), b: batch(page(1), page(2, 1)), s: single(page(3)) };
      const newestList = { requestedAt: NOW, highest: String(newer) };
      const state = stateWith(jobs, { newestList });
      expect([...candidates(state, MOMENT)].map(entryId)).toEqual(ids);
    },
  );
});

describe('the probe', () => {
  const both = { s: single(page(1)), b: batch(page(2)) };
  it.each<[string, Jobs, string[], string | undefined]>([
    ['the oldest single operation', { ...both, e: single(editOf(1)) }, [], 's-0'],
    ['a single operation before a batch', { e: batch(editOf(1)), ...both }, [], 's-0'],
    ['a repeated operation before a new one', { b: batch(page(1), page(2, 1)) }, [], 'b-1'],
    ['an operation that has not failed in the backoff', both, ['s-0'], 'b-0'],
    [
      'the first operation, if all operations have failed in the backoff',
      both,
      ['s-0', 'b-0'],
      's-0',
    ],
    [
      'no paused operation, and no deletion that is not due',
      { p: paused(batch(page(1))), d: deletionIn(4) },
      [],
      undefined,
    ],
  ])('is %s', (_, jobs, metBy, id) => {
    const probe = nextProbe(withBackoff(jobs, inSeconds(0), metBy), MOMENT);
    expect(probe && entryId(probe)).toBe(id);
  });
});

it('nextLookup returns a lookup that is due', () => {
  expect(nextLookup(stateWith({ s: lookupIn(5) }), MOMENT)).toBeUndefined();
  const state = stateWith({ s: lookupIn(5), t: lookupIn(0) });
  expect(nextLookup(state, MOMENT)?.job.id).toBe('t');
});

it('nextCheck returns an undecided edit, and ignores an edit in flight', () => {
  expect(nextCheck(stateWith({ s: single(asSending(editOf(1))) }))).toBeUndefined();
  expect(nextCheck(stateWith({ u: single(undecided(editOf(1))) }))?.job.id).toBe('u');
});

describe('the next wake time in seconds', () => {
  const queued = { s: single(page(1)) };
  const edit = { e: single(undecided(editOf(1))) };
  it.each<[string, Jobs, probeIn: number | null | undefined, seconds: number | null]>([
    ['no job is open', {}, undefined, null],
    ['an operation can be sent', { ...queued, t: lookupIn(5) }, undefined, 0],
    ['an edit is undecided', { ...edit, t: lookupIn(5) }, undefined, 0],
    ['all jobs are paused', { p: paused(batch(page(1))) }, undefined, null],
    ['a lookup comes before a deletion', { d: deletionIn(5), s: lookupIn(3) }, undefined, 3],
    [
      'a deletion is further away than the time for Undo, because the clock was set back',
      { d: deletionIn(7) },
      undefined,
      0,
    ],
    [
      'a lookup is further away than its pause, because the clock was set back',
      { s: lookupIn(6) },
      undefined,
      0,
    ],
    ['the backoff waits for a person', queued, null, null],
    ['a queued operation is the probe', { ...queued, t: lookupIn(5) }, 2, 2],
    ['a lookup after the end of the backoff is the probe', { t: lookupIn(5) }, 2, 5],
    [
      'a deletion is due before the lookup, and is the probe',
      { t: lookupIn(5), d: deletionIn(4) },
      2,
      4,
    ],
    ['the read of an undecided edit is the probe', { ...edit, t: lookupIn(5) }, 2, 2],
    ['the backoff ends at its time, because no operation can be the probe', {}, 2, 2],
  ])('is correct if %s', (_, jobs, probeIn, seconds) => {
    const state =
      probeIn === undefined
        ? stateWith(jobs)
        : withBackoff(jobs, probeIn === null ? null : inSeconds(probeIn));
    const time = nextWakeTime(state, MOMENT);
    expect(time === null ? null : (time - NOW) / 1000).toBe(seconds);
  });
});
