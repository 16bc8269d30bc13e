import { describe, expect, it, vi } from 'vitest';
import { createGateway } from '@/lib/task/outgoing';
import type { Task } from '@/lib/task/task';
import type { TaskStore } from '@/lib/task/task-store';
import { holdAnswers } from '../../support/held-answers';
import { creation } from '../../support/sample-task';

/** The way out of one waiting creation, whose store answers when the test says so. */
function start(store: Partial<TaskStore> = {}, lets = true) {
  const task = creation('1');
  const saving = holdAnswers<void>();
  const met = vi.fn();
  const onStuck = vi.fn();
  const kept: Task[] = [];
  const gateway = createGateway({
    store: {
      get: () => task,
      password: async () => undefined,
      save: saving.call,
      keep: async (one: Task) => void kept.push(one),
      ...store,
    } as unknown as TaskStore,
    gate: { met, lets: () => lets } as never,
    missingPermission: async () => null,
    onStuck,
  });
  return { gateway, task, saving, met, onStuck, kept };
}

describe('a task that goes out', () => {
  it('is stored as sent before its request', async () => {
    const { gateway, task, saving } = start();
    const isOut = vi.fn();
    const letting = gateway.letOut(task, task).then(isOut);
    await saving.asked(1);
    expect(isOut).not.toHaveBeenCalled();
    saving.answer(0, undefined);
    await letting;
    expect(isOut).toHaveBeenCalledWith({
      task: { ...task, tries: 1, state: { name: 'sent' } },
      password: undefined,
    });
  });

  it('stays where it cannot be stored, and closes the gate', async () => {
    const { gateway, task, saving, met } = start();
    const letting = gateway.letOut(task, task);
    await saving.asked(1);
    saving.reject(0);
    expect(await letting).toBeNull();
    expect(met).toHaveBeenCalledWith({ code: 'notStored' }, '1');
  });

  it('stays where it was taken back meanwhile, or the gate has closed', async () => {
    const save = vi.fn();
    const takenBack = start({ save, get: () => undefined });
    expect(await takenBack.gateway.letOut(takenBack.task, takenBack.task)).toBeNull();
    const closed = start({ save }, false);
    expect(await closed.gateway.letOut(closed.task, closed.task)).toBeNull();
    expect(save).not.toHaveBeenCalled();
  });

  it('is stuck without the password that it needs', async () => {
    const { gateway, kept, onStuck, task } = start({});
    const asked = { ...task, work: { ...task.work, draft: { ...task.work.draft, privacy: 2 } } };
    expect(await gateway.letOut(task, asked as typeof task)).toBeNull();
    expect(kept).toMatchObject([{ state: { name: 'stuck', reason: 'password' } }]);
    expect(onStuck).toHaveBeenCalledOnce();
  });
});
