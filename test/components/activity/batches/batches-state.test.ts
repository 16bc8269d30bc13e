import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { batchLineOf, endedBatches } from '@/components/activity/batches/batch-line';
import { createBatches } from '@/components/activity/batches/batches-state';
import type { ActivityView } from '@/components/activity/subject';
import { createCommands } from '@/components/ui/state/command-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { BatchLine } from '@/lib/task/batch/batch';
import { EMPTY_TASK_VIEW } from '@/lib/task/task-view';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleBatch } from '../../../support/sample-task';

beforeEach(() => useMessageKeys({ filled: true }));

const line = sampleBatch('a', { kind: 'delete', size: 60 });
const ended = { waiting: 0 };
const NOTHING: ActivityView = { ...EMPTY_TASK_VIEW, outcomes: [] };

function open(...batches: BatchLine[]) {
  const view = signal<ActivityView>({ ...NOTHING, batches });
  const addBatch = vi.fn<BackgroundApi['addBatch']>(async () => ({ value: null }));
  const steerBatch = vi.fn<BackgroundApi['steerBatch']>(async () => ({ value: null }));
  const background = { addBatch, steerBatch };
  const pressed = signal({});
  const press = vi.fn(() => {
    pressed.value = {};
  });
  const told = createBatches({ background, view, pressed, press, commands: createCommands() });
  const shown = () => told.shown.value.map(({ id }) => id);
  const show = (...lines: BatchLine[]) => {
    view.value = { ...NOTHING, batches: lines };
  };
  return { told, shown, show, press, addBatch, steerBatch };
}

it('a batch has a line while under way, after failed deletions, or ended while the page was open', async () => {
  const { told, shown, show, press, addBatch } = open(
    line,
    { ...line, id: 'b', ...ended, done: 60 },
    { ...line, id: 'c', ...ended, done: 59, failed: 1 },
    { ...line, id: 'd', kind: 'create', ...ended, done: 59, failed: 1, isSeen: true },
  );
  expect(shown()).toEqual(['a', 'c']);
  addBatch.mockRejectedValueOnce(new Error('stopped'));
  await told.ask({ id: 'e', kind: 'delete', reports: [] });
  expect(addBatch).toHaveBeenCalledTimes(2);
  expect(press).toHaveBeenCalledOnce();
  show({ ...line, id: 'e' });
  show({ ...line, id: 'e', ...ended, done: 60 });
  expect([shown(), told.ended.value.length]).toEqual([['e'], 1]);
  await told.ask({ id: 'f', kind: 'delete', reports: [] });
  show({ ...line, id: 'f' }, { ...line, id: 'e', ...ended, done: 60 });
  expect([shown(), told.ended.value]).toEqual([['f'], []]);
});

it('any press on the page ends the line of changes and deletions that have ended', () => {
  const { shown, show, press } = open(line);
  show({ ...line, ...ended, done: 60 });
  expect(shown()).toEqual(['a']);
  press();
  expect(shown()).toEqual([]);
});

it('creations that have ended keep their line, whatever is pressed, until a person has seen them', () => {
  const made = sampleBatch('m', { ...ended, done: 14 });
  const { shown, show, press } = open(made);
  press();
  expect(shown()).toEqual(['m']);
  show({ ...made, isSeen: true });
  expect(shown()).toEqual([]);
  // Sent again.
  show({ ...made, isSeen: true, done: 13, waiting: 1 });
  expect(shown()).toEqual(['m']);
});

it('a batch that could not be stored has no line, and the press gets the failure', async () => {
  const { told, show, addBatch } = open();
  const failure = { code: 'notStored' } as const;
  addBatch.mockResolvedValue({ failure });
  expect(await told.ask({ id: 'e', kind: 'delete', reports: [] })).toEqual({ failure });
  show({ ...line, id: 'e', ...ended, done: 60 });
  expect(told.shown.value).toEqual([]);
});

it('a batch that is taken back on this page keeps its line', () => {
  const { told, shown, show, steerBatch } = open(line);
  told.steer(line, { kind: 'cancel' });
  expect(steerBatch).toHaveBeenCalledWith('a', { kind: 'cancel' });
  show({ ...line, ...ended, done: 2 });
  expect(shown()).toEqual(['a']);
});

it.each(['pause', 'resume', 'cancel', 'retry', 'remove'] as const)(
  'a failed %s says so at the line of its batch, until the batch stands otherwise',
  async (kind) => {
    const { told, steerBatch } = open(line, { ...line, id: 'b' });
    const failure = { code: 'notStored' } as const;
    steerBatch.mockResolvedValueOnce({ failure });
    told.steer(line, { kind });
    await expect.poll(() => told.failureAt(line)).toEqual(failure);
    expect(told.failureAt({ ...line, id: 'b' })).toBeNull();
    expect(told.failureAt({ ...line, ...ended })).toBeNull();
    told.steer(line, { kind });
    await expect.poll(() => told.failureAt(line)).toBeNull();
  },
);

const change = { ...line, kind: 'change', change: { privacy: 1 } } as const;

const updating = { ...change, change: { results: 1 } } as const;
const tooLate = { ...line, ...ended, done: 2, gone: 1 };
const created = sampleBatch('m', { ...ended, done: 14 });
const stopped = sampleBatch('m', { isPaused: true, pausedBy: 'No more' });
const [steering, failed] = ['pause cancel retry', 'batch_failed 1'];

it.each<[string, BatchLine, string, string, string, string]>([
  ['deletes', line, 'busy', 'batch_deleting 0 60', '', 'undo'],
  [
    'deletes, paused',
    { ...line, isPaused: true },
    ...(['waiting', 'batch_deleting 0 60', 'batch_paused', 'resume undo'] as const),
  ],
  ['was taken back in time', { ...line, ...ended }, 'done', 'batch_kept 60', '', ''],
  [
    'was taken back too late for some',
    tooLate,
    'attention',
    'batch_kept 57',
    'batch_tooLate 3',
    '',
  ],
  [
    'changes',
    { ...change, waiting: 50, done: 8, gone: 1, failed: 1 },
    ...(['busy', 'batch_changing 10 60', failed, steering] as const),
  ],
  [
    'updates, paused',
    { ...updating, isPaused: true },
    ...(['waiting', 'batch_updating 0 60', 'batch_paused', 'resume cancel'] as const),
  ],
  [
    'lacks its password',
    { ...change, needsPassword: true },
    ...(['attention', 'batch_changing 0 60', 'batch_needsPassword', 'password'] as const),
  ],
  [
    'has changed all but those that are gone',
    { ...change, ...ended, done: 57, gone: 3 },
    ...(['attention', 'batch_changed 57', 'batch_gone 3', ''] as const),
  ],
  [
    'has changed all but some',
    { ...change, ...ended, done: 50, gone: 3, failed: 2 },
    ...(['attention', 'batch_changed 50'] as const),
    ...(['batch_cancelled 5 · batch_gone 3 · batch_failed 2', 'retry dismiss'] as const),
  ],
  [
    'has updated all but some',
    { ...updating, ...ended, done: 58, failed: 2 },
    ...(['attention', 'batch_updated 58', 'batch_failed 2', 'retry dismiss'] as const),
  ],
  [
    'creates',
    sampleBatch('m', { waiting: 10, done: 3, failed: 1 }),
    ...(['busy', 'batch_line 4 14', failed, 'open'] as const),
  ],
  [
    'was paused by the service',
    stopped,
    ...(['attention', 'batch_line 0 14', 'batch_pausedBy \u2068No more\u2069', 'open'] as const),
  ],
  [
    'was paused by refusals without words',
    { ...stopped, pausedBy: '' },
    ...(['attention', 'batch_line 0 14', 'batch_pausedWithoutWords', 'open'] as const),
  ],
  ['has created all', created, 'done', 'batch_ended batch_created 14', '', 'open dismiss'],
  [
    'has created some',
    sampleBatch('m', { ...ended, done: 11, failed: 2 }),
    'attention',
    'batch_ended text_series text_series batch_created 11 batch_failed 2 batch_cancelled 1',
    ...(['', 'open dismiss'] as const),
  ],
])('the line of a batch that %s', (_, batch, tone, sentence, reason, verbs) => {
  const shown = batchLineOf(batch, false, null);
  expect(shown).toMatchObject({ tone, sentence, reason });
  expect(shown.verbs.join(' ')).toBe(verbs);
});

it('the line of a batch that the gate keeps back waits', () => {
  const free = batchLineOf(line, false, null);
  expect(batchLineOf(line, true, null)).toEqual({ ...free, tone: 'waiting' });
});

it('batches that have ended are announced apart, those with failures as an alert', () => {
  const lines = [created, { ...change, ...ended, done: 57, gone: 3 }];
  expect(endedBatches(lines, () => null, 'done')).toBe('batch_ended batch_created 14');
  expect(endedBatches(lines, () => null, 'attention')).toBe('batch_changed 57 · batch_gone 3');
});

it('a batch of updates ends with what they have come to, on the page that has asked for them', async () => {
  const { told, show } = open();
  const batch = { id: 'e', kind: 'change', change: { results: 1 }, reports: [] } as const;
  await told.ask(batch, ({ done }) => `title: fixed on ${done}`);
  const going = { ...updating, id: 'e' };
  const over = { ...going, ...ended, done: 59, failed: 1 };
  show(going);
  show(over);
  expect(told.shown.value.map(told.endingOf)).toEqual(['title: fixed on 59']);
  expect(batchLineOf(over, false, told.endingOf(over))).toMatchObject({
    ...{ sentence: 'title: fixed on 59', reason: 'batch_failed 1', tone: 'attention' },
  });
  expect(endedBatches([over], told.endingOf, 'attention')).toBe(
    'title: fixed on 59 · batch_failed 1',
  );
  // Of what another page has asked for, this one knows no more than how many there are.
  expect(told.endingOf({ ...over, id: 'f' })).toBeNull();
});
