import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createTaskList } from '@/components/activity/queue-state';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { Task } from '@/lib/task/task';
import { closedGate } from '../../support/memory-tasks';
import { openForm } from '../../support/open-form';
import { change, creation, deletion } from '../../support/sample-task';

const failure: Failure = { code: 'unreachable' };
const stuck = { name: 'stuck', reason: 'refused', failure } as const;
const refused = creation('old-1', stuck, { privacy: Privacy.Public });

/** The queue beside a form, on a background that holds these tasks. */
function openTasks(...held: Task[]) {
  const opened = openForm();
  const { form, tasks } = opened;
  const toldId = signal<string | null>(null);
  const onDoubt = vi.fn();
  const list = createTaskList({
    ...{
      form,
      privateWindow: false,
      toldId,
      onDoubt,
      view: tasks.view,
      background: tasks.background,
    },
  });
  tasks.adopt(...held);
  const shownIds = () => list.shown.value.map(({ id }) => id);
  return { ...opened, list, toldId, shownIds, onDoubt };
}

describe('the queue', () => {
  it('shows creations and changes, counts those that it has no room for, and no deletions', () => {
    const held = [refused, creation('a'), change('b'), deletion('c'), deletion('d', stuck)];
    const { list, tasks, shownIds } = openTasks(...held);
    expect(shownIds()).toEqual(['old-1', 'a', 'b']);
    const { creations, changes, stuck: needing, more } = list;
    const counts = () => [creations, changes, needing, more].map(({ value }) => value);
    expect(counts()).toEqual([1, 1, 1, 0]);
    tasks.show({ ordinary: { create: 1_001, change: 2, delete: 5, stuck: 4 } });
    expect(counts()).toEqual([1_001, 2, 3, 1_003]);
  });

  it('leaves out what the form tells of, until it is put off or refused', async () => {
    const { form, tasks, list, shownIds } = openTasks(creation('a'));
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
    const { toldId, shownIds, list } = openTasks(change('b'));
    toldId.value = 'b';
    expect([shownIds(), list.changes.value]).toEqual([[], 0]);
  });

  it('says that the gate is closed only where something waits for it', () => {
    const { list, tasks } = openTasks(refused);
    tasks.setGate(closedGate(failure));
    expect(list.gate.value).toBeNull();
    tasks.adopt(creation('a'));
    expect(list.gate.value).toEqual(closedGate(failure));
  });

  it('counts what had waited for each outage anew', () => {
    const { list, tasks } = openTasks();
    const outage = (id: string) => {
      tasks.adopt(change(id));
      tasks.setGate(closedGate(failure));
      tasks.end(id, 'done');
      tasks.setGate(null);
      return list.afterWait.change.value;
    };
    expect([outage('a'), outage('b')]).toEqual([1, 1]);
  });

  it('has the list read again once a task is taken back that may have been done', async () => {
    const tried = { ...creation('a'), tries: 1 };
    const { list, onDoubt } = openTasks(tried, creation('b'));
    list.cancel(creation('b'));
    list.cancel(tried);
    await vi.waitFor(() => expect(onDoubt).toHaveBeenCalledOnce());
  });

  it('sends a stuck task again with its password, and keeps it where the background was stopped', async () => {
    const { list, shownIds, retry } = openTasks(refused);
    retry.mockRejectedValueOnce(new Error('stopped'));
    list.retry(refused, 'hunter2');
    expect(retry).toHaveBeenCalledExactlyOnceWith('old-1', 'hunter2');
    expect(shownIds()).toEqual(['old-1']);
  });
});
