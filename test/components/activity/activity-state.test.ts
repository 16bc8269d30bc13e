import { computed, signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createActivity } from '@/components/activity/activity-state';
import { createAsk } from '@/components/activity/ask-state';
import type { AwaitedState } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { NewTask, Task } from '@/lib/task/task';
import { createPageTasks } from '../../support/page-tasks';
import { sampleReport } from '../../support/sample-report';
import { change, closedGate, creation, deletion } from '../../support/sample-task';

const failure: Failure = { code: 'unreachable' };
const stuck = { name: 'stuck', reason: 'refused', failure } as const;
const report = sampleReport('1');

/** The activity of a page, on a background that holds these tasks, the earliest first. */
async function open(...held: Task[]) {
  const tasks = createPageTasks();
  const { view, background } = tasks;
  await tasks.adopt(...held.map((task, at) => ({ ...task, askedAt: at + 1 })));
  const listed = signal<readonly Report[]>([]);
  const awaited = signal<AwaitedState>(null);
  const openId = signal<string | undefined>(undefined);
  const formPage = signal<string | null>(null);
  const onDoubt = vi.fn();
  const asking = createAsk(background, view);
  const activity = createActivity({
    ...{ background, view, asking, listed, openId, formPage, onDoubt },
    awaitedOf: () => awaited.value,
  });
  const ids = computed(() => activity.lines.value.map(({ id }) => id));
  const press = (id: string) =>
    asking.ask({ id, kind: 'create', draft: { url: `https://host.example/${id}`, privacy: 1 } });
  const update = (id: string) => asking.ask(updating(id));
  return {
    ...{ activity, tasks, listed, awaited, openId, formPage, onDoubt, press, update, ids },
    ...background,
  };
}

const updating = (id: string): NewTask => ({ id, kind: 'change', report, change: { results: 1 } });

describe('the lines below the form', () => {
  it('list the newest first, then stuck tasks, then the others from the newest, whoever asked', async () => {
    const { ids, press } = await open(
      creation('a'),
      creation('b', stuck),
      deletion('c'),
      creation('d', stuck),
    );
    await press('e');
    expect(ids.value).toEqual(['e', 'd', 'b', 'c', 'a']);
  });

  it('are five, and count all others, those that the view has no room for, too', async () => {
    const { ids, activity, tasks } = await open(
      ...Array.from({ length: 40 }, (_, at) => creation(`x${at}`)),
      creation('a', stuck),
    );
    expect(ids.value).toEqual(['a', 'x39', 'x38', 'x37', 'x36']);
    expect([activity.rest.value.length, activity.unseen.value]).toEqual([20, 16]);
    await tasks.end('x39', 'done', report);
    expect(ids.value).toEqual(['a', 'x39', 'x38', 'x37', 'x36']);
  });

  it('keep what has ended while the page was open, until the next press', async () => {
    const { ids, press, tasks } = await open(creation('a'), creation('b'), creation('c'));
    await tasks.end('a', 'done', report);
    await tasks.end('b', 'cancelled');
    expect(ids.value).toEqual(['c', 'a']);
    await press('d');
    expect(ids.value).toEqual(['d', 'c']);
  });

  it('keep what has ended for a minute', async () => {
    const { ids, tasks } = await open(creation('a'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await tasks.end('a', 'done', report);
    vi.advanceTimersByTime(59_000);
    expect(ids.value).toEqual(['a']);
    vi.advanceTimersByTime(2_000);
    expect(ids.value).toEqual([]);
    vi.useRealTimers();
  });

  it('keep an update as long as its result is awaited', async () => {
    const { ids, tasks, awaited } = await open(change('a'));
    await tasks.end('a', 'cancelled');
    awaited.value = 'awaited';
    await tasks.adopt({ ...change('b'), work: { ...change('b').work, change: { results: 1 } } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await tasks.end('b', 'done', report);
    vi.advanceTimersByTime(600_000);
    expect(ids.value).toEqual(['b']);
    awaited.value = null;
    expect(ids.value).toEqual([]);
    vi.useRealTimers();
  });

  it('count by kind what is done beyond the five', async () => {
    const { ids, activity, tasks } = await open(
      ...Array.from({ length: 8 }, (_, at) => creation(`x${at}`)),
    );
    for (let at = 0; at < 8; at += 1) await tasks.end(`x${at}`, 'done', sampleReport(`r${at}`));
    expect(ids.value).toEqual(['x7', 'x6', 'x5', 'x4', 'x3']);
    expect(activity.doneCounts.value).toEqual([{ kind: 'create', count: 3 }]);
    expect([activity.rest.value, activity.unseen.value]).toEqual([[], 0]);
  });

  it('leave out reports that were deleted since', async () => {
    const { ids, tasks } = await open(creation('a'));
    await tasks.end('a', 'done', report);
    expect(ids.value).toEqual(['a']);
    await tasks.adopt(deletion('d'));
    expect(ids.value).toEqual(['d']);
  });

  it('do not name the page whose address stands in the form', async () => {
    const { activity, formPage } = await open(creation('a'), creation('b'));
    formPage.value = 'host.example/a';
    const named = activity.lines.value.filter(({ isNamed }) => isNamed);
    expect(named.map(({ id }) => id)).toEqual(['a']);
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

  it('include a new result that was asked for on another page, until it is asked for here', async () => {
    const { activity, openId, listed, awaited, update, ids } = await open();
    openId.value = '1';
    listed.value = [report];
    awaited.value = 'awaited';
    expect(activity.lines.value).toMatchObject([{ awaited: 'awaited', isNamed: true }]);
    await update('c');
    expect(ids.value).toEqual(['c']);
  });
});

it('the gate has a line only where a task in sight waits for it', async () => {
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

it('a batch has a line of its own, and waits for the gate as tasks do', async () => {
  const { activity, tasks } = await open();
  await activity.batches.ask({ id: 'b', kind: 'delete', reports: [referTo(report)] });
  expect(activity.batches.shown.value).toMatchObject([{ id: 'b', size: 1 }]);
  await tasks.setGate(closedGate(failure));
  expect(activity.gate.value).toEqual(closedGate(failure));
});

describe('a task that needs a person', () => {
  it('is announced once, together with other tasks that are new', async () => {
    const { activity, tasks } = await open(
      creation('a', stuck),
      creation('b', stuck),
      creation('c'),
    );
    const alerts = () => activity.alerts.value.map(({ id }) => id);
    expect(alerts()).toEqual(['b', 'a']);
    await tasks.refuse('c', failure);
    expect(alerts()).toEqual(['c']);
    await tasks.end('a', 'cancelled');
    expect(alerts()).toEqual(['c']);
    await tasks.end('c', 'cancelled');
    expect(alerts()).toEqual([]);
  });

  it('is sent again with the password typed here', async () => {
    const { activity, retry } = await open(
      creation('a', { name: 'stuck', reason: 'password', failure: null }),
    );
    for (const line of activity.lines.value) activity.sendAgain(line, 'hunter2');
    expect(retry).toHaveBeenCalledExactlyOnceWith('a', 'hunter2');
  });
});

it('what could not be stored is told until the next press', async () => {
  const { activity, add, press, ids } = await open();
  add.mockResolvedValueOnce({ failure: { code: 'notStored' } });
  await press('a');
  expect(ids.value).toEqual([]);
  expect(activity.unstored.value).toMatchObject({ task: { id: 'a' } });
  await press('b');
  expect([ids.value, activity.unstored.value]).toEqual([['b'], null]);
});

describe('a command that fails', () => {
  it('says so at its line, until another one succeeds', async () => {
    const { activity, cancel, retry } = await open(creation('a', stuck), creation('b'));
    const failures = () => activity.lines.value.map(activity.failureAt);
    cancel.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    for (const line of activity.lines.value.slice(0, 1)) activity.cancel(line);
    await expect.poll(failures).toEqual([{ code: 'notStored' }, null]);
    retry.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
    for (const line of activity.lines.value.slice(1)) activity.sendAgain(line);
    await expect.poll(failures).toEqual([null, { code: 'storeUnreadable' }]);
    for (const line of activity.lines.value.slice(1)) activity.sendAgain(line);
    await expect.poll(failures).toEqual([null, null]);
    const standings = () => activity.lines.value.map(({ standing }) => standing.name);
    await expect.poll(standings).toEqual(['waiting', 'waiting']);
  });

  it('is given again where the browser stops the worker before it answers', async () => {
    const { activity, cancel, ids } = await open(creation('a'));
    cancel.mockRejectedValueOnce(new Error('stopped'));
    for (const line of activity.lines.value) activity.cancel(line);
    await expect.poll(() => ids.value).toEqual([]);
  });

  it('is Retry now, which says so beside the gate', async () => {
    const { activity, tasks, retryNow } = await open(creation('a'));
    await tasks.setGate(closedGate(failure));
    retryNow.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
    activity.retryNow();
    await expect.poll(activity.retryFailure).toEqual({ code: 'storeUnreadable' });
    expect(activity.retryState.value).toBeNull();
  });

  it.each([
    ['Undo', deletion('a')],
    ['Cancel', creation('a')],
  ])('is %s that comes too late, also while the request is out', async (_, task) => {
    const { activity, tasks, cancel } = await open(task);
    cancel.mockImplementationOnce(async () => {
      await tasks.move('a', { name: 'sent' });
      return { value: false };
    });
    for (const line of activity.lines.value) activity.cancel(line);
    await expect.poll(() => activity.lines.value.map(activity.failureAt)).toEqual(['tooLate']);
    expect(activity.lines.value.map(({ standing }) => standing.name)).toEqual(['sent']);
  });
});

it('cancelling a task whose request may have reached the service reads the list again', async () => {
  const { activity, onDoubt } = await open(
    { ...creation('a', stuck), tries: 1 },
    creation('b', stuck),
  );
  for (const line of activity.lines.value) activity.cancel(line);
  await vi.waitFor(() => expect(onDoubt).toHaveBeenCalledOnce());
});

it('what came of copying is told until the next press, a failure as one', async () => {
  const { activity, press } = await open();
  activity.tell('URL copied');
  const copied = { text: 'URL copied', isFailure: false, password: null };
  expect(activity.note.value).toEqual(copied);
  activity.tell("Couldn't copy", true);
  expect(activity.note.value).toMatchObject({ text: "Couldn't copy", isFailure: true });
  await press('a');
  expect(activity.note.value).toBeNull();
});
