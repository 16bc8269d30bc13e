import { describe, expect, it, vi } from 'vitest';
import { createReportDeletions } from '@/components/report/deletions-state';
import type { Failure } from '@/lib/failure';
import { countedIds, createMemoryTasks } from '../../support/memory-tasks';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('1');
const failure: Failure = { code: 'notAllowed', message: null };

/** The deletions of one window, of several on the same background where it is given. */
function openDeletions({
  tasks = createMemoryTasks(),
  prefix = 'new',
  privateWindow = false,
} = {}) {
  const onDeleted = vi.fn();
  const deletions = createReportDeletions({
    ...{ view: tasks.view, background: tasks.background, privateWindow, onDeleted },
    newId: countedIds(prefix),
  });
  const lines = () => deletions.lines.value.map(({ id, state }) => [id, state.name]);
  const undo = async () => {
    const [line] = deletions.lines.value;
    if (line) await deletions.undo(line);
  };
  return { deletions, tasks, onDeleted, lines, undo, ...tasks.background };
}

describe('a deletion', () => {
  it('hides the report and can be undone, until its request is out', async () => {
    const { deletions, tasks, lines } = openDeletions();
    await deletions.remove(report);
    expect(deletions.deleting.value).toEqual(['1']);
    expect(lines()).toEqual([['new-1', 'waiting']]);
    tasks.move('new-1', { name: 'sent' });
    expect(lines()).toEqual([]);
    expect(deletions.deleting.value).toEqual(['1']);
    tasks.refuse('new-1', failure);
    expect(lines()).toEqual([['new-1', 'stuck']]);
    expect(deletions.deleting.value).toEqual([]);
  });

  it('says why the background took neither it nor its undoing, until it takes one', async () => {
    const { deletions, add, cancel, lines, undo } = openDeletions();
    add.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    await deletions.remove(report);
    expect(deletions.failure.value).toEqual({ code: 'notStored' });
    await deletions.remove(report);
    expect(deletions.failure.value).toBeNull();
    cancel.mockRejectedValueOnce(new Error('stopped'));
    await undo();
    expect(deletions.failure.value).toEqual({ code: 'interrupted' });
    await undo();
    expect([deletions.failure.value, lines()]).toEqual([null, []]);
  });

  it('of a private window has its line there alone, and hides its report everywhere', async () => {
    const secret = openDeletions({ privateWindow: true });
    const ordinary = openDeletions({ tasks: secret.tasks });
    await secret.deletions.remove(report);
    expect([secret.lines().length, ordinary.lines().length]).toEqual([1, 0]);
    expect(ordinary.deletions.deleting.value).toEqual(['1']);
  });
});

describe('undoing', () => {
  it('in time says nothing, in two windows at once as well', async () => {
    const first = openDeletions();
    const second = openDeletions({ tasks: first.tasks, prefix: 'other' });
    await first.deletions.remove(report);
    const [line] = second.deletions.lines.value;
    await first.undo();
    if (line) await second.deletions.undo(line);
    for (const { deletions } of [first, second]) {
      expect([deletions.tooLate.value, deletions.failure.value]).toEqual([null, null]);
      expect(deletions.deleting.value).toEqual([]);
    }
  });

  it('too late says what becomes of the report, until it has a line again', async () => {
    const { deletions, tasks, cancel, undo } = openDeletions();
    await deletions.remove(report);
    cancel.mockImplementationOnce(async () => {
      tasks.move('new-1', { name: 'sent' });
      return { value: false };
    });
    await undo();
    expect(deletions.tooLate.value).toBe('deleting');
    tasks.refuse('new-1', failure);
    expect(deletions.tooLate.value).toBeNull();
    cancel.mockImplementationOnce(async () => {
      tasks.end('new-1', 'done');
      return { value: false };
    });
    await undo();
    expect(deletions.tooLate.value).toBe('deleted');
    await deletions.remove(sampleReport('2'));
    expect(deletions.tooLate.value).toBeNull();
  });
});

it('once all deletions have ended, others may take the places of those that are gone', async () => {
  const { deletions, tasks, onDeleted } = openDeletions();
  await deletions.remove(report);
  tasks.end('new-1', 'cancelled');
  await deletions.remove(report);
  await deletions.remove(sampleReport('2'));
  tasks.end('new-2', 'done');
  expect(onDeleted).not.toHaveBeenCalled();
  tasks.end('new-3', 'done');
  expect(onDeleted).toHaveBeenCalledOnce();
});
