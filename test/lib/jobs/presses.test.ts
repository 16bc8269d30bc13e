import { describe, expect, it } from 'vitest';
import { createdReportOf } from '@/lib/jobs/operation';
import { effectOf, passwordOf, pressOf } from '@/lib/jobs/presses';
import * as steps from '@/lib/jobs/steps';
import type { JobState, JobsState, Operation, Press, RecentOperation } from '@/lib/jobs/types';
import { timeIn } from '@/lib/waiting-time';
import { FAILURES } from '../../support/sample-failures';
import {
  creation,
  deletion,
  finishedCreation,
  finishedEdit,
  refused,
  unverifiedCreation,
  update,
} from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { newJobPress } from './reducer';
import { batchOf, jobOf, MOMENT, NOW, stateOf } from './sample-state';

const MINUTE = 60_000;
const url = 'https://host.example/page';
const unconfirmed: Operation = {
  ...creation(),
  status: { name: 'needsAttention', reason: 'unverifiable', failure: FAILURES.unreachable },
};
const pageReport = sampleReport('5', { url });
const doneAt = (endedAt: number) => finishedCreation('old', pageReport, { endedAt });

const effectOn = (state: JobsState, press: Press) => effectOf(state, press, MOMENT);
const replyTo = (state: JobsState, press: Press) => effectOn(state, press).reply;

const withRecent = (recent: readonly RecentOperation[], ...jobs: JobState[]): JobsState => ({
  ...stateOf(...jobs),
  recent,
});

describe('a single creation needs a confirmation', () => {
  const press = newJobPress('new', [creation()]);
  const inProgress = { kind: 'confirmation', confirmation: { reason: 'inProgress', jobId: 'old' } };

  it.each<[string, JobState]>([
    ['queued', jobOf('old', [creation()])],
    ['queued in a batch', batchOf('old', [creation({ url: 'https://a.example/' }), creation()])],
    ['sending', jobOf('old', [steps.asSending(creation())])],
    ['unverified', jobOf('old', [unverifiedCreation(1)])],
    ['of unknown outcome', jobOf('old', [unconfirmed])],
    ['of unknown outcome in a finished batch', batchOf('old', [unconfirmed])],
    ['queued with another spelling', jobOf('old', [creation({ url: `${url}/?utm_source=m` })])],
  ])('while another creation of its page is %s', (_, job) => {
    expect(replyTo(stateOf(job), press)).toEqual(inProgress);
  });

  it.each([0, 10 * MINUTE - 1])('%i ms after a creation of its page was done', (age) => {
    expect(replyTo(withRecent([doneAt(NOW - age)]), press)).toEqual({
      kind: 'confirmation',
      confirmation: { reason: 'justCreated', report: pageReport },
    });
  });
});

describe('a single creation needs no confirmation', () => {
  const press = newJobPress('new', [creation()]);
  const deleted = finishedEdit('d', deletion(pageReport));
  const stored = { kind: 'done', hadEffect: true };

  it.each<[string, JobsState]>([
    ['beside a creation of another page', stateOf(jobOf('o', [creation({ url: `${url}2` })]))],
    ['beside a creation with another privacy', stateOf(jobOf('o', [creation({ privacy: 0 })]))],
    ['beside a refused creation', stateOf(jobOf('o', [refused(creation(), FAILURES['422'])]))],
    ['ten minutes after a creation was done', withRecent([doneAt(NOW - 10 * MINUTE)])],
    ['after the report of the creation was deleted', withRecent([doneAt(NOW), deleted])],
    [
      'while the report of the creation is being deleted',
      withRecent([doneAt(NOW)], jobOf('d', [deletion(pageReport)])),
    ],
  ])('%s', (_, state) => {
    expect(replyTo(state, press)).toEqual(stored);
  });

  it('after a person has confirmed, or in a batch', () => {
    const state = stateOf(jobOf('old', [creation()]));
    expect(replyTo(state, { ...press, isConfirmed: true })).toEqual(stored);
    const batch = batchOf('new', [creation()]);
    expect(replyTo(state, { ...press, header: batch.header })).toEqual(stored);
  });

  it('unless the deletion of the report was refused or taken back', () => {
    const refusedDeletion = jobOf('d', [refused(deletion(pageReport), FAILURES['422'])]);
    const takenBack = jobOf('d', [
      steps.afterCancelOrUndo(steps.asSending(deletion(pageReport)), true),
    ]);
    for (const job of [refusedDeletion, takenBack]) {
      expect(replyTo(withRecent([doneAt(NOW)], job), press).kind).toBe('confirmation');
    }
  });
});

describe('the press of a new job cancels', () => {
  const idsOf = (state: JobsState, press: Press) =>
    (effectOn(state, press).changes?.operations ?? []).map(({ job, operation }) => [
      job.id,
      operation.status.name,
    ]);

  it('a refused creation of its page, but not a creation with an unknown outcome', () => {
    const state = stateOf(
      jobOf('r', [refused(creation(), FAILURES['422'])]),
      jobOf('u', [unconfirmed]),
      jobOf('o', [refused(creation({ url: `${url}2` }), FAILURES['422'])]),
    );
    const press = newJobPress('n', [creation()], { isConfirmed: true });
    expect(idsOf(state, press)).toEqual([['r', 'cancelled']]);
  });

  it('older updates of the same fields that are queued or need attention, even in batches', () => {
    const state = stateOf(
      jobOf('q', [update({ privacy: 2 })]),
      jobOf('a', [refused(update(), FAILURES['422'])]),
      batchOf('b', [update({}, sampleReport('2')), update()]),
      jobOf('s', [steps.asSending(update())]),
      batchOf('r', [update({ results: 1 })], { isPaused: true }),
      jobOf('d', [deletion()]),
    );
    expect(idsOf(state, newJobPress('n', [update({ privacy: 0 })]))).toEqual([
      ['q', 'cancelled'],
      ['a', 'cancelled'],
      ['b', 'cancelled'],
    ]);
    expect(idsOf(state, newJobPress('n', [update({ results: 1 })]))).toEqual([['r', 'cancelled']]);
  });

  it('a deletion of the same report that needs attention; beside an active deletion, it adds no job', () => {
    const failed = stateOf(jobOf('d', [refused(deletion(), FAILURES['422'])]));
    expect(idsOf(failed, newJobPress('n', [deletion()]))).toEqual([['d', 'cancelled']]);
    const active = stateOf(jobOf('d', [deletion()]));
    expect(effectOn(active, newJobPress('n', [deletion()]))).toMatchObject({
      changes: null,
      reply: { kind: 'done', hadEffect: true },
    });
  });

  it('no update of a report before the deletion of the report has succeeded', () => {
    const state = stateOf(jobOf('u', [update()]));
    expect(idsOf(state, newJobPress('n', [deletion()]))).toEqual([]);
  });
});

describe('a press for new results', () => {
  const results = update({ results: 1 });
  const otherUpdate = update({ results: 1 }, sampleReport('2'));
  const press = newJobPress('new', [results]);
  const isPaused = true;

  it.each<[string, JobState]>([
    ['in flight', jobOf('old', [steps.asSending(results)])],
    ['queued', jobOf('old', [results])],
    ['queued in a batch', batchOf('old', [otherUpdate, results])],
    [
      'in flight in a paused batch',
      batchOf('old', [steps.asSending(results), otherUpdate], { isPaused }),
    ],
  ])('adds no job beside an update for new results that is %s', (_, job) => {
    expect(effectOn(stateOf(job), press)).toMatchObject({
      changes: null,
      reply: { kind: 'done', hadEffect: true },
    });
  });

  it.each<[string, JobState]>([
    ['an update that needs attention', jobOf('old', [refused(results, FAILURES['422'])])],
    [
      'an update that was taken back',
      jobOf('old', [steps.afterCancelOrUndo(steps.asSending(results), true)]),
    ],
    ['an update that is queued in a paused batch', batchOf('old', [results], { isPaused })],
    ['an update of another report', jobOf('old', [otherUpdate])],
    ['a change of privacy', jobOf('old', [update({ privacy: 0 })])],
  ])('adds its own update beside %s', (_, job) => {
    expect(effectOn(stateOf(job), press).changes?.added?.header.id).toBe('new');
  });

  it('adds a batch unless all its reports are being updated', () => {
    const state = stateOf(jobOf('old', [steps.asSending(results)]));
    const addedBy = (...operations: Operation[]) => {
      const { header } = batchOf('new', operations);
      return effectOn(state, { ...newJobPress('new', operations), header }).changes?.added;
    };
    expect(addedBy(results)).toBeUndefined();
    expect(addedBy(results, otherUpdate)).toBeDefined();
  });
});

describe('a new batch removes', () => {
  const done = steps.asDone(creation(), createdReportOf(pageReport));
  const finished = (id: string, operation: Operation) => batchOf(id, [operation]);
  const many = (count: number, operation: Operation) =>
    Array.from({ length: count }, (_, at) => finished(`f${at}`, operation));
  const removedBy = (operation: Operation, ...jobs: JobState[]) => {
    const { header } = batchOf('n', [operation]);
    const press = { ...newJobPress('n', [operation]), header };
    return effectOn(stateOf(...jobs), press).removed;
  };

  it('the oldest finished batches, and leaves ten batches of creations and five of edits', () => {
    expect(removedBy(creation(), ...many(9, done))).toEqual([]);
    expect(removedBy(creation(), ...many(11, done))).toEqual(['f1', 'f0']);
    const edited = steps.asDone(update());
    expect(removedBy(update(), ...many(4, edited))).toEqual([]);
    expect(removedBy(deletion(), ...many(5, edited))).toEqual(['f0']);
  });

  it('no batch of the other kind, no open batch, and no batch that needs attention', () => {
    expect(removedBy(update(), ...many(11, done))).toEqual([]);
    const failed = finished('attention', refused(creation(), FAILURES['422']));
    const open = finished('open', creation());
    expect(removedBy(creation(), failed, open, ...many(10, done))).toEqual(['f0']);
  });
});

describe('a press on Retry', () => {
  it('queues the operations that need attention again, without attempts and baseline', () => {
    const failed = refused(creation({}, { attempts: 4, baseline: '7' }), FAILURES['422']);
    const done = steps.asDone(creation({ url: `${url}2` }));
    const state = stateOf(batchOf('b', [failed, done], { isSeen: true }));
    const { changes, restarted, reply } = effectOn(state, {
      kind: 'act',
      jobId: 'b',
      action: { kind: 'retry' },
    });
    expect(changes?.operations).toMatchObject([
      { index: 0, operation: { status: { name: 'queued' }, attempts: 0, baseline: null } },
    ]);
    expect(changes?.headers).toMatchObject([{ isSeen: false }]);
    expect([restarted, reply]).toEqual(['b', { kind: 'done', hadEffect: true }]);
  });

  it.each(['retry', 'resume'] as const)('or Resume stores a new password first (%s)', (kind) => {
    const password = 'secret';
    expect(passwordOf({ kind: 'act', jobId: 'b', action: { kind, password } })).toEqual({
      jobId: 'b',
      password,
    });
    expect(passwordOf({ kind: 'act', jobId: 'b', action: { kind } })).toBeNull();
  });
});

describe('the press of a new job', () => {
  it('delays a deletion by six seconds, and does not delay a creation', () => {
    const subjects = [deletion().subject];
    const delayed = pressOf({ id: 'd', subjects }, MOMENT);
    expect(delayed).toMatchObject({ header: { kind: 'delete', notBefore: timeIn(6_000, NOW) } });
    const created = pressOf({ id: 'c', subjects: [creation().subject] }, MOMENT);
    expect(created).toMatchObject({ header: { kind: 'create', notBefore: null } });
  });

  it('names the most frequent host of a batch, and the number of other hosts', () => {
    const urls = [
      'https://www.a.example/1',
      'https://a.example/2',
      'https://b.example/',
      'https://c.example/',
    ];
    const subjects = urls.map((one) => creation({ url: one }).subject);
    const press = pressOf({ id: 'b', isBatch: true, subjects }, MOMENT);
    expect(press).toMatchObject({ header: { site: { host: 'a.example', others: 2 }, size: 4 } });
  });
});
