import { describe, expect, it } from 'vitest';
import { entryAt, withChanges } from '@/lib/jobs/jobs-state';
import * as steps from '@/lib/jobs/steps';
import {
  afterStored,
  hasUnstored,
  maySend,
  startRemoval,
  startWrite,
  withRemovalOf,
} from '@/lib/jobs/storing';
import type { Command, Creation, Entry, JobsState, Operation } from '@/lib/jobs/types';
import { FAILURES } from '../../support/sample-failures';
import { creation, refused, sampleBackoff } from '../../support/sample-job';
import { newJobPress } from './reducer';
import { batchOf, jobOf, MOMENT, stateOf } from './sample-state';

const creations = (count: number) =>
  Array.from({ length: count }, (_, at) => creation({ url: `https://host.example/${at}` }));

function entryOf(state: JobsState, id: string, index: number): Entry<Creation> {
  const entry = entryAt(state.jobs, id, index);
  if (entry === undefined) throw new Error(`There is no operation ${id}-${index}`);
  return entry as Entry<Creation>;
}

/** Returns the state after the status of one operation has changed. */
function withStep(
  state: JobsState,
  [id, index]: [id: string, index: number],
  step: (operation: Operation) => Operation,
): JobsState {
  const entry = entryOf(state, id, index);
  return withChanges(state, { operations: [{ ...entry, operation: step(entry.operation) }] }).state;
}

/** Returns the state with a request whose status `sending` waits for storage. */
function withWaitingStatus(state: JobsState, id: string, index: number): JobsState {
  const entry = entryOf(state, id, index);
  const facts = { othersSucceed: true, failures: 0 };
  const requests = new Map(state.requests);
  requests.set(`${id}-${index}`, { entry, phase: 'storing', password: null, facts });
  return { ...state, requests };
}

/** Returns the parts that a write stores, such as `b: header, 0, 3`. */
function partsOf(commands: readonly Command[]): string[] {
  return commands.flatMap((command) =>
    command.kind === 'store'
      ? command.parts.map(({ job, hasHeader, chunks }) => {
          const all = [...(hasHeader ? ['header'] : []), ...chunks];
          return `${job.header.id}: ${all.join(', ')}`;
        })
      : [],
  );
}

const STORED = stateOf(batchOf('b', creations(35)), jobOf('s', creations(1)));

describe('a write', () => {
  it('does not begin if everything is stored, or before the stored jobs are read', () => {
    expect(startWrite(STORED, MOMENT)).toEqual({ state: STORED, commands: [] });
    const changed = withStep(STORED, ['b', 0], steps.asSending);
    const unread = { ...changed, isStarted: false };
    expect(startWrite(unread, MOMENT).commands).toEqual([]);
  });

  it('stores the changed parts of changed jobs only', () => {
    const changed = withStep(STORED, ['b', 34], steps.asSending);
    expect(partsOf(startWrite(changed, MOMENT).commands)).toEqual(['b: 3']);
  });

  it('stores a changed header without operations', () => {
    const header = { ...entryOf(STORED, 'b', 0).job, isSeen: true };
    const changed = withChanges(STORED, { headers: [header] }).state;
    expect(partsOf(startWrite(changed, MOMENT).commands)).toEqual(['b: header']);
  });

  it('stores a press together with a waiting status', () => {
    const press = newJobPress('n', [creation({ url: 'https://new.example/' })], {
      password: 'p',
    });
    const waiting = { ...withWaitingStatus(STORED, 's', 0), press };
    const { state, commands } = startWrite(waiting, MOMENT);
    expect(partsOf(commands)).toEqual(['s: 0', 'n: header, 0']);
    expect(commands).toMatchObject([{ password: { jobId: 'n', password: 'p' } }]);
    expect(state.storage.write).toMatchObject({ sending: ['s-0'], press });
    // The jobs change only after the write has ended.
    expect(state.jobs).toBe(STORED.jobs);
  });

  it('does not begin while another write is in flight', () => {
    const { state } = startWrite(withStep(STORED, ['b', 0], steps.asSending), MOMENT);
    const again = withStep(state, ['b', 10], steps.asSending);
    expect(startWrite(again, MOMENT).commands).toEqual([]);
    const stored = { ...again, storage: afterStored(again) };
    expect(partsOf(startWrite(stored, MOMENT).commands)).toEqual(['b: 1']);
  });
});

describe('a batch that ends', () => {
  const one = stateOf(
    batchOf('b', [...creations(29).map((each) => steps.asCancelled(each)), creation()]),
  );
  const ended = withStep(one, ['b', 29], steps.asCancelled);

  it('is stored in chunks of 500 operations, and its former chunks are then removed', () => {
    const { state, commands } = startWrite(ended, MOMENT);
    expect(partsOf(commands)).toEqual(['b: header, 0']);
    const stored = { ...state, storage: afterStored(state) };
    const removals = [{ job: { id: 'b', chunkSize: 10, size: 30 }, keepsHeader: true }];
    expect(startRemoval(stored).commands).toMatchObject([{ kind: 'remove', removals }]);
  });

  it('is stored in chunks of 10 operations again after a retry', () => {
    const failed = stateOf(
      batchOf(
        'b',
        [...creations(29), creation()].map((each) => refused(each, FAILURES['422'])),
      ),
    );
    expect(entryOf(failed, 'b', 0).job.chunkSize).toBe(500);
    const retried = withStep(failed, ['b', 12], steps.afterRetry);
    expect(entryOf(retried, 'b', 12)).toMatchObject({
      job: { chunkSize: 10 },
      operation: { status: { name: 'queued' } },
    });
    expect(partsOf(startWrite(retried, MOMENT).commands)).toEqual(['b: header, 0, 1, 2']);
  });
});

it('a single job has one chunk, and no size of chunks', () => {
  expect(entryOf(STORED, 's', 0).job).not.toHaveProperty('chunkSize');
});

describe('a removed job', () => {
  it('is removed from storage; a refused removal is repeated', () => {
    const jobs = new Map(STORED.jobs);
    jobs.delete('s');
    const removed = withRemovalOf({ ...STORED, jobs }, ['s']);
    const { state, commands } = startRemoval(removed);
    expect(commands).toMatchObject([
      { kind: 'remove', removals: [{ job: { id: 's' }, keepsHeader: false }] },
    ]);
    expect(startRemoval(state).commands).toEqual([]);
    const refusedRemoval = { ...state, storage: { ...state.storage, isRemoving: false } };
    expect(startRemoval(refusedRemoval).commands).toEqual(commands);
    expect([hasUnstored(STORED), hasUnstored(refusedRemoval)]).toEqual([false, true]);
  });

  it('is not stored again by a write that was in flight', () => {
    const { state } = startWrite(withStep(STORED, ['b', 0], steps.asSending), MOMENT);
    const jobs = new Map(state.jobs);
    jobs.delete('b');
    const removed = withRemovalOf({ ...state, jobs }, ['b']);
    expect([...afterStored(removed).stored.keys()]).toEqual(['s']);
  });
});

describe('an operation may be sent', () => {
  const entry = entryOf(STORED, 'b', 0);
  const backoff = sampleBackoff(FAILURES['500']);
  const service = { ...STORED.service, backoff };
  it.each<[string, JobsState, boolean]>([
    ['if it is queued', STORED, true],
    ['unless it was cancelled', withStep(STORED, ['b', 0], steps.asCancelled), false],
    ['unless it is in flight', withStep(STORED, ['b', 0], steps.asSending), false],
    ['unless its job is removed', { ...STORED, jobs: new Map() }, false],
    [
      'unless its job is paused',
      withChanges(STORED, { headers: [{ ...entry.job, isPaused: true }] }).state,
      false,
    ],
    ['unless a backoff has begun', { ...STORED, service }, false],
    [
      'if it is the probe of the backoff',
      { ...STORED, service: { ...service, probe: { operationId: 'b-0', hasFailed: false } } },
      true,
    ],
  ])('%s', (_, state, isSent) => {
    expect(maySend(state, entry)).toBe(isSent);
  });
});
