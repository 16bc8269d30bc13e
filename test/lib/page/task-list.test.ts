import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createTaskList } from '@/lib/page/task-list';
import { Privacy } from '@/lib/report/privacy';
import type { Task } from '@/lib/task/task';
import { closedGate } from '../../support/memory-tasks';
import { openForm, PAGE } from '../../support/open-form';
import { quiescence } from '../../support/quiescence';
import { change, creation, deletion } from '../../support/sample-task';

const failure: Failure = { code: 'unreachable' };
const stuck = { name: 'stuck', reason: 'refused', failure } as const;
const refused = creation('old-1', stuck, { privacy: Privacy.Public });

function openTasks({ privateWindow = false } = {}) {
  const opened = openForm({ privateWindow });
  const { form, tasks } = opened;
  const toldId = signal<string | null>(null);
  const list = createTaskList({
    ...{ form, privateWindow, toldId, view: tasks.view, background: tasks.background },
  });
  const shownIds = () => list.shown.value.map(({ id }) => id);
  const put = (...shown: Task[]) => tasks.adopt(...shown);
  return { ...opened, list, toldId, shownIds, put };
}

describe('the queue', () => {
  it('shows creations and changes, counts those that it has no room for, and no deletions', () => {
    const { list, put, tasks, shownIds } = openTasks();
    put(refused, creation('a'), change('b'), deletion('c'), deletion('d', stuck));
    expect(shownIds()).toEqual(['old-1', 'a', 'b']);
    const { creations, changes, stuck: needing, more } = list;
    const counts = () => [creations, changes, needing, more].map(({ value }) => value);
    expect(counts()).toEqual([1, 1, 1, 0]);
    tasks.show({ ordinary: { create: 1_001, change: 2, delete: 5, stuck: 4 } });
    expect(counts()).toEqual([1_001, 2, 3, 1_003]);
  });

  it('leaves out what the form tells of, until it is put off or refused', async () => {
    const { form, tasks, put, list, shownIds } = openTasks();
    put(creation('a'));
    await form.submit();
    expect([shownIds(), list.creations.value]).toEqual([['a'], 1]);
    tasks.setGate(closedGate(failure));
    expect([shownIds(), list.creations.value]).toEqual([['a', 'new-1'], 2]);
    expect(list.isReasonTold.value).toBe(true);
    tasks.setGate(null);
    form.enterUrl('https://host.example/next');
    tasks.refuse('new-1', failure);
    expect(shownIds()).toEqual(['a', 'new-1']);
  });

  it('leaves out what is told of elsewhere', () => {
    const { put, toldId, shownIds, list } = openTasks();
    put(change('b'));
    toldId.value = 'b';
    expect([shownIds(), list.changes.value]).toEqual([[], 0]);
  });

  it('shows tasks of private windows in private windows alone', () => {
    const secret = { ...creation('secret'), privateWindow: true };
    for (const privateWindow of [true, false]) {
      const { put, list, shownIds } = openTasks({ privateWindow });
      put(secret, creation('a'));
      expect(shownIds()).toEqual(privateWindow ? ['secret', 'a'] : ['a']);
      expect(list.creations.value).toBe(privateWindow ? 2 : 1);
    }
  });

  it('says that the gate is closed only where something waits for it', () => {
    const { list, put, tasks } = openTasks();
    tasks.setGate(closedGate(failure));
    put(refused);
    expect(list.gate.value).toBeNull();
    put(creation('a'));
    expect(list.gate.value).toEqual(closedGate(failure));
  });
});

describe('what can be done about a task', () => {
  it('is asked of the background, and leaves the form as it is', () => {
    const { form, list, cancel, retry, retryNow } = openTasks();
    list.cancel(refused);
    expect(cancel).toHaveBeenCalledExactlyOnceWith('old-1');
    list.retry(refused, 'hunter2');
    expect(retry).toHaveBeenLastCalledWith('old-1', 'hunter2');
    list.retryNow();
    expect(retryNow).toHaveBeenCalledOnce();
    expect(form.url.value).toBe(PAGE);
  });

  it('is, of a creation, to put it back into the form, where nothing is sent', () => {
    const { form, list, add, cancel } = openTasks();
    list.fillInAgain(refused);
    expect([form.url.value, form.privacy.value]).toEqual(['https://host.example/old-1', 0]);
    expect(cancel).toHaveBeenCalledExactlyOnceWith('old-1');
    expect(add).not.toHaveBeenCalled();
  });

  it('leaves all as it is where the background was stopped', async () => {
    const { list, put, shownIds, cancel, retry, retryNow } = openTasks();
    put(refused);
    for (const verb of [cancel, retry, retryNow]) verb.mockRejectedValue(new Error('stopped'));
    list.cancel(refused);
    list.retry(refused);
    list.retryNow();
    await quiescence();
    expect(shownIds()).toEqual(['old-1']);
  });
});
