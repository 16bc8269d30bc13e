import { beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '@/lib/jobs/clock';
import { type Entry, entryId } from '@/lib/jobs/entry';
import type { Job } from '@/lib/jobs/job';
import { createJobStore } from '@/lib/jobs/job-store';
import { isIn, isUndecided, type Operation } from '@/lib/jobs/operation';
import { createScheduler } from '@/lib/jobs/scheduler';
import { afterRestart, sending, takenBack } from '@/lib/jobs/steps';
import { timeIn } from '@/lib/waiting-time';
import { emptyBrowser } from '../../support/empty-browser';
import * as sample from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const now = Date.parse('2026-11-02T12:00:00.000Z');
const inSeconds = (seconds: number) => timeIn(seconds * 1000, now);
const { refused, unverifiedCreation } = sample;
const failure = { code: 'unreachable' } as const;

type Jobs = Record<string, Partial<Job> & { operations: Operation[] }>;

const page = (path: number | string, attempts = 0) =>
  sample.creation({ url: `https://host.example/${path}` }, { attempts });
const editOf = (id: number) => sample.update({ privacy: 0 }, sampleReport(String(id)));
const single = (operation: Operation) => ({ operations: [operation] });
const batch = (...operations: Operation[]) => ({ operations, isBatch: true });
const paused = (job: Jobs[string]) => ({ ...job, isPaused: true });
/** Returns an edit that a person has taken back before the worker was stopped. */
const undecided = (edit: Operation) => afterRestart(takenBack(sending(edit), true), now);
/** Returns the deletion of report 1, due in a number of seconds. */
const deletionIn = (seconds: number) => ({
  ...single(sample.deletion()),
  notBefore: inSeconds(seconds),
});
const lookupIn = (seconds: number) =>
  single(unverifiedCreation(1, { lookupAt: inSeconds(seconds) }, { baseline: '0' }));

/** Creates the scheduler of stored jobs. Operations with the status sending are in flight. */
async function start(jobs: Jobs, holdsBatches = false) {
  const { signal } = new AbortController();
  const clock = () => now;
  const store = createJobStore('a', createClock(clock), signal, clock);
  for (const [at, [id, { operations, ...facts }]] of Object.entries(jobs).entries()) {
    const job = sample.sampleJob(id, operations, { createdAt: at + 1, ...facts });
    await store.commit({ added: [{ job, operations }] });
  }
  const flying = [...store.begun()].filter(
    ({ operation }) => isIn(operation, 'sending') && !isUndecided(operation),
  );
  const inFlight = new Map<string, Entry>(flying.map((entry) => [entryId(entry), entry]));
  const scheduler = createScheduler(store, inFlight, () => holdsBatches, clock);
  function sentAtOnce(): string[] {
    const ids: string[] = [];
    for (let next = scheduler.nextOperation(); next && ids.length < 9; ) {
      ids.push(entryId(next));
      inFlight.set(entryId(next), next);
      next = scheduler.nextOperation();
    }
    return ids;
  }
  return { ...scheduler, sentAtOnce };
}

beforeEach(emptyBrowser);

describe('the next operation to send', () => {
  const sent = [sending(page(1)), sending(page(2))];
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
      'one of the two oldest single creations',
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
      'two edits beside an undecided one, but none of its report',
      {
        u: single(undecided(editOf(1))),
        e: batch(editOf(1), editOf(2), editOf(3), editOf(4)),
      },
      ['e-1', 'e-2'],
    ],
    ['the older edit of a report', { s: single(editOf(1)), t: single(editOf(1)) }, ['s-0']],
    [
      'the operation of a batch before a later single edit',
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
      'never from a paused batch',
      { p: paused(batch(page(1))), q: paused(batch(editOf(1))), ...both },
      ['s-0', 't-0'],
    ],
    [
      'never one that needs attention',
      { p: attention(page(1)), q: attention(editOf(1)), ...both },
      ['s-0', 't-0'],
    ],
  ])('is %s', async (_, jobs, ids) => {
    expect((await start(jobs)).sentAtOnce()).toEqual(ids);
  });

  it('is no new operation of a batch while holdsBatches is true', async () => {
    const jobs = { b: batch(page(1), page(2, 1)), s: single(page(3)) };
    expect((await start(jobs, true)).sentAtOnce()).toEqual(['s-0', 'b-1']);
  });
});

describe('the probe', () => {
  const both = { s: single(page(1)), b: batch(page(2)) };
  it.each<[string, Jobs, string[], string]>([
    ['an edit rather than a creation', { ...both, e: single(editOf(1)) }, [], 'e-0'],
    [
      'a single creation rather than an edit of a batch',
      { ...both, e: batch(editOf(1)) },
      [],
      's-0',
    ],
    ['another operation than the one that began the backoff', both, ['s-0'], 'b-0'],
    ['the operation that began the backoff, if there is no other', both, ['s-0', 'b-0'], 's-0'],
  ])('is %s', async (_, jobs, metBy, id) => {
    const probe = (await start(jobs)).nextProbe(metBy);
    expect(probe && entryId(probe)).toBe(id);
  });
});

it('nextLookup returns a lookup that is due', async () => {
  expect((await start({ s: lookupIn(5) })).nextLookup()).toBeUndefined();
  expect((await start({ s: lookupIn(5), t: lookupIn(0) })).nextLookup()?.job.id).toBe('t');
});

describe('the next wake time in seconds', () => {
  const queued = { s: single(page(1)) };
  it.each<[string, Jobs, probeIn: number | null | undefined, seconds: number | null]>([
    ['no job is open', {}, undefined, null],
    ['an operation can be sent', { ...queued, t: lookupIn(5) }, undefined, 0],
    ['all jobs are paused', { p: paused(batch(page(1))) }, undefined, null],
    ['a lookup comes before a deletion', { d: deletionIn(5), s: lookupIn(3) }, undefined, 3],
    ['a deletion was planned by a clock that was set back', { d: deletionIn(7) }, undefined, 0],
    ['a lookup was planned by a clock that was set back', { s: lookupIn(6) }, undefined, 0],
    ['the backoff waits for a person', queued, null, null],
    ['a queued operation is the probe', { ...queued, t: lookupIn(5) }, 2, 2],
    ['a later lookup is the probe', { t: lookupIn(5) }, 2, 5],
    ['a deletion before the lookup is the probe', { t: lookupIn(5), d: deletionIn(4) }, 2, 4],
    ['no operation can be the probe', {}, 2, 2],
  ])('is correct if %s', async (_, jobs, probeIn, seconds) => {
    const probeAt = probeIn == null ? probeIn : now + probeIn * 1000;
    const time = (await start(jobs)).nextWakeTime(probeAt);
    expect(time === null ? null : (time - now) / 1000).toBe(seconds);
  });
});
