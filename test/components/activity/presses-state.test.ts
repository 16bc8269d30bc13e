import { describe, expect, it } from 'vitest';
import { createPresses } from '@/components/activity/presses-state';
import type { NewTask } from '@/lib/task/task';
import { createPageTasks } from '../../support/page-tasks';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const report = sampleReport('1');
const creation = (id: string): NewTask => ({
  ...{ id, kind: 'create', draft: { url: `https://host.example/${id}`, privacy: 1 } },
});

function openPresses() {
  const tasks = createPageTasks();
  const { background, view } = tasks;
  const presses = createPresses({ background, view });
  const ids = () => presses.all.value.map(({ id }) => id);
  return { presses, tasks, pressed: ids, ...background };
}

describe('a press', () => {
  it('has the state of its task, even before it is stored or when the view leaves it out', async () => {
    const { presses, tasks } = openPresses();
    const refused = { name: 'stuck', reason: 'refused', failure: { code: 'offline' } } as const;
    // As many as the view has room for, which need a person and come first.
    const others = Array.from({ length: 25 }, (_, at) =>
      creationOf(`x${at}`, { standing: refused }),
    );
    await tasks.adopt(...others);
    const asking = presses.ask(creation('a'));
    expect(presses.standing('a')).toEqual({ name: 'unstored' });
    await asking;
    expect(tasks.ids()).not.toContain('a');
    expect(presses.standing('a')).toEqual({ name: 'waiting', until: null });
    await tasks.end('x0', 'cancelled');
    await tasks.move('a', { name: 'sent' });
    expect(presses.standing('a')).toEqual({ name: 'sent' });
    await tasks.end('a', 'done', report);
    expect(presses.standing('a')).toEqual({ name: 'done' });
    expect(presses.outcome('a')).toMatchObject({ summary: report });
  });

  it('that was not stored is asked for again under the same id', async () => {
    const { presses, add, tasks } = openPresses();
    for (const _ of [1, 2, 3]) add.mockRejectedValueOnce(new Error('stopped'));
    await presses.ask(creation('a'));
    expect(presses.standing('a')).toEqual({ name: 'notTaken', failure: { code: 'interrupted' } });
    for (const press of presses.all.value) presses.again(press);
    await expect.poll(tasks.ids).toEqual(['a']);
    expect(presses.all.value).toHaveLength(1);
  });

  it('that the background answers with a question is not kept as a press', async () => {
    const { presses, add, pressed } = openPresses();
    const question = { value: { reason: 'alreadyWaiting', taskId: 'other' } } as const;
    add.mockResolvedValueOnce(question);
    expect(await presses.ask(creation('a'))).toEqual(question);
    expect([pressed(), presses.standing('a')]).toEqual([[], null]);
  });

  it('that is answered with a question leaves the refused task that it was to replace', async () => {
    const { presses, tasks, add, cancel } = openPresses();
    await presses.ask(creation('a'));
    await tasks.refuse('a', { code: 'offline' });
    add.mockResolvedValueOnce({ value: { reason: 'alreadyWaiting', taskId: 'other' } });
    await presses.ask(creation('b'), 'a');
    expect(cancel).not.toHaveBeenCalled();
    expect(tasks.ids()).toEqual(['a']);
  });

  it('takes finished presses off the page, and the refused press that it replaces', async () => {
    const { presses, tasks, pressed } = openPresses();
    for (const id of ['a', 'b', 'c']) await presses.ask(creation(id));
    await tasks.end('a', 'done', report);
    await tasks.refuse('b', { code: 'offline' });
    expect(pressed()).toEqual(['c', 'b', 'a']);
    await presses.ask(creation('d'), 'b');
    expect(pressed()).toEqual(['d', 'c']);
    await expect.poll(tasks.ids).toEqual(['c', 'd']);
    expect(presses.former.value).toContain('a');
  });
});
