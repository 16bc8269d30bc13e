import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { batchLineOf, endedBatches } from '@/components/queue/batch-line';
import { createBatches } from '@/components/queue/batches-state';
import { createPageJobs } from '@/components/queue/page-jobs';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_COUNTS } from '@/lib/jobs/job';
import type { Counts, JobLine } from '@/lib/jobs/types';
import type { StoredChange } from '@/lib/report/report-change';
import { useMessageKeys } from '../../support/message-keys';
import { creation, deletion, sampleLine, update } from '../../support/sample-job';
import { testKernel } from '../../support/test-kernel';
import { waitUntil } from '../../support/wait-until';

beforeEach(() => useMessageKeys({ withValues: true }));

/** By default, all operations are queued. */
function batchOf(id: string, size: number, counts: Partial<Counts>, facts: Partial<JobLine>) {
  const { first = creation() } = facts;
  const all = { ...NO_COUNTS, queued: size, ...counts };
  return sampleLine(id, first, { isBatch: true, size, counts: all, ...facts });
}

const first = deletion();
const line = batchOf('a', 60, {}, { first });
const deletions = (counts: Partial<Counts>) =>
  batchOf('a', 60, { queued: 0, ...counts }, { first });
const updates = (counts: Partial<Counts>, change: StoredChange = { privacy: 1 }) =>
  batchOf('a', 60, { queued: 0, ...counts }, { first: update(change) });
const creations = (counts: Partial<Counts>) => batchOf('m', 14, { queued: 0, ...counts }, {});

function openBatches(...batches: JobLine[]) {
  const queue = signal({ batches });
  const createJob = vi.fn<BackgroundApi['createJob']>(async () => ({ value: null }));
  const updateJob = vi.fn<BackgroundApi['updateJob']>(async () => ({ value: true }));
  const kernel = testKernel({ background: { createJob, updateJob }, queue });
  const jobs = createPageJobs(kernel);
  const press = vi.fn(jobs.press);
  const state = createBatches(kernel, { ...jobs, press });
  const shownIds = () => state.shown.value.map(({ id }) => id);
  const show = (...lines: JobLine[]) => {
    queue.value = { batches: lines };
  };
  return { state, shownIds, show, press, createJob, updateJob };
}

it('a batch has a line while it is unfinished, after failures, and if it ends on an open page', async () => {
  const { state, shownIds, show, press, createJob } = openBatches(
    line,
    { ...deletions({ done: 60 }), id: 'b' },
    { ...deletions({ done: 59, needsAttention: 1 }), id: 'c' },
    { ...creations({ done: 13, needsAttention: 1 }), id: 'd', isSeen: true },
  );
  expect(shownIds()).toEqual(['a', 'c']);
  createJob.mockRejectedValueOnce(new Error('stopped'));
  await state.create({ id: 'e', subjects: [] });
  expect(createJob).toHaveBeenCalledTimes(2);
  expect(press).toHaveBeenCalledOnce();
  show({ ...line, id: 'e' });
  show({ ...deletions({ done: 60 }), id: 'e' });
  expect([shownIds(), state.ended.value.length]).toEqual([['e'], 1]);
  await state.create({ id: 'f', subjects: [] });
  show({ ...line, id: 'f' }, { ...deletions({ done: 60 }), id: 'e' });
  expect([shownIds(), state.ended.value]).toEqual([['f'], []]);
});

it('any press on the page removes the line of finished updates and deletions', () => {
  const { shownIds, show, press } = openBatches(line);
  show(deletions({ done: 60 }));
  expect(shownIds()).toEqual(['a']);
  press();
  expect(shownIds()).toEqual([]);
});

it('finished creations keep their line at any press, until a person has seen them', () => {
  const finished = creations({ done: 14 });
  const { shownIds, show, press } = openBatches(finished);
  press();
  expect(shownIds()).toEqual(['m']);
  show({ ...finished, isSeen: true });
  expect(shownIds()).toEqual([]);
  // Imitates a retry.
  show({ ...creations({ done: 13, queued: 1 }), isSeen: true });
  expect(shownIds()).toEqual(['m']);
});

it('a batch that could not be stored has no line, and create() returns the failure', async () => {
  const { state, createJob } = openBatches();
  const failure = { code: 'notStored' } as const;
  createJob.mockResolvedValue({ failure });
  expect(await state.create({ id: 'e', subjects: [] })).toEqual({ failure });
  expect(state.shown.value).toEqual([]);
});

it('a retried batch keeps its line after its end, until the next press', () => {
  const { state, shownIds, show, press } = openBatches(deletions({ done: 59, needsAttention: 1 }));
  press();
  expect(state.ended.value).toEqual([]);
  show(deletions({ done: 59, queued: 1 }));
  expect(shownIds()).toEqual(['a']);
  show(deletions({ done: 60 }));
  expect([shownIds(), state.ended.value.length]).toEqual([['a'], 1]);
  press();
  expect(shownIds()).toEqual([]);
});

it('a batch that is cancelled on this page keeps its line', () => {
  const { state, shownIds, show, updateJob } = openBatches(line);
  state.update(line, { kind: 'cancel' });
  expect(updateJob).toHaveBeenCalledWith('a', 'a', { kind: 'cancel' });
  show(deletions({ done: 2, cancelled: 58 }));
  expect(shownIds()).toEqual(['a']);
});

it.each(['pause', 'resume', 'cancel', 'retry', 'remove'] as const)(
  'a failed %s is shown at the line of its batch, until the batch changes',
  async (kind) => {
    const { state, updateJob } = openBatches(line, { ...line, id: 'b' });
    const failure = { code: 'notStored' } as const;
    updateJob.mockResolvedValueOnce({ failure });
    state.update(line, { kind });
    await waitUntil(() => expect(state.failureAt(line)).toEqual(failure));
    expect(state.failureAt({ ...line, id: 'b' })).toBeNull();
    expect(state.failureAt(deletions({ done: 60 }))).toBeNull();
    state.update(line, { kind });
    await waitUntil(() => expect(state.failureAt(line)).toBeNull());
  },
);

it('cancels a batch before the reply to Pause, and sends a repeated Pause once', () => {
  const { state, updateJob } = openBatches(line);
  updateJob.mockReturnValue(new Promise(() => {}));
  state.update(line, { kind: 'pause' });
  state.update(line, { kind: 'pause' });
  state.update(line, { kind: 'cancel' });
  expect(updateJob.mock.calls.map(([, , { kind }]) => kind)).toEqual(['pause', 'cancel']);
});

const RESULTS = { results: 1 } as const;
const PAUSED = { isPaused: true };
const finishedCreations = creations({ done: 14 });
const pausedByRefusals = (message: string | null): Partial<JobLine> => ({
  isPaused: true,
  pauseReason: { code: 'refusals', failure: { code: 'notAllowed', message } },
});
const queuedCreations = creations({ queued: 14 });
const webPage = { code: 'unexpectedAnswer', problem: 'html' } as const;
const UNREADABLE =
  'batch_pausedUnreadable failure_unexpectedAnswer_html advice_unexpectedAnswer_html';
const [BUTTONS, FAILED] = ['pause cancel retryFailed', 'batch_failed 1'];

it.each<[string, JobLine, string, string, string, string]>([
  ['deletes reports', line, 'busy', 'batch_deleting 0 60', '', 'undo'],
  [
    'deletes reports and is paused',
    { ...line, ...PAUSED },
    ...(['waiting', 'batch_deleting 0 60', 'batch_paused', 'resume undo'] as const),
  ],
  ['was undone in time', deletions({ cancelled: 60 }), 'done', 'batch_kept 60', '', ''],
  [
    'was undone too late for some reports',
    deletions({ done: 2, gone: 1, cancelled: 57 }),
    ...(['attention', 'batch_kept 57', 'batch_tooLate 3', ''] as const),
  ],
  [
    'updates reports',
    updates({ queued: 50, done: 8, gone: 1, needsAttention: 1 }),
    ...(['busy', 'batch_changing 10 60', FAILED, BUTTONS] as const),
  ],
  [
    'updates results and is paused',
    { ...updates({ queued: 60 }, RESULTS), ...PAUSED },
    ...(['waiting', 'batch_updating 0 60', 'batch_paused', 'resume cancel'] as const),
  ],
  [
    'lacks its password',
    { ...updates({ queued: 60 }), ...PAUSED, pauseReason: { code: 'password' } },
    ...(['attention', 'batch_changing 0 60', 'batch_needsPassword', 'send'] as const),
  ],
  [
    'has updated all reports except three that are gone',
    updates({ done: 57, gone: 3 }),
    ...(['attention', 'batch_changed 57', 'batch_gone 3', ''] as const),
  ],
  [
    'has updated only some reports',
    updates({ done: 50, gone: 3, needsAttention: 2, cancelled: 5 }),
    ...(['attention', 'batch_changed 50'] as const),
    ...(['batch_cancelled 5 · batch_gone 3 · batch_failed 2', 'retryFailed dismiss'] as const),
  ],
  [
    'has updated the results of only some reports',
    updates({ done: 58, needsAttention: 2 }, RESULTS),
    ...(['attention', 'batch_updated 58', 'batch_failed 2', 'retryFailed dismiss'] as const),
  ],
  [
    'creates reports',
    creations({ queued: 10, done: 3, needsAttention: 1 }),
    ...(['busy', 'batch_line 4 14', FAILED, 'open'] as const),
  ],
  [
    'is paused because the service refuses with a reason',
    { ...queuedCreations, ...pausedByRefusals('No more') },
    ...(['attention', 'batch_line 0 14', 'batch_pausedBy \u2068No more\u2069', 'open'] as const),
  ],
  [
    'is paused because the service refuses without a reason',
    { ...queuedCreations, ...pausedByRefusals(null) },
    ...(['attention', 'batch_line 0 14', 'batch_pausedWithoutWords', 'open'] as const),
  ],
  [
    'is paused because answers of the service cannot be read',
    {
      ...queuedCreations,
      isPaused: true,
      pauseReason: { code: 'refusals', failure: webPage },
    },
    ...(['attention', 'batch_line 0 14', UNREADABLE, 'open'] as const),
  ],
  [
    'has created all reports',
    finishedCreations,
    'done',
    'batch_ended batch_created 14',
    '',
    'open dismiss',
  ],
  [
    'has created only some reports',
    creations({ done: 11, needsAttention: 2, cancelled: 1 }),
    'attention',
    'batch_ended text_series text_series batch_created 11 batch_failed 2 batch_cancelled 1',
    ...(['', 'open dismiss'] as const),
  ],
])(
  'the line of a batch has the right tone, words and buttons if the batch %s',
  (_, batch, tone, sentence, reason, verbs) => {
    const shown = batchLineOf(batch, false, null);
    expect(shown).toMatchObject({ tone, sentence, reason: reason || null });
    expect(shown.verbs.join(' ')).toBe(verbs);
  },
);

it('the line of a batch has the tone “waiting” during a backoff', () => {
  const lineWithoutBackoff = batchLineOf(line, false, null);
  expect(batchLineOf(line, true, null)).toEqual({ ...lineWithoutBackoff, tone: 'waiting' });
});

it('endedBatches announces successes and failures separately', () => {
  const lines = [finishedCreations, updates({ done: 57, gone: 3 })];
  expect(endedBatches(lines, () => null, 'done')).toBe('batch_ended batch_created 14');
  expect(endedBatches(lines, () => null, 'attention')).toBe('batch_changed 57 · batch_gone 3');
});

it('a batch of updates has its own final sentence on the requesting page', async () => {
  const { state, show } = openBatches();
  const batch = { id: 'e', subjects: [] };
  const onPress = () => {};
  await state.create(batch, {
    sentence: ({ counts }) => `title: fixed on ${counts.done}`,
    buttons: () => [{ label: 'Show fixed', onPress }],
  });
  const unfinished = { ...updates({ queued: 60 }, RESULTS), id: 'e' };
  const ended = { ...updates({ done: 59, needsAttention: 1 }, RESULTS), id: 'e' };
  show(unfinished);
  expect(state.buttonsAt(unfinished)).toEqual([]);
  show(ended);
  expect(state.shown.value.map(state.endingOf)).toEqual(['title: fixed on 59']);
  expect(state.buttonsAt(ended)).toEqual([{ label: 'Show fixed', onPress }]);
  expect(batchLineOf(ended, false, state.endingOf(ended))).toMatchObject({
    sentence: 'title: fixed on 59',
    reason: 'batch_failed 1',
    tone: 'attention',
  });
  expect(endedBatches([ended], state.endingOf, 'attention')).toBe(
    'title: fixed on 59 · batch_failed 1',
  );
  // The page knows only the counts of a batch that another page has requested.
  expect(state.endingOf({ ...ended, id: 'f' })).toBeNull();
});
