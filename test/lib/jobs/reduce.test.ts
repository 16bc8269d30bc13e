import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { NO_JOBS } from '@/lib/jobs/jobs-state';
import { createdReportOf } from '@/lib/jobs/operation';
import { pressOf } from '@/lib/jobs/presses';
import * as steps from '@/lib/jobs/steps';
import type {
  Backoff,
  Edit,
  JobState,
  JobsEvent,
  JobsState,
  NewJob,
  Operation,
  Press,
} from '@/lib/jobs/types';
import { isInFlight } from '@/lib/jobs/wake-time';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY, pageQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { timeIn } from '@/lib/waiting-time';
import { listOf } from '../../support/fake-client';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import {
  creation,
  deletion,
  finishedCreation,
  personBackoff,
  refused as refusedOperation,
  sampleBackoff,
  unverifiedCreation,
  update,
} from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { createReducer, newJobPress } from './reducer';
import { batchOf, jobOf, MOMENT, NOW, stateOf } from './sample-state';

const OTHERS_SUCCEED = { othersSucceed: true, failures: 0 };
const page = (path: number | string) => `https://host.example/${path}`;
const creationOf = (path: number | string) => creation({ url: page(path) });
const creations = (count: number) => Array.from({ length: count }, (_, at) => creationOf(at));
const editOf = (id: number) => update({ privacy: 0 }, sampleReport(String(id)));
const failed = (name: FailureName) => ({ failure: FAILURES[name] });
const answerWith = (id: string, fields: Partial<Report> = {}) => ({
  value: sampleReport(id, fields),
});

const withNewest = (state: JobsState, highest: string): JobsState => ({
  ...state,
  newestList: { requestedAt: NOW, highest },
});

/** Returns a state with a backoff. By default, its probe is due. */
function withBackoff(
  state: JobsState,
  overrides: Parameters<typeof sampleBackoff>[1] = {},
): JobsState {
  return during(sampleBackoff(FAILURES['500'], { until: timeIn(0, NOW), ...overrides }), state);
}

const during = (backoff: Backoff, state: JobsState): JobsState => ({
  ...state,
  service: { ...state.service, backoff },
});

const textOf = ({ requests }: JobsState): string => JSON.stringify([...requests]);

/** Returns the press for a job that an extension page requests. */
const pressFor = (job: NewJob): Press => pressOf(job, MOMENT);

describe('a new job', () => {
  it('is stored before the reply, and its operation before the request', () => {
    const { press, ready, state, status, stored } = createReducer(stateOf());
    expect(press(newJobPress('s', [creation()]))).toEqual(['store']);
    expect(status('s')).toBeUndefined();
    expect(stored()).toEqual(['publish', 'reply done', 'prepare s-0']);
    expect(status('s')).toBe('queued');
    expect(ready('s-0')).toEqual(['store']);
    expect(status('s')).toBe('queued');
    expect(stored()).toEqual(['publish', 'send s-0']);
    expect(status('s')).toBe('sending');
    expect(state().storage.write).toBeNull();
  });

  it('gets the reply for the same id and content without a second job', () => {
    const { press, stored, state } = createReducer(stateOf());
    press(newJobPress('s', [creation()]));
    stored();
    const { jobs } = state();
    expect(press(newJobPress('s', [creation()]))).toEqual(['reply done']);
    expect(state().jobs).toBe(jobs);
  });

  it('is refused if its id belongs to a job with other content, even to a finished job', () => {
    const open = createReducer(stateOf(jobOf('s', [creationOf(1)])));
    expect(open.press(newJobPress('s', [creationOf(2)]))).toEqual([
      'reply otherContent',
      'prepare s-0',
    ]);
    const recent = [finishedCreation('s', sampleReport('9', { url: page(1) }))];
    const finished = createReducer({ ...stateOf(), recent });
    expect(finished.press(newJobPress('s', [creationOf(2)]))).toEqual(['reply otherContent']);
    expect(finished.press(newJobPress('s', [creationOf(1)]))).toEqual(['reply done']);
  });

  it('is sent with the stored baseline, and has the same baseline after a lookup', () => {
    const { answer, commands, operation, pass, ready, stored, wake } = createReducer(
      withNewest(stateOf(jobOf('s', [creation()])), '7'),
    );
    wake();
    ready('s-0');
    const [, send] = commands({ type: 'stored' });
    const sent = { kind: 'send', entry: { operation: { baseline: '7', attempts: 1 } } };
    expect(send).toMatchObject(sent);
    answer('s-0', failed('unreachable'));
    expect(operation('s')).toMatchObject({ baseline: '7', status: { name: 'unverified' } });
    // The deciding lookup shows that the report does not exist.
    const own = { value: listOf() };
    const newest = { value: listOf(sampleReport('7', { url: 'other.example' })) };
    stored();
    for (const lists of [
      { own, newest: null },
      { own, newest: null },
      { own, newest: null },
    ]) {
      commands({ type: 'lookedUp', operationId: 's-0', lists });
      pass(70);
    }
    commands({ type: 'lookedUp', operationId: 's-0', lists: { own, newest: null } });
    pass(70);
    commands({ type: 'lookedUp', operationId: 's-0', lists: { own, newest } });
    expect(operation('s')).toMatchObject({
      status: { name: 'queued' },
      attempts: 1,
      baseline: '7',
    });
  });
});

describe('a status that storage refuses before the request', () => {
  it('leaves the operation queued without an attempt, and is stored again after 5, 10 and 20 seconds', () => {
    const { backoff, operation, pass, ready, refused, wait, wake } = createReducer(
      stateOf(jobOf('s', [creation()])),
    );
    expect(wake()).toEqual(['prepare s-0']);
    const waits = [1, 2, 3].map((count) => {
      expect(ready('s-0')).toEqual(['store']);
      expect(refused()).toEqual([]);
      expect(operation('s')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
      expect(backoff()).toMatchObject({ failure: { code: 'notStored' }, count });
      const seconds = wait();
      pass((seconds ?? 0) - 1);
      expect(wake()).toEqual([]);
      pass(1);
      expect(wake()).toEqual(['prepare s-0']);
      return seconds;
    });
    expect(waits).toEqual([5, 10, 20]);
  });

  it('begins one backoff for two operations', () => {
    const { backoff, counts, ready, refused, stored, wake } = createReducer(
      stateOf(batchOf('b', creations(3))),
    );
    expect(wake()).toEqual(['prepare b-0', 'prepare b-1']);
    ready('b-0');
    ready('b-1');
    stored();
    expect(counts('b')).toMatchObject({ queued: 2, sending: 1 });
    refused();
    expect(backoff()).toMatchObject({ count: 1, failure: { code: 'notStored' } });
    expect(counts('b')).toMatchObject({ queued: 2, sending: 1 });
  });
});

describe('a press', () => {
  it('changes the state after its write; an answer changes the state at once', () => {
    const sent = steps.asSending(creationOf('sent'));
    const { act, answer, counts, stored } = createReducer(
      stateOf(batchOf('b', [sent, ...creations(2)])),
    );
    expect(act('b', 'cancel')).toContain('store');
    expect(counts('b')).toMatchObject({ queued: 2, sending: 1, cancelled: 0 });
    answer('b-0', answerWith('9'));
    expect(counts('b')).toMatchObject({ queued: 2, done: 1, cancelled: 0 });
    stored();
    expect(counts('b')).toMatchObject({ queued: 0, done: 1, cancelled: 2 });
  });

  it('that storage refuses changes nothing', () => {
    const before = stateOf(batchOf('b', creations(2), { isPaused: true }));
    const { act, refused, state } = createReducer(before);
    act('b', 'cancel');
    expect(refused()).toEqual(['reply notStored']);
    expect(state().jobs).toBe(before.jobs);
    expect(state()).toMatchObject({ press: null, recent: [], storage: { write: null } });
  });

  it('that storage refuses is not stored later', () => {
    const { press, refused, wakeIn } = createReducer(stateOf());
    press(newJobPress('s', [creation()]));
    expect(refused()).toEqual(['reply notStored']);
    expect(wakeIn()).toBeNull();
  });

  it('that storage refuses has no effect, and an answer that arrived during the write stays', () => {
    const sent = steps.asSending(creationOf('sent'));
    const { act, answer, counts, header, refused, stored } = createReducer(
      stateOf(batchOf('b', [sent, ...creations(2)], { isPaused: true })),
    );
    act('b', 'cancel');
    answer('b-0', answerWith('9'));
    // The answer is stored by the next write.
    expect(refused()).toEqual(['reply notStored', 'store']);
    expect(counts('b')).toMatchObject({ queued: 2, done: 1, cancelled: 0 });
    stored();
    expect(counts('b')).toMatchObject({ queued: 2, done: 1, cancelled: 0 });
    expect(header('b')).toMatchObject({ isPaused: true });
  });

  it('that storage refuses does not prevent the storage of statuses in the same write', () => {
    const { act, ready, refused, status, stored, wake } = createReducer(
      stateOf(jobOf('s', [creationOf(1)]), jobOf('t', [creationOf(2)]), jobOf('u', [editOf(1)])),
    );
    wake();
    // The write of the status of `u` delays the press and the status of `s`.
    ready('u-0');
    act('t', 'cancel');
    ready('s-0');
    expect(stored()).toEqual(['publish', 'send u-0', 'store']);
    expect(refused()).toEqual(['reply notStored', 'store']);
    expect(stored()).toEqual(['publish', 'send s-0']);
    expect([status('s'), status('t')]).toEqual(['sending', 'queued']);
  });

  it('waits for the end of the write in flight', () => {
    const sent = steps.asSending(creationOf('sent'));
    const { act, answer, header, stored } = createReducer(
      stateOf(batchOf('b', [sent, ...creations(2)], { isPaused: true })),
    );
    expect(answer('b-0', answerWith('9'))).toContain('store');
    expect(act('b', 'resume')).toEqual([]);
    expect(stored()).toContain('store');
    expect(header('b')?.isPaused).toBe(true);
    expect(stored()).toContain('reply done');
    expect(header('b')?.isPaused).toBe(false);
  });

  it('and an answer during its write are both in the next state, and are both stored', () => {
    const sent = steps.asSending(creationOf('sent'));
    const { act, answer, commands, counts, header } = createReducer(
      stateOf(batchOf('b', [sent, ...creations(2)])),
    );
    act('b', 'pause');
    answer('b-0', answerWith('9'));
    const after = commands({ type: 'stored' });
    expect(header('b')?.isPaused).toBe(true);
    expect(counts('b')).toMatchObject({ queued: 2, done: 1 });
    const stores = after.flatMap((one) => (one.kind === 'store' ? one.parts : []));
    expect(stores).toMatchObject([{ job: { counts: { done: 1 } }, chunks: [0] }]);
  });

  it.each(['cancel', 'pause'] as const)('%s is stored by one write', (kind) => {
    const { act, stored, wake } = createReducer(
      stateOf(batchOf('b', creations(30), { isPaused: true })),
    );
    expect(act('b', kind)).toEqual(['store']);
    expect(stored().filter((word) => word === 'store')).toEqual([]);
    expect(wake()).not.toContain('store');
  });

  it('cancels 20,000 operations with one write and less than 200 ms of processor time', () => {
    const before = stateOf(batchOf('b', creations(20_000)));
    const times = Array.from({ length: 5 }, () => {
      const { act, counts, stored } = createReducer(before);
      const start = process.cpuUsage();
      const words = [...act('b', 'cancel'), ...stored()];
      const { user } = process.cpuUsage(start);
      expect(words.filter((word) => word === 'store')).toHaveLength(1);
      expect(counts('b')).toMatchObject({ queued: 0, cancelled: 20_000 });
      return user / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });

  it('that creates a job is stored by one write', () => {
    const { press, stored, wake } = createReducer(stateOf());
    expect(press(newJobPress('b', creations(30)))).toEqual(['store']);
    expect(stored()).not.toContain('store');
    expect(wake()).not.toContain('store');
  });

  it('gets its reply at once if it changes nothing', () => {
    const { act, press } = createReducer(stateOf(jobOf('s', [creation()])));
    expect(act('unknown', 'retry')).toContain('reply done');
    expect(press(newJobPress('t', [creation()]))).toContain('reply confirmation');
  });

  it('takes effect as it was stored, even if an answer during the write changes the conditions', () => {
    // The report of the page is about to be deleted, so another creation needs no confirmation.
    const created = finishedCreation('s', sampleReport('5', { url: page('page') }), {
      endedAt: NOW,
    });
    const removing = jobOf('d', [steps.asSending(deletion(sampleReport('5')))]);
    const { answer, press, state, stored } = createReducer({
      ...stateOf(removing),
      recent: [created],
    });
    expect(press(newJobPress('t', [creation()]))).toContain('store');
    // The deletion is refused, so the same press would now need a confirmation.
    answer('d-0', failed('422'));
    stored();
    const { jobs, storage } = state();
    expect([...storage.stored.keys()].toSorted()).toEqual([...jobs.keys()].toSorted());
  });
});

describe('the publication of changes', () => {
  it('does not repeat a change when the change is stored', () => {
    const { answer, stored } = createReducer(
      stateOf(
        batchOf('b', [steps.asSending(creationOf('sent')), creationOf(1)], { isPaused: true }),
      ),
    );
    expect(answer('b-0', answerWith('9'))).toEqual(['publish', 'store']);
    expect(stored()).toEqual([]);
  });
});

describe('Cancel', () => {
  it('while a baseline is read prevents the request', () => {
    const { act, ready, status, stored, wake } = createReducer(stateOf(jobOf('s', [creation()])));
    expect(wake()).toEqual(['prepare s-0']);
    act('s', 'cancel');
    expect(stored()).toContain('reply done');
    expect(status('s')).toBeUndefined();
    expect(ready('s-0')).toEqual([]);
  });

  it('of an edit that is queued again prevents its prepared request', () => {
    const again = { ...deletion(), attempts: 1 };
    const { act, operation, ready, state, stored, wake } = createReducer(
      stateOf(jobOf('d', [again])),
    );
    expect(wake()).toEqual(['prepare d-0']);
    expect(act('d', 'cancel')).toEqual(['store']);
    ready('d-0');
    const words = [...stored(), ...stored()];
    expect(words).toContain('check d-0');
    expect(words).not.toContain('send d-0');
    expect(operation('d')).toMatchObject({ isTakenBack: true, attempts: 1 });
    expect(state().requests.size).toBe(0);
  });

  it('prevents the request if the same write stores press and status', () => {
    const { act, ready, state, stored, wake } = createReducer(
      stateOf(jobOf('e', [editOf(1)]), jobOf('s', [creation()])),
    );
    expect(wake()).toEqual(['prepare e-0', 'prepare s-0']);
    ready('e-0');
    ready('s-0');
    act('s', 'cancel');
    // One write stores the status and the press.
    expect(stored()).toContain('store');
    const words = stored();
    expect(words).toContain('reply done');
    expect(words).not.toContain('send s-0');
    expect(state().jobs.has('s')).toBe(false);
    expect(state().requests.has('s-0')).toBe(false);
    expect(state().recent).toMatchObject([
      { jobId: 's', operation: { status: { name: 'cancelled' } } },
    ]);
  });

  it('while the status is stored prevents the request', () => {
    const { act, ready, state, status, stored, wake } = createReducer(
      stateOf(jobOf('s', [creation()])),
    );
    wake();
    ready('s-0');
    expect(act('s', 'cancel')).toEqual([]);
    expect(stored()).toEqual(['publish', 'store']);
    expect(status('s')).toBe('sending');
    expect(stored()).toEqual(['publish', 'reply done']);
    expect(state().recent).toMatchObject([
      { jobId: 's', operation: { status: { name: 'cancelled' } } },
    ]);
    expect(state().requests.size).toBe(0);
  });

  it('that storage refuses while the status is stored does not prevent the request', () => {
    const { act, ready, refused, stored, wake } = createReducer(stateOf(jobOf('s', [creation()])));
    wake();
    ready('s-0');
    act('s', 'cancel');
    stored();
    expect(refused()).toEqual(['reply notStored', 'store']);
    expect(stored()).toContain('send s-0');
  });

  it('that storage refuses twice while the status is stored leaves the operation queued', () => {
    const { act, operation, pass, ready, refused, stored, wake } = createReducer(
      stateOf(jobOf('s', [creation()])),
    );
    wake();
    ready('s-0');
    act('s', 'cancel');
    stored();
    refused();
    refused();
    expect(operation('s')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
    pass(5);
    expect(wake()).toContain('prepare s-0');
  });

  it('during the request is stored with the operation; after a success, the operation is done', () => {
    const { act, answer, operation, state, stored } = createReducer(
      stateOf(jobOf('s', [steps.asSending(creation())])),
    );
    expect(act('s', 'cancel')).toEqual(['store']);
    stored();
    expect(operation('s')).toMatchObject({ status: { name: 'sending' }, isTakenBack: true });
    answer('s-0', answerWith('9'));
    expect(state().recent).toMatchObject([
      { jobId: 's', operation: { status: { name: 'done' }, isTakenBack: true } },
    ]);
  });

  it('during a request without an answer prevents another request, but not the lookups', () => {
    const { act, answer, operation, stored } = createReducer(
      stateOf(jobOf('s', [steps.asSending(creation())])),
    );
    act('s', 'cancel');
    stored();
    expect(answer('s-0', failed('timed out'))).toEqual(['publish', 'store']);
    expect(operation('s')).toMatchObject({ status: { name: 'unverified' }, isTakenBack: true });
  });

  it('ends the pause of a batch, and removes the reason of the pause', () => {
    const pauseReason = { code: 'refusals', failure: FAILURES['422'] } as const;
    const sent = steps.asSending(creationOf('sent'));
    const { act, header, stored } = createReducer(
      stateOf(batchOf('b', [sent, ...creations(2)], { isPaused: true, pauseReason })),
    );
    act('b', 'cancel');
    stored();
    expect(header('b')).toMatchObject({ isPaused: false, pauseReason: null });
  });
});

describe('before a request is sent', () => {
  it('a pause that is stored with the status leaves the operation queued without an attempt', () => {
    const { act, operation, ready, stored, wake } = createReducer(
      stateOf(jobOf('e', [editOf(1)]), batchOf('b', [creation()])),
    );
    wake();
    ready('e-0');
    ready('b-0');
    act('b', 'pause');
    expect(stored()).toContain('store');
    expect(stored()).not.toContain('send b-0');
    expect(operation('b')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
  });

  it('a backoff that has begun leaves the operation queued', () => {
    const { answer, ready, status, wake } = createReducer(
      stateOf(jobOf('e', [steps.asSending(editOf(1))]), jobOf('s', [creation()])),
    );
    expect(wake()).toEqual(['prepare s-0']);
    answer('e-0', failed('429'));
    expect(ready('s-0')).toEqual([]);
    expect(status('s')).toBe('queued');
  });

  it('a backoff that begins while the status is stored leaves the operation queued', () => {
    const { dispatch, operation, ready, stored, wake } = createReducer(
      stateOf(jobOf('s', [creation()])),
    );
    wake();
    ready('s-0');
    dispatch({ type: 'readEnded', operationId: null, failure: FAILURES['429'] });
    expect(stored()).not.toContain('send s-0');
    expect(operation('s')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
  });

  it('the status is stored, even if a backoff begins and ends before the write', () => {
    const { answer, commands, dispatch, ready, wake } = createReducer(
      stateOf(
        batchOf('b', [steps.asSending(creationOf(1)), creationOf(2)], { isPaused: true }),
        batchOf('c', [steps.asSending(editOf(1)), editOf(2)], { isPaused: true }),
        jobOf('s', [creation()]),
      ),
    );
    /** The jobs for which the write in flight stores the status `sending`. */
    let sendingInWrite: string[] = [];
    function store(): void {
      const after = commands({ type: 'stored' });
      const isSent = after.some(({ kind }) => kind === 'send');
      expect(isSent && !sendingInWrite.includes('s')).toBe(false);
      const parts = after.flatMap((one) => (one.kind === 'store' ? one.parts : []));
      sendingInWrite = parts.flatMap(({ job }) => (job.counts.sending > 0 ? job.header.id : []));
    }
    expect(wake()).toEqual(['prepare s-0']);
    expect(answer('b-0', answerWith('9'))).toContain('store');
    ready('s-0');
    dispatch({ type: 'readEnded', operationId: null, failure: FAILURES['500'] });
    store();
    dispatch({ type: 'readEnded', operationId: null, failure: null });
    answer('c-0', answerWith('1'));
    for (let write = 0; write < 4; write += 1) store();
  });

  it('the password is in memory until the request is sent or given up', () => {
    const secret = jobOf('s', [creation({ privacy: 2 })]);
    const prepared = {
      type: 'prepared',
      operationId: 's-0',
      preparation: { kind: 'ready', canUseList: true, password: 'secret-7' },
    } as const;
    const sent = createReducer(stateOf(secret));
    sent.wake();
    sent.commands(prepared);
    expect(sent.commands({ type: 'stored' }).at(-1)).toMatchObject({
      kind: 'send',
      password: 'secret-7',
    });
    expect(textOf(sent.state())).not.toContain('secret-7');
    const stopped = createReducer(stateOf(secret));
    stopped.wake();
    stopped.commands(prepared);
    expect(textOf(stopped.state())).toContain('secret-7');
    stopped.dispatch({ type: 'readEnded', operationId: null, failure: FAILURES['500'] });
    stopped.stored();
    expect(stopped.status('s')).toBe('queued');
    expect(textOf(stopped.state())).not.toContain('secret-7');
  });

  it('a lost password stops a single job, and pauses a batch', () => {
    const secret = creation({ privacy: 2 });
    const { dispatch, header, operation, wake } = createReducer(
      stateOf(jobOf('s', [secret]), batchOf('b', [creation({ privacy: 2, url: page(2) })])),
    );
    expect(wake()).toEqual(['prepare s-0', 'prepare b-0']);
    for (const operationId of ['s-0', 'b-0']) {
      dispatch({ type: 'prepared', operationId, preparation: { kind: 'lostPassword' } });
    }
    expect(operation('s')?.status).toMatchObject({ name: 'needsAttention', reason: 'password' });
    expect(header('b')).toMatchObject({ isPaused: true, pauseReason: { code: 'password' } });
  });

  it('a missing permission begins a backoff, and no attempt counts', () => {
    const { backoff, dispatch, operation, wake } = createReducer(stateOf(jobOf('s', [creation()])));
    wake();
    const missing: Failure = FAILURES['a missing permission'];
    const preparation = { kind: 'failed', missingPermission: missing } as const;
    dispatch({ type: 'prepared', operationId: 's-0', preparation });
    expect(backoff()).toMatchObject({ kind: 'needsPerson', failure: missing });
    expect(operation('s')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
  });

  it('a browser that is offline begins a backoff, and sends when the network returns', () => {
    const { backoff, dispatch, setOnline, status, wake } = createReducer(
      stateOf(jobOf('s', [creation()])),
    );
    setOnline(false);
    expect(wake()).toEqual([]);
    expect([backoff()?.failure.code, status('s')]).toEqual(['offline', 'queued']);
    setOnline(true);
    expect(dispatch({ type: 'networkReturned' })).toEqual(['prepare s-0']);
  });
});

describe('the start of a worker', () => {
  const startedWith = (
    jobs: readonly JobState[],
    recent: JobsState['recent'] = [],
    backoff: Backoff | null = null,
  ) => {
    const reducer = createReducer(NO_JOBS);
    const words = reducer.dispatch({ type: 'started', jobs, recent, backoff });
    return { ...reducer, words };
  };

  it('sends no operation before the stored jobs are read', () => {
    const { jobs } = stateOf(jobOf('s', [creation()]));
    const { wake } = createReducer({ ...NO_JOBS, jobs });
    expect(wake()).toEqual([]);
  });

  it('looks up a creation that was in flight, and queues an edit that was in flight', () => {
    const { status, words } = startedWith([
      jobOf('s', [steps.asSending(creation())]),
      jobOf('e', [steps.asSending(editOf(1))]),
    ]);
    expect([status('s'), status('e')]).toEqual(['unverified', 'queued']);
    // The status `sending` of the edit will be stored together with the new statuses.
    expect(words).toEqual(['publish', 'prepare e-0', 'lookUp s-0']);
  });

  it('repeats the read of an undecided edit', () => {
    const undecided = steps.afterRestart(
      steps.afterCancelOrUndo(steps.asSending(editOf(1)), true),
      NOW,
    );
    const { status, words } = startedWith([jobOf('e', [undecided])]);
    expect(status('e')).toBe('sending');
    expect(words).toEqual(['publish', 'check e-0']);
  });

  it('restores an outcome that was published but not stored', () => {
    const ended = finishedCreation('b', sampleReport('9'), { isBatch: true });
    const sent = steps.asSending(creationOf(0));
    const { counts, state, words } = startedWith([batchOf('b', [sent])], [ended]);
    expect(counts('b')).toMatchObject({ done: 1, sending: 0 });
    expect(words).toEqual(['publish', 'store']);
    expect(state().recent).toEqual([ended]);
  });

  it('removes a finished single job after its outcome is published again', () => {
    const report = createdReportOf(sampleReport('9'));
    const finished = jobOf('s', [steps.asDone(steps.asSending(creation()), report)]);
    const { commands, dispatch, state } = createReducer(NO_JOBS);
    const [publish, ...others] = commands({
      type: 'started',
      jobs: [finished],
      recent: [],
      backoff: null,
    });
    expect(publish).toMatchObject({ kind: 'publish', ended: ['s'] });
    expect(others).toEqual([]);
    expect(state().jobs.size).toBe(0);
    expect(state().recent).toMatchObject([{ jobId: 's', report: { id: '9' } }]);
    expect(dispatch({ type: 'published', jobIds: ['s'] })).toEqual(['remove s']);
  });

  it('removes batches beyond the limit, in case the last worker was stopped before their removal', () => {
    const done = steps.asDone(creation(), createdReportOf(sampleReport('9')));
    const batches = Array.from({ length: 11 }, (_, at) =>
      batchOf(`b${at}`, [done], { createdAt: at + 1 }),
    );
    const { state, words } = startedWith(batches);
    expect(words).toEqual(['publish', 'remove b0']);
    expect(state().jobs.size).toBe(10);
  });

  it('begins the probe of a stored backoff again', () => {
    const backoff = sampleBackoff(FAILURES['500'], { until: timeIn(0, NOW) });
    const { words } = startedWith([jobOf('s', [creation()])], [], backoff);
    expect(words).toEqual(['publish', 'prepare s-0']);
  });
});

describe('the end of the use of a connection', () => {
  const end = { type: 'ending' } as const;

  it('begins no further request, and applies the answers of sent requests', () => {
    const sent = steps.asSending(creationOf(1));
    const { answer, dispatch, press, ready, status, stored, wake } = createReducer(
      stateOf(jobOf('s', [sent]), jobOf('e', [editOf(1)])),
    );
    expect(wake()).toEqual(['prepare e-0']);
    expect(dispatch(end)).toEqual([]);
    expect(ready('e-0')).toEqual([]);
    expect(answer('s-0', failed('unreachable'))).toEqual(['publish', 'store']);
    expect([status('s'), status('e')]).toEqual(['unverified', 'queued']);
    expect(stored()).toEqual([]);
    expect(press(newJobPress('n', [creationOf(2)]))).toEqual(['store']);
    expect(stored()).toEqual(['publish', 'reply done']);
  });

  it('while a status is stored leaves the operation queued without an attempt', () => {
    const { dispatch, operation, ready, state, stored, wake } = createReducer(
      withNewest(stateOf(jobOf('s', [creation()])), '7'),
    );
    wake();
    expect(ready('s-0')).toEqual(['store']);
    dispatch(end);
    expect(stored()).toEqual(['publish', 'publish', 'store']);
    expect(operation('s')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
    expect(stored()).toEqual([]);
    expect([state().requests.size, isInFlight(state())]).toEqual([0, false]);
  });

  it('ignores the end of a lookup, and of the read of an undecided edit', () => {
    const undecided = steps.afterCancelOrUndo(steps.asSending(editOf(1)), true);
    const read = { failure: { code: 'interrupted' } } as const;
    const { dispatch, operation, wake } = createReducer(
      stateOf(
        jobOf('s', [unverifiedCreation(4, { lookupAt: timeIn(0, NOW) })]),
        jobOf('e', [steps.afterEditAnswer(undecided as Edit, read, OTHERS_SUCCEED)]),
      ),
    );
    expect(wake()).toEqual(['lookUp s-0']);
    dispatch(end);
    dispatch({ type: 'lookedUp', operationId: 's-0', lists: { own: read, newest: read } });
    dispatch({ type: 'checked', operationId: 'e-0', read });
    expect(operation('s')?.status).toMatchObject({ name: 'unverified', lookups: 4 });
    expect(operation('e')?.status).toMatchObject({ name: 'sending', isUndecided: true });
  });
});

describe('a connection that is used again', () => {
  const usedAgain = (job: JobState) => {
    const reducer = createReducer(NO_JOBS);
    const started = { type: 'started', jobs: [job], recent: [], backoff: null } as const;
    const words = reducer.dispatch({ ...started, isUsedAgain: true });
    return { ...reducer, words };
  };
  const past = { notBefore: timeIn(-60_000, NOW) };

  it.each([
    ['a deletion', jobOf('d', [deletion()], past)],
    ['a batch', batchOf('d', [deletion(), deletion(sampleReport('2'))], past)],
  ])('has the time to undo %s again, stored', (_, job) => {
    const { header, stored, wakeIn, words } = usedAgain(job);
    expect(words).toEqual(['publish', 'store']);
    expect(header('d')?.notBefore).toBe(timeIn(6_000, NOW));
    stored();
    expect(wakeIn()).toBe(6);
  });

  it.each([
    ['a deletion', jobOf('d', [{ ...deletion(), attempts: 1 }], past)],
    ['a batch', batchOf('d', [steps.asDone(steps.asSending(deletion())), deletion()], past)],
  ])('does not delay %s whose requests have begun', (_, job) => {
    const { header, words } = usedAgain(job);
    expect(words).toContain(`prepare d-${job.header.size - 1}`);
    expect(header('d')?.notBefore).toBe(past.notBefore);
  });
});

describe('a removal', () => {
  it('follows the publication; the next event repeats a refused removal', () => {
    const { answer, commands, dispatch, stored, wake, wakeIn } = createReducer(
      stateOf(jobOf('s', [steps.asSending(creation())])),
    );
    expect(answer('s-0', answerWith('9'))).toEqual(['publish']);
    const [remove] = commands({ type: 'published', jobIds: ['s'] });
    if (remove?.kind !== 'remove') throw new Error('Nothing is removed.');
    expect(wake()).toEqual([]);
    expect(dispatch({ type: 'removalRefused' })).toEqual([]);
    expect(wakeIn()).toBe(30);
    expect(wake()).toEqual(['remove s']);
    dispatch({ type: 'removed', removals: remove.removals });
    expect([wake(), stored(), wakeIn()]).toEqual([[], [], null]);
  });
});

describe('Remove', () => {
  const done = steps.asDone(creation(), createdReportOf(sampleReport('9')));

  const whole = [{ job: { id: 'b' }, keepsHeader: false }];
  const press: Press = { kind: 'act', jobId: 'b', action: { kind: 'remove' } };

  it.each<[string, Operation[]]>([
    ['a finished batch', [done]],
    ['a batch that needs attention', [done, refusedOperation(creationOf(1), FAILURES.unreachable)]],
  ])('removes %s from storage before the reply', (_, operations) => {
    const { commands, state, stored } = createReducer(stateOf(batchOf('b', operations)));
    const store = { kind: 'store', parts: [], removals: whole };
    expect(commands({ type: 'pressed', press })).toMatchObject([store]);
    expect([state().jobs.has('b'), state().recent]).toEqual([true, []]);
    const words = stored();
    expect(words).toContain('reply done');
    expect(words).not.toContain('remove b');
    expect(state().jobs.has('b')).toBe(false);
    expect(state().recent).toEqual([]);
  });

  it('removes no batch with operations that continue', () => {
    const before = stateOf(batchOf('b', [done, ...creations(1)], { isPaused: true }));
    const { commands, state } = createReducer(before);
    expect(commands({ type: 'pressed', press })).toMatchObject([{ reply: { hadEffect: false } }]);
    expect(state().jobs).toBe(before.jobs);
  });

  it('that storage refuses changes nothing', () => {
    const before = stateOf(batchOf('b', [done]));
    const { act, refused, state, wakeIn } = createReducer(before);
    act('b', 'remove');
    expect(refused()).toEqual(['reply notStored']);
    expect(state().jobs).toBe(before.jobs);
    expect(wakeIn()).toBeNull();
  });

  it('is written without other changes, because storage may be full', () => {
    const { act, answer, commands, refused, stored } = createReducer(
      stateOf(
        batchOf('b', [done]),
        batchOf('c', [steps.asSending(creationOf(1)), creationOf(2)], { isPaused: true }),
      ),
    );
    answer('c-0', answerWith('9'));
    refused();
    const [removing] = commands({ type: 'pressed', press });
    expect(removing).toMatchObject({ kind: 'store', parts: [], removals: whole });
    expect(stored()).toEqual(['publish', 'reply done', 'store']);
    expect(act('b', 'remove')).toEqual(['reply done']);
  });

  it('keeps the ids of the reports that the batch has claimed', () => {
    const { act, state, stored } = createReducer(stateOf(batchOf('b', [done])));
    act('b', 'remove');
    stored();
    expect(state().claimedByRemoved).toEqual(new Set(['9']));
  });
});

describe('Undo of Remove', () => {
  const done = steps.asDone(creation(), createdReportOf(sampleReport('9')));

  const restore: Press = { kind: 'act', jobId: 'b', action: { kind: 'restore' } };

  /** Removes the older one of two batches. */
  function remove() {
    const older = batchOf('b', [done, refusedOperation(creationOf(1), FAILURES.unreachable)]);
    const newer = batchOf('c', [done], { createdAt: older.header.createdAt + 1 });
    const before = stateOf(older, newer);
    const reducer = createReducer(before);
    reducer.act('b', 'remove');
    reducer.stored();
    expect([...reducer.state().jobs.keys()]).toEqual(['c']);
    return { ...reducer, before };
  }

  it('stores the batch again, exactly as it was, before the reply', () => {
    const { act, before, commands, state, stored } = remove();
    const parts = [{ job: before.jobs.get('b'), hasHeader: true, chunks: [0] }];
    expect(commands({ type: 'pressed', press: restore })).toMatchObject([{ kind: 'store', parts }]);
    expect(stored()).toContain('reply done');
    expect([...state().jobs]).toEqual([...before.jobs]);
    expect(state().storage.stored).toEqual(before.jobs);
    expect(act('b', 'restore')).toEqual(['reply done']);
  });

  it('that storage refuses can be repeated', () => {
    const { act, before, refused, state, stored } = remove();
    act('b', 'restore');
    expect(refused()).toContain('reply notStored');
    expect([...state().jobs.keys()]).toEqual(['c']);
    act('b', 'restore');
    stored();
    expect([...state().jobs]).toEqual([...before.jobs]);
  });

  it('has no effect after another removal', () => {
    const { act, commands, stored } = remove();
    act('c', 'remove');
    stored();
    expect(commands({ type: 'pressed', press: restore })).toMatchObject([
      { reply: { hadEffect: false } },
    ]);
  });
});

describe('a write of an answer that storage refuses', () => {
  it('is not repeated at once, but with the next change or after 30 seconds', () => {
    const { answer, refused, wake, wakeIn } = createReducer(
      stateOf(batchOf('b', [steps.asSending(creationOf(0)), creationOf(1)], { isPaused: true })),
    );
    expect(answer('b-0', answerWith('9'))).toContain('store');
    expect(refused()).toEqual([]);
    expect(wakeIn()).toBe(30);
    expect(wake()).toEqual(['store']);
  });

  it('is repeated with the next change', () => {
    const { answer, commands, refused } = createReducer(
      stateOf(
        batchOf('b', [steps.asSending(creationOf(0)), creationOf(1)], { isPaused: true }),
        batchOf('c', [steps.asSending(creationOf(2)), creationOf(3)], { isPaused: true }),
      ),
    );
    answer('b-0', answerWith('8'));
    refused();
    const result = answerWith('9');
    const answered = { type: 'answered', operationId: 'c-0', answer: { result, isGone: false } };
    const after = commands(answered as JobsEvent);
    const stores = after.flatMap((one) => (one.kind === 'store' ? one.parts : []));
    expect(stores.map(({ job }) => job.header.id)).toEqual(['b', 'c']);
  });
});

describe('a probe', () => {
  /** The job whose operation began the backoff. */
  const met = jobOf('m', [creationOf('met')]);
  const other = jobOf('o', [creationOf('other')]);
  const paused = batchOf('p', creations(2), { isPaused: true });
  const notDue = jobOf('d', [deletion()], { notBefore: timeIn(5_000, NOW) });
  const lookup = jobOf('u', [unverifiedCreation(1, { lookupAt: timeIn(0, NOW) })]);
  const laterLookup = jobOf('u', [unverifiedCreation(1, { lookupAt: timeIn(5_000, NOW) })]);
  const edit = editOf(9);
  const undecided = jobOf('e', [
    steps.afterRestart(steps.afterCancelOrUndo(steps.asSending(edit), true), NOW),
  ]);

  it.each<[string, JobState[], string[]]>([
    ['an operation that has not met the backoff', [met, other, lookup, undecided], ['prepare o-0']],
    ['another operation', [met, lookup, undecided], ['prepare m-0']],
    ['a lookup', [paused, notDue, lookup, undecided], ['lookUp u-0']],
    ['the read of an undecided edit', [paused, notDue, undecided], ['check e-0']],
    ['a later lookup', [paused, laterLookup], []],
  ])('is %s', (_, jobs, words) => {
    const { backoff, wake } = createReducer(
      withBackoff(stateOf(...jobs), { operationIds: ['m-0'] }),
    );
    expect(wake()).toEqual(words);
    expect(backoff()).not.toBeNull();
  });

  it('needs a sendable operation; without one, the backoff ends, and the count of failures stays', () => {
    const { backoff, state, wake } = createReducer(
      withBackoff(stateOf(paused, notDue), { count: 3 }),
    );
    expect(wake()).toEqual([]);
    expect(backoff()).toBeNull();
    const since = '2026-11-02T12:00:00.000Z';
    expect(state().service.backoff).toEqual({ kind: 'none', count: 3, since });
  });

  it('is a background read if no operation can be sent: the backoff ends before the read', () => {
    const { backoff, dispatch, pass, wake, wakeIn } = createReducer(stateOf(paused));
    /** Extension pages read in the background only without a backoff. */
    const readInBackground = (failure: Failure | null) => {
      expect(backoff()).toBeNull();
      dispatch({ type: 'readEnded', operationId: null, failure });
    };
    readInBackground(FAILURES['500']);
    expect([backoff()?.count, wakeIn()]).toEqual([1, 5]);
    pass(5);
    wake();
    readInBackground(FAILURES['500']);
    expect([backoff()?.count, wakeIn()]).toEqual([2, 10]);
    pass(10);
    wake();
    readInBackground(null);
    readInBackground(FAILURES['500']);
    expect([backoff()?.count, wakeIn()]).toEqual([1, 5]);
  });

  it('in flight is not stored', () => {
    const before = withBackoff(stateOf(met));
    const { state, wake, backoff } = createReducer(before);
    expect(wake()).toEqual(['prepare m-0']);
    expect(state().service.probe).toEqual({ operationId: 'm-0', hasFailed: false });
    expect(backoff()).toBe(before.service.backoff);
  });

  it('is the only request', () => {
    const { answer, ready, stored, wake } = createReducer(withBackoff(stateOf(met, other, lookup)));
    expect(wake()).toEqual(['prepare m-0']);
    expect(wake()).toEqual([]);
    ready('m-0');
    expect(stored()).toContain('send m-0');
    expect(wake()).toEqual([]);
    expect(answer('m-0', answerWith('9'))).toEqual(['publish', 'prepare o-0', 'lookUp u-0']);
  });

  it('waits for a request that was sent before the backoff', () => {
    const sent = jobOf('s', [steps.asSending(creationOf('sent'))]);
    const { answer, wake } = createReducer(withBackoff(stateOf(sent, met)));
    expect(wake()).toEqual([]);
    expect(answer('s-0', answerWith('9'))).toContain('prepare m-0');
  });

  const untilPerson = personBackoff(FAILURES['401']);
  const named = sampleBackoff(FAILURES['429'], { until: timeIn(5_000, NOW), isNamed: true });

  it.each<[string, Backoff, string[]]>([
    ['not sent before its time', named, []],
    ['not sent while a person has to change something', untilPerson, []],
    [
      'sent at its time',
      sampleBackoff(FAILURES['500'], { until: timeIn(0, NOW) }),
      ['prepare m-0'],
    ],
  ])('is %s', (_, backoff, words) => {
    expect(createReducer(during(backoff, stateOf(met))).wake()).toEqual(words);
  });

  it.each<[string, Backoff]>([
    ['before a named time', named],
    ['while a person has to change something', untilPerson],
  ])('is sent after Retry now %s', (_, backoff) => {
    const { dispatch } = createReducer(during(backoff, stateOf(met)));
    expect(dispatch({ type: 'probeRequested' })).toEqual(['prepare m-0']);
  });

  it.each<[boolean, string[]]>([
    [false, ['prepare m-0']],
    [true, []],
  ])('is sent after a successful read, but not before a named time (%s)', (isNamed, words) => {
    const state = withBackoff(stateOf(met), { until: timeIn(5_000, NOW), isNamed });
    const { dispatch } = createReducer(state);
    expect(dispatch({ type: 'readEnded', operationId: null, failure: null })).toEqual(words);
  });
});

it('an operation needs attention if a firewall blocks it again, but has let another operation pass', () => {
  const { answer, backoff, dispatch, operation, ready, stored } = createReducer(
    stateOf(jobOf('s', [steps.asSending(creationOf(1))]), jobOf('t', [creationOf(2)])),
  );
  answer('s-0', failed('a firewall'));
  stored();
  expect(operation('s')).toMatchObject({ status: { name: 'queued' }, attempts: 0 });
  expect(dispatch({ type: 'probeRequested' })).toEqual(['prepare t-0']);
  ready('t-0');
  stored();
  expect(answer('t-0', answerWith('9'))).toContain('prepare s-0');
  ready('s-0');
  stored();
  answer('s-0', failed('a firewall'));
  expect(operation('s')?.status).toMatchObject({ name: 'needsAttention', reason: 'refused' });
  expect(backoff()).toBeNull();
});

describe('a read', () => {
  it('that fails begins a backoff, which a successful read ends', () => {
    const { backoff, dispatch, wake } = createReducer(
      stateOf(batchOf('b', creations(2), { isPaused: true })),
    );
    dispatch({ type: 'readEnded', operationId: null, failure: FAILURES['429 with a time'] });
    expect(backoff()).toMatchObject({ metBy: 'read', isNamed: true });
    expect(wake()).toEqual([]);
    dispatch({ type: 'readEnded', operationId: null, failure: null });
    expect(backoff()).toBeNull();
  });

  it('never changes an operation', () => {
    const { dispatch, operation } = createReducer(
      stateOf(jobOf('s', [steps.asSending(creation())])),
    );
    const before = operation('s');
    dispatch({ type: 'readEnded', operationId: null, failure: FAILURES['401'] });
    expect(operation('s')).toBe(before);
  });
});

describe('an unverified creation', () => {
  const empty = { own: { value: listOf() }, newest: null };

  it('is looked up at once and after 5, 20, 50 and 120 seconds', () => {
    const { answer, dispatch, pass, stored, wait, wake } = createReducer(
      withNewest(stateOf(jobOf('s', [steps.asSending(creation({}, { baseline: '7' }))])), '7'),
    );
    // A refused redirect begins no backoff.
    expect(answer('s-0', failed('a redirect'))).toEqual(['publish', 'lookUp s-0', 'store']);
    stored();
    expect(wait()).toBeNull();
    const times = [5, 15, 30, 70].map((seconds) => {
      dispatch({ type: 'lookedUp', operationId: 's-0', lists: empty });
      stored();
      pass(seconds - 1);
      expect(wake()).toEqual([]);
      pass(1);
      expect(wake()).toEqual(['lookUp s-0']);
      return seconds;
    });
    expect(times.reduce((sum, one) => sum + one)).toBe(120);
  });

  it('is looked up again after a backoff if a lookup fails, and the failed lookup does not count', () => {
    const lookup = unverifiedCreation(2, { lookupAt: timeIn(0, NOW) }, { baseline: '7' });
    const { dispatch, operation, pass, wake } = createReducer(stateOf(jobOf('s', [lookup])));
    expect(wake()).toEqual(['lookUp s-0']);
    dispatch({ type: 'readEnded', operationId: 's-0', failure: FAILURES['500'] });
    const own = failed('500');
    dispatch({ type: 'lookedUp', operationId: 's-0', lists: { own, newest: null } });
    expect(operation('s')?.status).toMatchObject({ name: 'unverified', lookups: 2 });
    expect(wake()).toEqual([]);
    pass(5);
    expect(wake()).toEqual(['lookUp s-0']);
  });

  it.each<[string, Operation]>([
    ['unverified', unverifiedCreation(1, {}, { baseline: '7' })],
    [
      'of unknown outcome',
      {
        ...unverifiedCreation(1, {}, { baseline: '7' }),
        status: { name: 'needsAttention', reason: 'unverifiable', failure: FAILURES.unreachable },
      },
    ],
  ])('is done when any list shows its report, while it is %s', (_, operation) => {
    const { dispatch, state } = createReducer(stateOf(jobOf('s', [operation])));
    const report = sampleReport('8', { url: page('page') });
    const list = listOf(report, sampleReport('7', { url: page('page') }));
    dispatch({ type: 'listed', query: pageQuery(page('page')), page: 1, list, requestedAt: NOW });
    expect(state().recent).toMatchObject([
      { jobId: 's', report: { id: '8' }, operation: { status: { name: 'done' } } },
    ]);
  });

  it('claims no report while another creation of its page is in flight', () => {
    const unconfirmed: Operation = {
      ...unverifiedCreation(1, {}, { baseline: '7' }),
      status: { name: 'needsAttention', reason: 'unverifiable', failure: FAILURES.unreachable },
    };
    const sent = steps.asSending(creation());
    const { dispatch, state, status } = createReducer(
      stateOf(jobOf('s', [unconfirmed]), jobOf('t', [sent])),
    );
    const list = listOf(sampleReport('8', { url: page('page') }));
    dispatch({ type: 'listed', query: NEWEST_QUERY, page: 1, list, requestedAt: NOW });
    expect([status('s'), state().recent]).toEqual(['needsAttention', []]);
  });

  it('of unknown outcome loses its baseline when a newer creation of its page is sent', () => {
    const unconfirmed: Operation = {
      ...unverifiedCreation(1, {}, { baseline: '7' }),
      status: { name: 'needsAttention', reason: 'unverifiable', failure: FAILURES.unreachable },
    };
    const { operation, ready, stored, wake } = createReducer(
      withNewest(stateOf(jobOf('s', [unconfirmed]), jobOf('t', [creation()])), '9'),
    );
    expect(wake()).toEqual(['prepare t-0']);
    ready('t-0');
    stored();
    expect([operation('s')?.baseline, operation('t')?.baseline]).toEqual([null, '9']);
  });

  it('claims no report that another creation has claimed', () => {
    const both = ['s', 't'].map((id) => jobOf(id, [unverifiedCreation(1, {}, { baseline: '7' })]));
    const { dispatch, state } = createReducer(stateOf(...both));
    const list = listOf(...['9', '8'].map((id) => sampleReport(id, { url: page('page') })));
    dispatch({ type: 'listed', query: NEWEST_QUERY, page: 1, list, requestedAt: NOW });
    expect(state().recent.map(({ jobId, report }) => [jobId, report?.id])).toEqual([
      ['s', '8'],
      ['t', '9'],
    ]);
  });
});

describe('an undecided edit', () => {
  const undecided = steps.afterRestart(
    steps.afterCancelOrUndo(steps.asSending(deletion()), true),
    NOW,
  );

  it.each<[string, FailureName | null, string]>([
    ['its report is gone', '404', 'done'],
    ['its report is shown', null, 'cancelled'],
  ])('is decided by one read: %s', (_, name, status) => {
    const { dispatch, state, wake } = createReducer(stateOf(jobOf('e', [undecided])));
    expect(wake()).toEqual(['check e-0']);
    const read = name === null ? answerWith('1') : failed(name);
    dispatch({ type: 'checked', operationId: 'e-0', read });
    expect(state().recent).toMatchObject([{ jobId: 'e', operation: { status: { name: status } } }]);
  });

  it('is read again after the end of the backoff if the read gets no answer', () => {
    const { backoff, dispatch, pass, status, wait, wake } = createReducer(
      stateOf(jobOf('e', [undecided])),
    );
    wake();
    dispatch({ type: 'checked', operationId: 'e-0', read: failed('timed out') });
    expect([status('e'), backoff()?.failure.code, wait()]).toEqual(['sending', 'timedOut', 5]);
    expect(wake()).toEqual([]);
    pass(5);
    expect(wake()).toEqual(['check e-0']);
  });
});

describe('a batch', () => {
  it('pauses after five refusals in a row, stores the reason, and continues after Resume', () => {
    const { act, answer, header, ready, stored, wake } = createReducer(
      stateOf(batchOf('b', creations(8))),
    );
    wake();
    for (let at = 0; at < 5; at += 1) {
      expect(header('b')?.isPaused).toBe(false);
      ready(`b-${at}`);
      stored();
      answer(`b-${at}`, failed('422'));
      stored();
    }
    const pauseReason = { code: 'refusals', failure: FAILURES['422'] };
    expect(header('b')).toMatchObject({ isPaused: true, pauseReason });
    act('b', 'resume');
    stored();
    expect(header('b')).toMatchObject({ isPaused: false, pauseReason: null });
  });

  it('pauses when its password is lost, and a single job needs attention', () => {
    const secret = creation({ privacy: 2 });
    const { dispatch, header, operation } = createReducer(
      stateOf(batchOf('b', [secret]), jobOf('s', [creation({ privacy: 2, url: page(2) })])),
    );
    dispatch({ type: 'passwordsLost', jobIds: ['b', 's', 'unknown'] });
    expect(header('b')?.pauseReason).toEqual({ code: 'password' });
    expect(operation('s')?.status).toMatchObject({ reason: 'password' });
  });

  it('that was cancelled does not pause when its password is lost', () => {
    const sent = steps.asSending(creation({ privacy: 2 }));
    const { act, dispatch, header, stored } = createReducer(
      stateOf(batchOf('b', [sent, creation({ privacy: 2, url: page(2) })])),
    );
    act('b', 'cancel');
    stored();
    dispatch({ type: 'passwordsLost', jobIds: ['b'] });
    expect(header('b')).toMatchObject({ isPaused: false, pauseReason: null });
  });

  it('cannot be removed while a request is in flight', () => {
    const { act, answer, state, stored } = createReducer(
      stateOf(batchOf('b', [steps.asSending(creationOf(0))], { isPaused: true })),
    );
    act('b', 'remove');
    expect(state().jobs.has('b')).toBe(true);
    answer('b-0', answerWith('9'));
    stored();
    act('b', 'remove');
    stored();
    expect(state().jobs.has('b')).toBe(false);
  });
});

describe('a deletion', () => {
  it('is due after six seconds', () => {
    const report = referTo(sampleReport('1'));
    const { pass, press, stored, wake, wakeIn } = createReducer(stateOf());
    press(pressFor({ id: 'd', subjects: [{ kind: 'delete', report }] }));
    expect(stored()).toEqual(['publish', 'reply done']);
    expect(wakeIn()).toBe(6);
    pass(5.9);
    expect(wake()).toEqual([]);
    pass(0.1);
    expect(wake()).toEqual(['prepare d-0']);
  });

  it('cancels the updates of its report after a success, but not after a refusal', () => {
    const jobs = () =>
      stateOf(
        jobOf('d', [steps.asSending(deletion())]),
        jobOf('u', [editOf(1)]),
        batchOf('b', [editOf(2), editOf(1)], { isPaused: true }),
      );
    const success = createReducer(jobs());
    success.answer('d-0', { value: null });
    expect([success.status('u'), success.status('b', 1), success.status('b', 0)]).toEqual([
      undefined,
      'cancelled',
      'queued',
    ]);
    const refusal = createReducer(jobs());
    expect(refusal.answer('d-0', failed('422'))).toContain('prepare u-0');
    expect([refusal.status('u'), refusal.status('b', 1)]).toEqual(['queued', 'queued']);
  });
});

describe('a newer update', () => {
  it('cancels older updates of the same fields that are queued or need attention', () => {
    const waiting = jobOf('s', [editOf(1)]);
    const failedOne = jobOf('t', [refusedOperation(editOf(1), FAILURES['422'])]);
    const otherFields = jobOf('u', [update({ results: 1 })]);
    const otherReport = jobOf('v', [editOf(2)]);
    const { press, state, stored } = createReducer(
      during(personBackoff(FAILURES['401']), stateOf(waiting, failedOne, otherFields, otherReport)),
    );
    press(newJobPress('n', [editOf(1)]));
    stored();
    expect([...state().jobs.keys()]).toEqual(['u', 'v', 'n']);
  });

  it('cancels an older update that is queued again after its answer', () => {
    const { answer, state } = createReducer(
      stateOf(
        jobOf('s', [steps.asSending(editOf(1))], { createdAt: 1 }),
        jobOf('n', [editOf(1)], { createdAt: 2 }),
      ),
    );
    answer('s-0', failed('429'));
    expect([...state().jobs.keys()]).toEqual(['n']);
  });
});

describe('the next wake time', () => {
  it('is 90 seconds later while a request or a lookup is in flight', () => {
    const request = createReducer(stateOf(jobOf('s', [steps.asSending(creation())])));
    expect(request.wakeIn()).toBe(90);
    const lookup = createReducer(
      stateOf(jobOf('u', [unverifiedCreation(1, { lookupAt: timeIn(0, NOW) })])),
    );
    expect(lookup.wakeIn()).toBe(0);
    lookup.wake();
    expect(lookup.wakeIn()).toBe(90);
  });

  it('is null without open operations', () => {
    expect(createReducer(stateOf()).wakeIn()).toBeNull();
  });
});

describe('after an event, the reducer', () => {
  it('stores a waiting press after storage has refused the write before the press', () => {
    const { press, ready, refused, stored, wake } = createReducer(
      stateOf(jobOf('e', [editOf(1)]), jobOf('f', [editOf(2)])),
    );
    wake();
    ready('e-0');
    expect(press({ kind: 'act', jobId: 'f', action: { kind: 'cancel' } })).toEqual([]);
    expect(refused()).toContain('store');
    expect(stored()).toContain('reply done');
  });

  it('sends another edit if a pause has stopped a request before its status was stored', () => {
    const { press, ready, stored, wake } = createReducer(
      stateOf(batchOf('b', [editOf(1)]), jobOf('c', [editOf(2)]), batchOf('d', [editOf(3)])),
    );
    expect(wake()).toEqual(['prepare c-0', 'prepare b-0']);
    press({ kind: 'act', jobId: 'b', action: { kind: 'pause' } });
    ready('b-0');
    expect(stored()).toEqual(['publish', 'reply done', 'prepare d-0']);
  });

  it('does not announce an operation again if it needed attention before', () => {
    const unverifiable = steps.afterLookup(
      unverifiedCreation(4, {}, { baseline: '1' }),
      'inconclusive',
      NOW,
    );
    const { commands, ready, wake } = createReducer(
      withNewest(stateOf(jobOf('s', [unverifiable]), jobOf('t', [creation()])), '7'),
    );
    wake();
    ready('t-0');
    const [publish] = commands({ type: 'stored' });
    expect(publish).toMatchObject({ kind: 'publish', changes: { needingAttention: [] } });
  });
});
