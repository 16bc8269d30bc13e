import { computed, signal } from '@preact/signals';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageJobs } from '@/components/queue/page-jobs';
import { createQueueState, type RetryState } from '@/components/queue/queue-state';
import type { Failure } from '@/lib/failure';
import type { Backoff, Operation } from '@/lib/jobs/types';
import { referTo } from '@/lib/report/report-reference';
import {
  creation,
  deletion,
  personBackoff,
  refused,
  sampleBackoff,
  update,
} from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { openJobs } from '../../support/stored-jobs';
import { testKernel } from '../../support/test-kernel';
import { waitUntil } from '../../support/wait-until';

const failure: Failure = { code: 'unreachable' };
const report = sampleReport('1');
const creationOf = (id: string) => creation({ url: `https://host.example/${id}` });
const NEXT_MINUTE = '2026-11-02T12:01:00.000Z';
const refusedCreation = (id: string) => refused(creationOf(id), failure);

async function openQueue(operations: Record<string, Operation> = {}) {
  const stored = openJobs();
  for (const [id, operation] of Object.entries(operations)) await stored.storeJob(id, operation);
  return {
    stored,
    reopen: (isPrivate = false) => openPage(stored, isPrivate),
    ...openPage(stored),
  };
}

function openPage(stored: ReturnType<typeof openJobs>, isPrivate = false) {
  const { connectionId, queue, background } = stored;
  const openId = signal<string | undefined>(undefined);
  const onPossibleChange = vi.fn();
  const kernel = testKernel({ background, connectionId, queue, isPrivate });
  const jobs = createPageJobs(kernel);
  const state = createQueueState(kernel, {
    jobs,
    openId,
    onPossibleChange,
  });
  const ids = computed(() => state.lines.value.map(({ id }) => id));
  const press = (id: string) => jobs.create({ id, subject: creationOf(id).subject });
  const updateResults = (id: string) =>
    jobs.create({ id, subject: update({ results: 1 }).subject });
  return {
    kernel,
    state,
    openId,
    onPossibleChange,
    press,
    updateResults,
    ids,
    ...background,
  };
}

describe('the lines below the form', () => {
  it("list this page's newest job, then jobs that need attention, then the others, newest first", async () => {
    const { ids, press } = await openQueue({
      a: creationOf('a'),
      b: refusedCreation('b'),
      c: deletion(),
      d: refusedCreation('d'),
    });
    await press('e');
    expect(ids.value).toEqual(['e', 'd', 'b', 'c', 'a']);
  });

  it('are at most five, and the other operations are counted', async () => {
    const { ids, state, stored } = await openQueue({
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`x${index}`, creationOf(`x${index}`)]),
      ),
      a: refusedCreation('a'),
    });
    expect(ids.value).toEqual(['a', 'x39', 'x38', 'x37', 'x36']);
    expect([state.rest.value.length, state.unlistedCount.value]).toEqual([20, 16]);
    await stored.finish('x39', report);
    expect(ids.value).toEqual(['a', 'x39', 'x38', 'x37', 'x36']);
  });

  it('contain operations that end on an open page, until the next press', async () => {
    const { ids, press, stored } = await openQueue({
      a: creationOf('a'),
      b: creationOf('b'),
      c: creationOf('c'),
    });
    await stored.finish('a', report);
    await stored.cancel('b');
    expect(ids.value).toEqual(['c', 'a']);
    await press('d');
    expect(ids.value).toEqual(['d', 'c']);
  });

  it('contain a created report for ten minutes, and other ended operations for one minute', async () => {
    const { ids, stored } = await openQueue({ a: creationOf('a'), b: update() });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await stored.finish('a', report);
    await stored.finish('b', report);
    vi.advanceTimersByTime(59_000);
    expect(ids.value).toEqual(['b', 'a']);
    vi.advanceTimersByTime(2_000);
    expect(ids.value).toEqual(['a']);
    vi.advanceTimersByTime(9 * 60_000);
    expect(ids.value).toEqual([]);
    vi.useRealTimers();
  });

  describe('on a page that is opened after a creation', () => {
    const operations = { a: creationOf('a'), b: creationOf('b') };
    async function openWithCreations() {
      const opened = await openQueue(operations);
      await opened.stored.finish('a', report);
      await opened.stored.finish('b', sampleReport('2'));
      return opened;
    }

    it('show the last creation again, until the next press or a cancellation', async () => {
      const { reopen } = await openWithCreations();
      const [first, second] = [reopen(), reopen()];
      expect(first.ids.value).toEqual(['b']);
      await first.press('c');
      expect(first.ids.value).toEqual(['c']);
      for (const one of second.state.lines.value.slice(1)) second.state.cancel(one);
      expect(second.ids.value).toEqual(['c']);
    });

    it.each<[string, (opened: Awaited<ReturnType<typeof openWithCreations>>) => Promise<unknown>]>([
      ['there was another press', ({ updateResults }) => updateResults('d')],
      [
        'the creation ended eleven minutes ago',
        async () => vi.setSystemTime(Date.now() + 11 * 60_000),
      ],
    ])('do not show an ended creation if %s', async (_, change) => {
      const opened = await openWithCreations();
      await change(opened);
      expect(opened.reopen().ids.value).not.toContain('b');
      vi.useRealTimers();
    });

    it('show creations of a private window only in a private window', async () => {
      const { stored, reopen } = await openQueue();
      await stored.storeJob('a', creationOf('a'), { isPrivate: true });
      await stored.finish('a', report);
      expect([reopen().ids.value, reopen(true).ids.value]).toEqual([[], ['a']]);
    });
  });

  it('are at most five, and the other finished operations are counted by kind', async () => {
    const { ids, state, stored } = await openQueue(
      Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [`x${index}`, creationOf(`x${index}`)]),
      ),
    );
    for (let index = 0; index < 8; index += 1) {
      await stored.finish(`x${index}`, sampleReport(`r${index}`));
    }
    expect(ids.value).toEqual(['x7', 'x6', 'x5', 'x4', 'x3']);
    expect(state.doneCounts.value).toEqual([{ kind: 'create', count: 3 }]);
    expect([state.rest.value, state.unlistedCount.value]).toEqual([[], 0]);
  });

  it('omit reports that were deleted later', async () => {
    const { ids, stored } = await openQueue({ a: creationOf('a') });
    await stored.finish('a', report);
    expect(ids.value).toEqual(['a']);
    await stored.storeJob('d', deletion());
    expect(ids.value).toEqual(['d']);
  });

  it('have a line that looks busy if nothing delays its operation', async () => {
    const { state, stored } = await openQueue({ a: creationOf('a'), b: deletion() });
    const next = () => state.lines.value.filter(({ isNext }) => isNext).map(({ id }) => id);
    expect(next()).toEqual(['a']);
    stored.setBackoff(sampleBackoff(failure));
    expect(next()).toEqual([]);
  });

  it('show the newest version of a report', async () => {
    const { state, stored, kernel } = await openQueue({ a: creationOf('a') });
    await stored.finish('a', report);
    const privacies = () => state.lines.value.map((line) => line.report?.privacy);
    expect(privacies()).toEqual([1]);
    kernel.reports.addRead([{ ...report, privacy: 0 }], kernel.reports.latestTime() + 1);
    expect(privacies()).toEqual([0]);
  });
});

describe('the lines of an open report', () => {
  it('are only the lines about this report', async () => {
    const { ids, openId, updateResults } = await openQueue({
      a: refusedCreation('a'),
      b: refused(update(), failure),
    });
    await updateResults('c');
    openId.value = '1';
    expect(ids.value).toEqual(['c', 'b']);
    openId.value = '2';
    expect(ids.value).toEqual([]);
  });
});

it('the backoff has a line only if a visible operation waits for its end', async () => {
  const { state, stored, openId } = await openQueue({ a: refusedCreation('a') });
  stored.setBackoff(sampleBackoff(failure));
  expect(state.backoff.value).toBeNull();
  await stored.storeJob('b', update());
  expect(state.backoff.value).toEqual(sampleBackoff(failure));
  openId.value = '2';
  expect(state.backoff.value).toBeNull();
  openId.value = '1';
  expect(state.backoff.value).not.toBeNull();
});

it('a batch has its own line, and waits for the end of the backoff like single jobs', async () => {
  const { state, stored } = await openQueue();
  await state.batches.create({
    id: 'b',
    subjects: [{ kind: 'delete', report: referTo(report) }],
  });
  expect(state.batches.shown.value).toMatchObject([{ id: 'b', size: 1 }]);
  stored.setBackoff(sampleBackoff(failure));
  expect(state.backoff.value).toEqual(sampleBackoff(failure));
});

describe('an operation that needs attention', () => {
  it('is announced once, together with other new refusals', async () => {
    const { state, stored } = await openQueue({
      a: refusedCreation('a'),
      b: refusedCreation('b'),
      c: creationOf('c'),
    });
    const alerts = () => state.alerts.value.map(({ id }) => id);
    expect(alerts()).toEqual(['b', 'a']);
    await stored.refuse('c', failure);
    expect(alerts()).toEqual(['c', 'b', 'a']);
    await stored.cancel('a');
    expect(alerts()).toEqual(['c', 'b']);
  });

  it('is announced until the next press, and again if it is refused again', async () => {
    const { state, stored, press } = await openQueue({
      a: refusedCreation('a'),
      b: refusedCreation('b'),
    });
    const alerts = () => state.alerts.value.map(({ id }) => id);
    expect(alerts()).toEqual(['b', 'a']);
    for (const line of state.lines.value.slice(0, 1)) state.cancel(line);
    expect(alerts()).toEqual([]);
    for (const line of state.lines.value.slice(1)) state.sendAgain(line);
    const statuses = () => state.lines.value.map(({ status }) => status.name);
    await waitUntil(() => expect(statuses()).toEqual(['queued']));
    expect(alerts()).toEqual([]);
    await stored.refuse('a', failure);
    expect(alerts()).toEqual(['a']);
    await press('c');
    expect(alerts()).toEqual([]);
  });

  it('is sent again with the typed password', async () => {
    const status = { name: 'needsAttention', reason: 'password', failure: null } as const;
    const { state, updateJob } = await openQueue({ a: { ...creationOf('a'), status } });
    for (const line of state.lines.value) state.sendAgain(line, 'hunter2');
    const action = { kind: 'retry', password: 'hunter2' };
    expect(updateJob).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'a', action);
  });
});

it('a job that could not be stored is shown until the next press', async () => {
  const { state, createJob, press, ids } = await openQueue();
  createJob.mockResolvedValueOnce({ failure: { code: 'notStored' } });
  await press('a');
  expect(ids.value).toEqual([]);
  expect(state.unstored.value).toMatchObject({ subject: { kind: 'create' } });
  await press('b');
  expect([ids.value, state.unstored.value]).toEqual([['b'], null]);
});

describe('a failed command', () => {
  it('shows its failure at its line, until another command succeeds', async () => {
    const { state, updateJob } = await openQueue({ a: refusedCreation('a'), b: creationOf('b') });
    const failures = () => state.lines.value.map(state.failureAt);
    updateJob.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    for (const line of state.lines.value.slice(0, 1)) state.cancel(line);
    await waitUntil(() => expect(failures()).toEqual([{ code: 'notStored' }, null]));
    updateJob.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
    for (const line of state.lines.value.slice(1)) state.sendAgain(line);
    await waitUntil(() => expect(failures()).toEqual([null, { code: 'storeUnreadable' }]));
    for (const line of state.lines.value.slice(1)) state.sendAgain(line);
    await waitUntil(() => expect(failures()).toEqual([null, null]));
    const statuses = () => state.lines.value.map(({ status }) => status.name);
    await waitUntil(() => expect(statuses()).toEqual(['queued', 'queued']));
  });

  it('is repeated if the browser stops the worker before the reply', async () => {
    const { state, updateJob, ids } = await openQueue({ a: creationOf('a') });
    updateJob.mockRejectedValueOnce(new Error('stopped'));
    for (const line of state.lines.value) state.cancel(line);
    await waitUntil(() => expect(ids.value).toEqual([]));
  });

  it('shows the failure of Retry now beside the backoff', async () => {
    const { state, stored, retryNow } = await openQueue({ a: creationOf('a') });
    stored.setBackoff(sampleBackoff(failure));
    retryNow.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
    void state.retryNow();
    await waitUntil(() => expect(state.retryFailure()).toEqual({ code: 'storeUnreadable' }));
    expect(state.retryState.value).toBeNull();
  });

  it('results from Undo if the report was already deleted', async () => {
    const { state, stored, updateJob } = await openQueue({ a: deletion() });
    const updateAsUsual = updateJob.getMockImplementation();
    updateJob.mockImplementationOnce(async (...args) => {
      await stored.finish('a');
      return updateAsUsual?.(...args) ?? expect.fail();
    });
    for (const line of state.lines.value) state.cancel(line);
    await waitUntil(() => expect(state.lines.value.map(state.failureAt)).toEqual(['tooLate']));
  });
});

it.each([
  ['Undo', deletion()],
  ['Cancel', creationOf('a')],
])('%s is accepted while the request is in flight', async (_, operation) => {
  const { state, stored, updateJob } = await openQueue({ a: operation });
  const updateAsUsual = updateJob.getMockImplementation();
  updateJob.mockImplementationOnce(async (...args) => {
    await stored.setStatus('a', { name: 'sending' });
    return updateAsUsual?.(...args) ?? expect.fail();
  });
  for (const line of state.lines.value) state.cancel(line);
  const takenBack = { status: { name: 'sending' }, isTakenBack: true };
  await waitUntil(() => expect(state.lines.value).toMatchObject([takenBack]));
  expect(state.lines.value.map(state.failureAt)).toEqual([null]);
  // Lists show the report again.
  expect(stored.queue.value.deleting).toEqual([]);
});

it('a cancelled creation has a line only if its report may exist', async () => {
  const { ids, stored } = await openQueue({ a: creationOf('a'), b: creationOf('b') });
  await stored.setStatus('a', { name: 'cancelled' });
  await stored.setStatus('b', { name: 'cancelled', mayExist: true });
  expect(ids.value).toEqual(['b']);
});

it('cancelling an operation that may have reached the service reads the list again', async () => {
  const { state, onPossibleChange } = await openQueue({
    a: { ...refusedCreation('a'), attempts: 1 },
    b: refusedCreation('b'),
  });
  for (const line of state.lines.value) state.cancel(line);
  await waitUntil(() => expect(onPossibleChange).toHaveBeenCalledOnce());
});

describe('the state of Retry now', () => {
  const backoff = sampleBackoff(failure);
  const due = { ...backoff, until: '2026-11-02T11:59:59.000Z' };

  async function pressRetryNow() {
    vi.setSystemTime('2026-11-02T12:00:00.000Z');
    onTestFinished(() => void vi.useRealTimers());
    const { state, stored, retryNow } = await openQueue({ a: creationOf('a') });
    retryNow.mockResolvedValue({ value: null });
    stored.setBackoff(backoff);
    expect(state.retryState.value).toBeNull();
    await state.retryNow();
    return { state, stored, retryNow };
  }

  it.each<[string, Backoff | null, RetryState]>([
    ['running before the worker has begun the probe', backoff, 'running'],
    ['running during the probe', due, 'running'],
    ['failed after a failed probe', { ...backoff, count: 2 }, 'failed'],
    ['failed after a probe that was refused', personBackoff(failure, { count: 2 }), 'failed'],
    ['null after the backoff', null, null],
    ['null during a new backoff', sampleBackoff({ code: 'offline' }), null],
    ['null during a later backoff of the same kind', { ...backoff, until: NEXT_MINUTE }, null],
  ])('is %s', async (_, now, expected) => {
    const { state, stored } = await pressRetryNow();
    stored.setBackoff(now);
    expect(state.retryState.value).toBe(expected);
  });

  it('is null during a second backoff of the same kind that needs a person', async () => {
    const { state, stored } = await pressRetryNow();
    const needsPerson = personBackoff(failure, { count: 1 });
    stored.setBackoff(needsPerson);
    await state.retryNow();
    expect(state.retryState.value).toBe('running');
    stored.setBackoff(null);
    expect(state.retryState.value).toBeNull();
    stored.setBackoff(needsPerson);
    expect(state.retryState.value).toBeNull();
  });

  it('is running until the probe ends, so that another press does nothing', async () => {
    const { state, stored, retryNow } = await pressRetryNow();
    stored.setBackoff(due);
    await state.retryNow();
    expect(retryNow).toHaveBeenCalledOnce();
    stored.setBackoff({ ...backoff, count: 2 });
    await state.retryNow();
    expect(retryNow).toHaveBeenCalledTimes(2);
  });
});
