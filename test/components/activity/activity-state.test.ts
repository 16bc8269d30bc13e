import { computed, signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createActivity } from '@/components/activity/activity-state';
import { createPresses } from '@/components/activity/presses-state';
import type { AwaitedState } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { NewTask, Task } from '@/lib/task/task';
import { createPageTasks } from '../../support/page-tasks';
import { sampleReport } from '../../support/sample-report';
import { change, closedGate, creation, deletion } from '../../support/sample-task';

const failure: Failure = { code: 'unreachable' };
const stuck = { name: 'stuck', reason: 'refused', failure } as const;
const report = sampleReport('1');

/** The activity of a page, on a background that holds these tasks. */
async function open(...held: Task[]) {
  const tasks = createPageTasks();
  const { view, background } = tasks;
  await tasks.adopt(...held);
  const listed = signal<readonly Report[]>([]);
  const awaited = signal<AwaitedState>(null);
  const openId = signal<string | undefined>(undefined);
  const formPressId = signal<string | null>(null);
  const onDoubt = vi.fn();
  const presses = createPresses({ background, view });
  const activity = createActivity({
    ...{ background, view, presses, listed, openId, formPressId, onDoubt },
    awaitedOf: () => awaited.value,
  });
  const ids = computed(() => activity.lines.value.map(({ id }) => id));
  const press = (id: string) =>
    presses.ask({ id, kind: 'create', draft: { url: `https://host.example/${id}`, privacy: 1 } });
  const update = (id: string) => presses.ask(updating(id));
  return {
    activity,
    presses,
    tasks,
    listed,
    awaited,
    openId,
    onDoubt,
    press,
    update,
    ids,
    ...background,
  };
}

const updating = (id: string): NewTask => ({ id, kind: 'change', report, change: { results: 1 } });

describe('the lines below the form', () => {
  it('list stuck tasks first, then own presses from the newest, then undoable deletions', async () => {
    const { ids, press, activity } = await open(
      creation('a'),
      creation('b', stuck),
      deletion('c'),
      change('d'),
    );
    await press('e');
    await press('f');
    expect(ids.value).toEqual(['b', 'f', 'e', 'c']);
    expect(activity.rest.value.map(({ id }) => id)).toEqual(['a', 'd']);
    expect(activity.restCounts.value.waiting).toEqual({ create: 1, change: 1, delete: 0 });
  });

  it('show at most three stuck tasks and three own presses, and count all other tasks', async () => {
    const refused = ['a', 'b', 'c', 'd'].map((id) => creation(id, stuck));
    const { ids, press, activity, tasks } = await open(...refused, creation('w'));
    for (const id of ['e', 'f', 'g', 'h']) await press(id);
    expect(ids.value).toEqual(['a', 'b', 'c', 'h', 'g', 'f']);
    await tasks.adopt(...Array.from({ length: 1_000 }, (_, at) => creation(`x${at}`)));
    await tasks.adopt(change('y'), change('z'));
    const { stuck: needing, waiting, unseen } = activity.restCounts.value;
    expect([needing, waiting, unseen]).toEqual([1, { create: 1_002, change: 2, delete: 0 }, 986]);
  });

  it('leave out cancelled tasks, deleted reports, and updates of reports no longer listed', async () => {
    const { ids, press, update, tasks, listed, awaited } = await open();
    await press('a');
    await press('b');
    await update('c');
    await tasks.end('a', 'cancelled');
    await tasks.end('b', 'done', report);
    listed.value = [report];
    await tasks.end('c', 'done', report);
    expect(ids.value).toEqual(['c', 'b']);
    awaited.value = 'awaited';
    listed.value = [];
    expect(ids.value).toEqual(['c', 'b']);
    awaited.value = null;
    expect(ids.value).toEqual(['b']);
    await tasks.adopt(deletion('d'));
    expect(ids.value).toEqual(['d']);
  });
});

describe('the lines of an open report', () => {
  it('are the lines about this report alone', async () => {
    const { ids, openId, update } = await open(creation('a', stuck), change('b', stuck));
    await update('c');
    openId.value = '1';
    expect(ids.value).toEqual(['c', 'b']);
    openId.value = '2';
    expect(ids.value).toEqual([]);
  });

  it('include a new result that was asked for on another page', async () => {
    const { activity, openId, listed, awaited } = await open();
    openId.value = '1';
    listed.value = [report];
    awaited.value = 'awaited';
    expect(activity.lines.value).toMatchObject([{ awaited: 'awaited', isNamed: true }]);
  });
});

describe('the gate', () => {
  it('has a line only where a task in sight waits for it', async () => {
    const { activity, tasks, openId } = await open(creation('a', stuck));
    await tasks.setGate(closedGate(failure));
    expect(activity.gate.value).toBeNull();
    await tasks.adopt(change('b'));
    expect(activity.gate.value).toEqual(closedGate(failure));
    openId.value = '2';
    expect(activity.gate.value).toBeNull();
    openId.value = '1';
    expect(activity.gate.value).not.toBeNull();
  });

  it('counts reports of other pages that it had held, once open, until the next press', async () => {
    const { activity, tasks, press } = await open(creation('a'), creation('b'));
    await press('own');
    await tasks.setGate(closedGate(failure));
    for (const id of ['a', 'b', 'own']) await tasks.end(id, 'done', report);
    await tasks.setGate(null);
    await tasks.adopt({ ...creation('c'), askedAt: Date.now() + 1 });
    await tasks.end('c', 'done', report);
    expect(activity.doneCounts.value).toEqual([{ kind: 'create', count: 2 }]);
    await press('next');
    expect(activity.doneCounts.value).toEqual([]);
  });
});

describe('a task that needs a person', () => {
  it('is announced once, together with other tasks that are new', async () => {
    const { activity, tasks } = await open(
      creation('a', stuck),
      creation('b', stuck),
      creation('c'),
    );
    const alerts = () => activity.alerts.value.map(({ id }) => id);
    expect(alerts()).toEqual(['a', 'b']);
    await tasks.refuse('c', failure);
    expect(alerts()).toEqual(['c']);
    await tasks.end('a', 'cancelled');
    expect(alerts()).toEqual(['c']);
    await tasks.end('c', 'cancelled');
    expect(alerts()).toEqual([]);
  });

  it('is sent again with the password typed here, and counts as a press of this page', async () => {
    const { activity, retry, ids } = await open(
      creation('a', { name: 'stuck', reason: 'password', failure: null }),
    );
    const [line] = activity.lines.value;
    if (line) activity.sendAgain(line, 'hunter2');
    expect(retry).toHaveBeenCalledExactlyOnceWith('a', 'hunter2');
    expect(ids.value).toEqual(['a']);
    expect(activity.newest.value?.id).toBe('a');
  });

  it('that was never stored just leaves the page when it is cancelled', async () => {
    const { activity, add, press, ids, cancel } = await open();
    add.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    await press('a');
    expect(ids.value).toEqual(['a']);
    for (const line of activity.lines.value) activity.cancel(line);
    expect(ids.value).toEqual([]);
    expect(cancel).not.toHaveBeenCalled();
  });
});

it('a deletion whose Undo comes too late says so', async () => {
  const { activity, tasks, cancel } = await open(deletion('a'));
  cancel.mockImplementationOnce(async () => {
    await tasks.move('a', { name: 'sent' });
    return { value: false };
  });
  for (const line of activity.lines.value) activity.cancel(line);
  await expect.poll(() => activity.lines.value).toMatchObject([{ id: 'a', isLate: true }]);
  await tasks.end('a', 'done');
  expect(activity.lines.value).toMatchObject([{ id: 'a', isLate: true }]);
});

it('cancelling a task whose request may have reached the service reads the list again', async () => {
  const { activity, onDoubt } = await open(
    { ...creation('a', stuck), tries: 1 },
    creation('b', stuck),
  );
  for (const line of activity.lines.value) activity.cancel(line);
  await vi.waitFor(() => expect(onDoubt).toHaveBeenCalledOnce());
});

it('the note that a URL was copied stays until the next press', async () => {
  const { activity, press, tasks } = await open();
  activity.tell('URL copied');
  await tasks.adopt(creation('b'));
  expect(activity.note.value).toBe('URL copied');
  await press('a');
  expect(activity.note.value).toBeNull();
});
